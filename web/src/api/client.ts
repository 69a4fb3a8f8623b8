/** A session and its deals, as the service counts them. */

import type { Sheet } from '../model/shapes.ts';
import { EMPTY_HAND } from '../model/hand.ts';
import { playerAt, type Seating, type SheetResponse } from '../model/responses.ts';
import { type BatchResult, byPlayers, type DealBody, sheetBody, readSheet } from './adapter.ts';
import { client, put, type Reply } from './request.ts';

async function askAsItIs(sheet: Sheet, stop: AbortSignal, known: number): Promise<Reply<SheetResponse>> {
  const reply = await put(
    stop,
    (ask) => client.scoresheet(sheetBody(sheet), known > 0 ? { from: known + 1 } : {}, ask),
    readSheet,
  );
  return reply.kind === 'refused' ? { ...reply, faults: byPlayers(reply.faults, sheet) } : reply;
}

/** With the first entries `known` already, only those after them are answered; totals and standings as ever. */
export async function askSheet(sheet: Sheet, stop: AbortSignal, known = 0): Promise<Reply<SheetResponse>> {
  const reply = await askAsItIs(sheet, stop, known);
  const { sits_out } = sheet;
  if (reply.kind !== 'answer' || sits_out === undefined || !reply.answer.next || reply.answer.next.sitsOut === sits_out)
    return reply;
  return withNamedOut(sheet, sits_out, reply.answer, reply.answer.next, stop);
}

/** Who sits where while a named player sits out: the service tells it of a deal in which nobody wins. */
async function withNamedOut(
  sheet: Sheet,
  sits_out: number,
  answer: SheetResponse,
  next: Seating,
  stop: AbortSignal,
): Promise<Reply<SheetResponse>> {
  const drawn = { type: 'deal', winner: null, hands: sheet.players.map(() => EMPTY_HAND), sits_out } as const;
  const reply = await askAsItIs({ ...sheet, entries: [...sheet.entries, drawn] }, stop, sheet.entries.length);
  if (reply.kind === 'away') return reply;
  const named = reply.kind === 'answer' ? reply.answer.entries.at(-1)?.seating : null;
  if (!named) return { kind: 'answer', answer };
  const isSameEast = playerAt(named, 'east') === playerAt(next, 'east');
  const roundOver = answer.roundOver || named.roundWind !== next.roundWind;
  return { kind: 'answer', answer: { ...answer, roundOver, next: { ...named, run: isSameEast ? next.run : 0 } } };
}

export const askDeals = (deals: readonly DealBody[], stop: AbortSignal): Promise<Reply<readonly BatchResult[]>> =>
  put(
    stop,
    (ask) => client.settleBatch(deals, {}, ask),
    (results) => results,
  );
