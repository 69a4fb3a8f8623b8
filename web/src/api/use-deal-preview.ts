/**
 * What the service says of a deal while it is tapped in.
 *
 * One batch call asks after the whole deal and after each hand by itself, so that a finished hand shows its score
 * while others are still open; and, until it is said, what a winner's hand would be worth with each tile. A batch answers 200 even where a deal in it is refused.
 */

import { inWords } from '../model/fault-words.ts';
import { useMemo, useRef } from 'preact/hooks';
import { type DraftDeal, handOf, isTileUnsaid, openQuestion, winningsOf, withWinning } from '../model/deal.ts';
import { EMPTY_HAND, isEmpty, mayBeComplete, type Winning } from '../model/hand.ts';
import { bonusInPlace } from '../model/house.ts';
import type { Hand, Terms } from '../model/shapes.ts';
import type { DealResponse, Fault, HandResponse, Seating } from '../model/responses.ts';
import { answerOf, type BatchResult, dealBody, readDeal, handIn, resultFaults } from './adapter.ts';
import { useRequest } from './use-request.ts';
import { askDeals } from './client.ts';
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

const partly = (hand: Hand): Hand => ({ ...hand, telling: 'partial' });

/** A drawn deal of which only one player's hand is entered. */
function drawn(deal: DraftDeal, player: number, hand: Hand): DraftDeal {
  return { type: 'deal', winner: null, hands: deal.hands.map((_, at) => (at === player ? hand : EMPTY_HAND)) };
}

/** The deal as it would be if only one player's hand had been entered: what is wrong with another hides no score. */
function alone(deal: DraftDeal, player: number): DraftDeal {
  const hand = deal.hands[player] ?? EMPTY_HAND;
  if (deal.winner !== player) return drawn(deal, player, hand);
  return { ...deal, hands: deal.hands.map((_, at) => (at === player ? hand : partly(EMPTY_HAND))) };
}

interface Question {
  readonly kind: 'whole' | 'alone' | 'so far' | 'won with';
  /** A player; of the tiles that a hand may have been won with, which. */
  readonly of: number;
  readonly deal: DraftDeal;
}

/** The tiles that a full hand may have been won with, as long as that is not said. */
function asked(terms: Terms, deal: DraftDeal): readonly Winning[] {
  if (typeof deal.winner !== 'number' || !isTileUnsaid(deal) || openQuestion(deal) !== null) return [];
  const hand = handOf(deal, deal.winner);
  return mayBeComplete(hand, bonusInPlace(terms)) ? winningsOf(deal) : [];
}

/** Nothing is asked of a hand of which nothing is entered. */
function questions(terms: Terms, deal: DraftDeal): readonly Question[] {
  const stated = deal.hands.flatMap((hand, player) => (isEmpty(hand) && player !== deal.winner ? [] : [player]));
  return [
    { kind: 'whole', of: -1, deal },
    ...stated.map((player) => ({ kind: 'alone', of: player, deal: alone(deal, player) }) as const),
    ...stated.map(
      (player) =>
        ({ kind: 'so far', of: player, deal: drawn(deal, player, partly(deal.hands[player] ?? EMPTY_HAND)) }) as const,
    ),
    ...asked(terms, deal).map(
      (winning, of) =>
        ({ kind: 'won with', of, deal: alone(withWinning(deal, winning), deal.winner as number) }) as const,
    ),
  ];
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
