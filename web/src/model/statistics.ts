/** What an evening was made of, counted from the sheet and from what the service said of it. */

import { EMPTY_HAND, isEmpty } from './hand.ts';
import { playersAt } from './seats.ts';
import type { DealEntry, Entry, Sheet } from './shapes.ts';
import type { EntryResponse } from './responses.ts';

export interface PlayerStatistics {
  readonly won: number;
  /** Hands won on this player's discards. */
  readonly gaveAway: number;
  /** What he paid to the winners of deals that were won on his discard. */
  readonly paidForDiscards: number;
  /** The highest hand; null where he entered none. */
  readonly best: number | null;
  /** Of the hands that he entered; null where he entered none. */
  readonly average: number | null;
}

interface Deal {
  readonly entry: Entry | undefined;
  readonly response: EntryResponse;
  /** Of the player in that deal. */
  readonly chair: number;
}

/** A winner has a hand; a loser of whom nothing is entered was said to score 0, by a key or as a score: both count alike. */
export const isSaid = ({ house_rules }: Sheet, { winner, hands, sits_out }: DealEntry, chair: number): boolean =>
  winner === chair ||
  !isEmpty(hands[chair] ?? EMPTY_HAND) ||
  (winner !== null && sits_out !== chair && house_rules?.settlement?.losers !== 'none');

/** Of the hands that he entered. */
const scoresOf = (sheet: Sheet, deals: readonly Deal[]): readonly number[] =>
  deals.flatMap(({ entry, response, chair }) =>
    entry?.type === 'deal' && isSaid(sheet, entry, chair) ? (response.hands[chair]?.score ?? []) : [],
  );

function statisticsOf(sheet: Sheet, responses: readonly EntryResponse[], player: number): PlayerStatistics {
  const deals: readonly Deal[] = responses
    .flatMap((each, at) => ({
      entry: sheet.entries[at],
      response: each,
      chair: playersAt(sheet, at).indexOf(sheet.players[player] ?? ''),
    }))
    .filter(({ response, chair }) => response.failed === undefined && chair >= 0);
  const given = deals.filter(
    ({ entry, chair }) => entry?.type === 'deal' && entry.win?.source === 'discard' && entry.win.discarder === chair,
  );
  const paid = given.flatMap(({ entry, response, chair }) =>
    response.payments.filter(({ payer, payee }) => payer === chair && entry?.type === 'deal' && payee === entry.winner),
  );
  const scores = scoresOf(sheet, deals);
  return {
    won: deals.filter(({ entry, chair }) => entry?.type === 'deal' && entry.winner === chair).length,
    gaveAway: given.length,
    paidForDiscards: paid.reduce((sum, { amount }) => sum + amount, 0),
    best: scores.length > 0 ? Math.max(...scores) : null,
    average: scores.length > 0 ? Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length) : null,
  };
}

/** `responses` may be shorter than the sheet: what is not counted is in no figure. */
export const statistics = (sheet: Sheet, responses: readonly EntryResponse[]): readonly PlayerStatistics[] =>
  sheet.players.map((_, player) => statisticsOf(sheet, responses, player));
