/**
 * What the service says of a deal while it is tapped in.
 *
 * One batch call asks after the whole deal and after each hand by itself, so that a finished hand shows its score
 * while others are still open; and, until it is said, what a winner's hand would be worth with each tile. A batch answers 200 even where a deal in it is refused.
 */

import { inWords } from '../model/fault-words.ts';
import { useMemo, useRef } from 'preact/hooks';
import { type DraftDeal, openQuestion } from '../model/deal.ts';
import { isEmpty, type Winning } from '../model/hand.ts';
import type { Terms } from '../model/shapes.ts';
import type { DealResponse, Fault, HandResponse, Seating } from '../model/responses.ts';
import { answerOf, type BatchResult, dealBody, readDeal, handIn, resultFaults } from './adapter.ts';
import { useRequest } from './use-request.ts';
import { askDeals } from './client.ts';
import { asked, type Question, questions } from './questions.ts';
import { away } from './connection.ts';

export interface HandPreview {
  readonly answer: HandResponse;
  /** Counted from what has been tapped so far, like a hand that did not win. */
  readonly soFar: boolean;
}

/** What a winner's hand would be worth, had it been won with this tile; null where it cannot have been. */
export interface Worth extends Winning {
  readonly score: number | null;
}

export interface DealPreview {
  /** Whether the service has seen the deal as it now stands. */
  readonly fresh: boolean;
  readonly hands: readonly (HandPreview | null)[];
  readonly faults: readonly Fault[];
  readonly deal: DealResponse | null;
  /** While the winning tile of a full hand is not said: each that it may be. */
  readonly worths: readonly Worth[];
}

type Find = (kind: Question['kind'], of: number) => BatchResult | undefined;

function handPreview(deal: DraftDeal, seating: Seating, player: number, find: Find): HandPreview | null {
  const wind = seating.winds[player];
  const hand = deal.hands[player];
  if (!wind || !hand || (isEmpty(hand) && hand.telling !== 'dead')) return null;
  const response = handIn(answerOf(find('whole', -1)), wind) ?? handIn(answerOf(find('alone', player)), wind);
  if (response) return { answer: response, soFar: false };
  const sofar = handIn(answerOf(find('so far', player)), wind);
  return sofar ? { answer: sofar, soFar: true } : null;
}

function together(...lists: readonly (readonly Fault[])[]): readonly Fault[] {
  return [...new Map(lists.flat().map((fault) => [`${fault.pointer} ${fault.detail}`, fault])).values()];
}

/** Whether a winner's hand is complete is not said while another hand is at fault, so he is looked at alone too. */
function winnersFaults({ winner }: DraftDeal, seating: Seating, find: Find): readonly Fault[] {
  if (typeof winner !== 'number') return [];
  return resultFaults(find('alone', winner), seating).filter(({ pointer }) => pointer.startsWith(`/hands/${winner}/`));
}

/** What the page itself still asks for is no fault yet. */
function allFaults(deal: DraftDeal, seating: Seating, find: Find): readonly Fault[] {
  const isAsking = openQuestion(deal) !== null;
  return together(resultFaults(find('whole', -1), seating), winnersFaults(deal, seating, find)).filter(
    ({ code, pointer }) => code !== 'missing-member' || (!isAsking && pointer !== '/win/tile'),
  );
}

function worthsOf(terms: Terms, deal: DraftDeal, seating: Seating, find: Find): readonly Worth[] {
  const wind = seating.winds[deal.winner ?? -1];
  return asked(terms, deal).map((winning, at) => ({
    ...winning,
    score: (wind && handIn(answerOf(find('won with', at)), wind)?.score) ?? null,
  }));
}

function preview(
  terms: Terms,
  deal: DraftDeal,
  seating: Seating,
  players: readonly string[],
  results: readonly BatchResult[],
): DealPreview {
  const all = questions(terms, deal);
  const find: Find = (kind, of) => results[all.findIndex((each) => each.kind === kind && each.of === of)];
  const whole = answerOf(find('whole', -1));
  return {
    fresh: true,
    hands: deal.hands.map((_, player) => handPreview(deal, seating, player, find)),
    faults: allFaults(deal, seating, find).map((fault) => inWords(fault, players)),
    deal: whole && readDeal(whole, seating),
    worths: worthsOf(terms, deal, seating, find),
  };
}

const nothingYet: DealPreview = { fresh: false, hands: [], faults: [], deal: null, worths: [] };

/**
 * The last response stands until the next answer; faults do not outlive the service's going away.
 * Nothing can be asked while it is not known who sits where and how often East has won.
 */
export function useDealPreview(
  terms: Terms,
  players: readonly string[],
  deal: DraftDeal,
  seating: Seating | null,
): DealPreview | null {
  const known = seating !== null && seating.run !== null;
  const body = useMemo(
    () =>
      seating && known
        ? JSON.stringify(questions(terms, deal).map((each) => dealBody(terms, each.deal, seating)))
        : null,
    [terms, deal, seating, known],
  );
  const { reply, fresh } = useRequest(body, (deals, stop) => askDeals(JSON.parse(deals) as never, stop));
  const last = useRef<DealPreview>(nothingYet);
  if (!seating || !known) return null;
  if (fresh && reply?.kind === 'answer') last.current = preview(terms, deal, seating, players, reply.answer);
  else last.current = { ...last.current, fresh: false, faults: away.value ? [] : last.current.faults };
  return last.current;
}
