/** What a hand of the table's own means: hands drawn of its layout, of which the service says whether they are it. */

import type { DraftDeal } from '../model/deal.ts';
import { EMPTY_HAND } from '../model/hand.ts';
import { type HouseRules, unnamedHand } from '../model/house.ts';
import { type DrawnHand, drawnHands, isKong, withOneChanged } from '../model/layout.ts';
import { type Terms, WINDS } from '../model/shapes.ts';
import type { Seating } from '../model/responses.ts';
import { answerOf, type BatchResult, dealBody, handIn } from './adapter.ts';
import { type Requested, useRequest } from './use-request.ts';
import { askDeals } from './client.ts';
import type { Reply } from './request.ts';

interface Meant {
  readonly hits: readonly DrawnHand[];
  readonly miss: DrawnHand | null;
}

const CANDIDATES = 8;
const SHOWN = 3;
const SEATING: Seating = { winds: WINDS, roundWind: 'east', deal: 1, sitsOut: null, run: 0 };

/** East wins with this hand, drawn, by its last tile. */
function won(hand: DrawnHand): DraftDeal {
  const concealed = hand.filter((group) => !isKong(group)).map((group) => group.join(''));
  const kongs = hand.filter(isKong).map((group) => group.join(''));
  const tile = hand
    .filter((group) => !isKong(group))
    .at(-1)
    ?.at(-1);
  const winners = { concealed: concealed.join(' '), concealed_kongs: kongs };
  return {
    type: 'deal',
    winner: 0,
    win: { source: 'wall', tile },
    hands: WINDS.map((_, at) => (at === 0 ? winners : EMPTY_HAND)),
  };
}

function isIt(result: BatchResult | undefined, rule: string): boolean {
  const response = handIn(answerOf(result), 'east');
  return response !== null && (response.limitHands.includes(rule) || response.items.some((item) => item.rule === rule));
}

async function askMeant(
  ruleset: string,
  house_rules: HouseRules,
  layout: string,
  stop: AbortSignal,
): Promise<Reply<Meant>> {
  const [rule = ''] = Object.keys(house_rules.rules ?? {});
  const hands = drawnHands(layout, CANDIDATES);
  const changed = withOneChanged(hands[0] ?? []);
  if (hands.length === 0) return { kind: 'answer', answer: { hits: [], miss: null } };
  const terms: Terms = { ruleset, house_rules, players: [] };
  const reply = await askDeals(
    [...hands, ...changed].map((hand) => dealBody(terms, won(hand), SEATING)),
    stop,
  );
  if (reply.kind !== 'answer') return reply;
  const results = reply.answer;
  const hits = hands.filter((_, at) => isIt(results[at], rule)).slice(0, SHOWN);
  const miss = changed.find((_, at) => !isIt(results[hands.length + at], rule)) ?? null;
  return { kind: 'answer', answer: { hits, miss: hits.length > 0 ? miss : null } };
}

/** Null: nothing is asked. */
export const useMeant = (ruleset: string, layout: string | null): Requested<string, Meant> =>
  useRequest(layout && `${ruleset} ${layout}`, (_, stop) =>
    askMeant(ruleset, unnamedHand(layout ?? ''), layout ?? '', stop),
  );
