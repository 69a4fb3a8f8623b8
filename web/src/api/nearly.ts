/** The rules that missed a hand by one condition, as the service explains them. */

import type { DraftDeal } from '../model/deal.ts';
import type { Terms } from '../model/shapes.ts';
import type { Seating } from '../model/responses.ts';
import { dealBody } from './adapter.ts';
import { type Requested, useRequest } from './use-request.ts';
import { client, put } from './request.ts';

/** Rules that one thing keeps from counting. */
export interface Missed {
  readonly rules: readonly string[];
  readonly text: string;
}

interface NotCounted {
  readonly rules: readonly string[];
  readonly text: string;
  readonly message_key?: string;
}

interface Explained {
  readonly hands: Readonly<Record<string, { readonly explanation: { readonly not_counted: readonly NotCounted[] } }>>;
}

/** What another way of winning would have given is no near miss of the hand, nor what only a hand that won can have. */
const OF_THE_WIN = ['why.not-told', 'why.source', 'why.did-not-win', 'why.won'];

/** Those of a player's hand, the nearest first, as the answer has them. */
function missed(data: unknown, wind: string): readonly Missed[] {
  const found = (data as Explained).hands[wind]?.explanation.not_counted ?? [];
  return found
    .filter(({ message_key: key }) => key !== undefined && !OF_THE_WIN.includes(key))
    .map(({ rules, text }) => ({ rules, text }));
}

export function useNearly(
  terms: Terms,
  deal: DraftDeal,
  seating: Seating,
  player: number,
): Requested<string, readonly Missed[]> {
  const body = dealBody(terms, deal, seating);
  const wind = seating.winds[player] ?? '';
  return useRequest(`${wind} ${JSON.stringify(body)}`, (_, stop) =>
    put(
      stop,
      (ask) => client.settle(body as never, { explain: true }, ask),
      (data) => missed(data, wind),
    ),
  );
}
