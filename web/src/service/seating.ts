/** From players, by whom the page and the sheet count, to seats, by which a single deal is asked after, and back. */

import type { DraftDeal } from '../model/deal.ts';
import type { Fault, Payment, PlayerPayment, SeatedDeal, Sheet, Wind } from './shapes.ts';

export const WINDS: readonly Wind[] = ['east', 'south', 'west', 'north'];

export interface Seating {
  /** Each player's own wind in this deal. */
  readonly winds: readonly Wind[];
  readonly roundWind: Wind;
  /** The number of the deal in the sitting. */
  readonly deal: number;
  /** East's wins in a row before this deal. */
  readonly run: number;
}

export const playerAt = (seating: Seating, wind: Wind): number => seating.winds.indexOf(wind);

function seatedWin(deal: DraftDeal, seating: Seating): object {
  if (!deal.win) return {};
  const { discarder, ...win } = deal.win;
  const from = discarder === undefined ? {} : { discarder: seating.winds[discarder] };
  const isEast = typeof deal.winner === 'number' && seating.winds[deal.winner] === 'east';
  return { win: { ...win, ...from, ...(isEast ? { consecutive_wins: seating.run + 1 } : {}) } };
}

/** The body of POST /v1/settlements for a deal of the sheet. */
export function seatedDeal(sheet: Sheet, deal: DraftDeal, seating: Seating): SeatedDeal {
  const winner = typeof deal.winner === 'number' ? seating.winds[deal.winner] : deal.winner;
  return {
    ruleset: sheet.ruleset,
    options: sheet.options ?? {},
    round_wind: seating.roundWind,
    winner,
    ...seatedWin(deal, seating),
    hands: Object.fromEntries(deal.hands.map((hand, player) => [seating.winds[player], hand])),
  } as SeatedDeal;
}

/** A fault's pointer names a seat; the page's places are the players'. */
export function toPlayers(fault: Fault, seating: Seating): Fault {
  const [, hands, wind, ...rest] = fault.pointer.split('/');
  const player = hands === 'hands' ? playerAt(seating, wind as Wind) : -1;
  return player < 0 ? fault : { ...fault, pointer: ['', 'hands', player, ...rest].join('/') };
}

export const paymentsOf = (payments: readonly Payment[], seating: Seating): readonly PlayerPayment[] =>
  payments.map((payment) => ({
    ...payment,
    payer: playerAt(seating, payment.payer),
    payee: playerAt(seating, payment.payee),
  }));
