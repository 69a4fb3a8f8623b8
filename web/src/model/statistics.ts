/** What an evening was made of, counted from the sheet and from what the service told of it. */

import type { Sheet } from './shapes.ts';
import type { EntryTold } from './told.ts';

export interface PlayerStatistics {
  readonly won: number;
  /** Hands won on this player's discards. */
  readonly gaveAway: number;
  /** What he paid, over all payments, in deals that were won on his discard. */
  readonly paidForDiscards: number;
  /** The highest hand; null where he told none. */
  readonly best: number | null;
  /** Of the hands that he told; null where he told none. */
  readonly average: number | null;
}

function scoresOf(told: readonly EntryTold[], player: number): readonly number[] {
  return told.flatMap(({ hands }) => hands[player]?.score ?? []).filter((score) => score > 0);
}

function statisticsOf(sheet: Sheet, told: readonly EntryTold[], player: number): PlayerStatistics {
  const deals = told.flatMap((each, at) => ({ entry: sheet.entries[at], told: each })).filter(({ told }) => told.failed === undefined);
  const given = deals.filter(({ entry }) => entry?.type === 'deal' && entry.win?.discarder === player);
  const paid = given.flatMap((each) => each.told.payments).filter(({ payer }) => payer === player);
  const scores = scoresOf(told, player);
  return {
    won: deals.filter(({ entry }) => entry?.type === 'deal' && entry.winner === player).length,
    gaveAway: given.length,
    paidForDiscards: paid.reduce((sum, { amount }) => sum + amount, 0),
    best: scores.length > 0 ? Math.max(...scores) : null,
    average: scores.length > 0 ? Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length) : null,
  };
}

/** `told` may be shorter than the sheet: what is not counted is in no figure. */
export const statistics = (sheet: Sheet, told: readonly EntryTold[]): readonly PlayerStatistics[] =>
  sheet.players.map((_, player) => statisticsOf(sheet, told, player));
