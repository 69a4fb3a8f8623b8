/** A session and its deals, as the service counts them. */

import type { Sheet } from '../model/shapes.ts';
import { EMPTY_HAND } from '../model/hand.ts';
import { playerAt, type Seating, type SheetResponse } from '../model/responses.ts';
import { type BatchResult, byPlayers, type DealBody, sheetBody, readSheet } from './adapter.ts';
import { client, put, type Told } from './request.ts';

async function askAsItIs(sheet: Sheet, stop: AbortSignal, known: number): Promise<Told<SheetResponse>> {
  const told = await put(
    stop,
    (ask) => client.scoresheet(sheetBody(sheet), known > 0 ? { from: known + 1 } : {}, ask),
    readSheet,
  );
  return told.kind === 'refused' ? { ...told, faults: byPlayers(told.faults, sheet) } : told;
}

/** With the first entries `known` already, only those after them are answered; totals and standings as ever. */
export async function askSheet(sheet: Sheet, stop: AbortSignal, known = 0): Promise<Told<SheetResponse>> {
  const told = await askAsItIs(sheet, stop, known);
  const { sits_out } = sheet;
  if (told.kind !== 'answer' || sits_out === undefined || !told.answer.next || told.answer.next.sitsOut === sits_out)
    return told;
  return withNamedOut(sheet, sits_out, told.answer, told.answer.next, stop);
}

/** Who sits where while a named player sits out: the service tells it of a deal in which nobody wins. */
async function withNamedOut(
  sheet: Sheet,
  sits_out: number,
  answer: SheetResponse,
  next: Seating,
  stop: AbortSignal,
): Promise<Told<SheetResponse>> {
  const drawn = { type: 'deal', winner: null, hands: sheet.players.map(() => EMPTY_HAND), sits_out } as const;
  const told = await askAsItIs({ ...sheet, entries: [...sheet.entries, drawn] }, stop, sheet.entries.length);
  if (told.kind === 'away') return told;
  const named = told.kind === 'answer' ? told.answer.entries.at(-1)?.seating : null;
  if (!named) return { kind: 'answer', answer };
  const isSameEast = playerAt(named, 'east') === playerAt(next, 'east');
  const roundOver = answer.roundOver || named.roundWind !== next.roundWind;
  return { kind: 'answer', answer: { ...answer, roundOver, next: { ...named, run: isSameEast ? next.run : 0 } } };
}

export const askDeals = (deals: readonly DealBody[], stop: AbortSignal): Promise<Told<readonly BatchResult[]>> =>
  put(
    stop,
    (ask) => client.settleBatch(deals, {}, ask),
    (results) => results,
  );
