/**
 * What the service says of a deal while it is tapped in.
 *
 * One batch call asks after the whole deal and after each hand by itself, so that a finished hand shows its score
 * while others are still open. A batch answers 200 even where a deal in it is refused.
 */

import { useRef } from 'preact/hooks';
import { type DraftDeal, openQuestion, toldDeal } from '../model/deal.ts';
import { UNTOLD_HAND, isEmpty } from '../model/hand.ts';
import { useAsked } from './ask.ts';
import { useAway } from './connection.ts';
import { type Seating, seatedDeal, toPlayers } from './seating.ts';
import type { BatchAnswer, BatchResult, DealAnswer, Fault, Hand, HandAnswer, Sheet, Wind } from './shapes.ts';

export interface HandLook {
  readonly answer: HandAnswer;
  /** Counted from what has been tapped so far, like a hand that did not win. */
  readonly soFar: boolean;
}

export interface Look {
  /** Whether the service has seen the deal as it now stands. */
  readonly fresh: boolean;
  readonly hands: readonly (HandLook | null)[];
  readonly faults: readonly Fault[];
  readonly deal: DealAnswer | null;
}

/** The deal as it would be if only one player's hand had been told. */
function alone(deal: DraftDeal, player: number): DraftDeal {
  if (deal.winner === player) {
    return { ...deal, hands: deal.hands.map((hand, at) => (at === player ? hand : { ...hand, dead: false, partial: true })) };
  }
  return drawn(deal, player, deal.hands[player] ?? UNTOLD_HAND);
}

function drawn(deal: DraftDeal, player: number, hand: Hand): DraftDeal {
  return { type: 'deal', winner: null, hands: deal.hands.map((_, at) => (at === player ? hand : UNTOLD_HAND)) };
}

const soFar = (deal: DraftDeal, player: number): DraftDeal =>
  drawn(deal, player, { ...(deal.hands[player] ?? UNTOLD_HAND), dead: false, partial: true });

/** The whole deal first, then each hand alone, then each hand so far. */
function questions(deal: DraftDeal): readonly DraftDeal[] {
  const players = deal.hands.map((_, player) => player);
  return [toldDeal(deal), ...players.map((player) => alone(deal, player)), ...players.map((player) => soFar(deal, player))];
}

interface Replies {
  readonly whole: BatchResult | undefined;
  readonly alone: readonly BatchResult[];
  readonly soFar: readonly BatchResult[];
}

const sorted = ([whole, ...rest]: readonly BatchResult[], players: number): Replies => ({
  whole,
  alone: rest.slice(0, players),
  soFar: rest.slice(players),
});

const answerOf = (result: BatchResult | undefined): DealAnswer | null => (result && 'answer' in result ? result.answer : null);
const faultsOf = (result: BatchResult | undefined): readonly Fault[] =>
  result && 'problem' in result ? result.problem.errors : [];

function handLook(hand: Hand, wind: Wind | undefined, player: number, replies: Replies): HandLook | null {
  if (!wind || (isEmpty(hand) && !hand.dead)) return null;
  const told = answerOf(replies.whole)?.hands[wind] ?? answerOf(replies.alone[player])?.hands[wind];
  if (told) return { answer: told, soFar: false };
  const partly = answerOf(replies.soFar[player])?.hands[wind];
  return partly ? { answer: partly, soFar: true } : null;
}

function together(...lists: readonly (readonly Fault[])[]): readonly Fault[] {
  return [...new Map(lists.flat().map((fault) => [`${fault.pointer} ${fault.detail}`, fault])).values()];
}

/** Whether a winner's hand is complete is not said while another hand is at fault, so he is looked at alone too. */
function winnersFaults({ winner }: DraftDeal, seating: Seating, replies: Replies): readonly Fault[] {
  if (typeof winner !== 'number') return [];
  const own = `/hands/${seating.winds[winner] ?? ''}/`;
  return faultsOf(replies.alone[winner]).filter(({ pointer }) => pointer.startsWith(own));
}

/** What the page itself still asks for is no fault yet. */
function allFaults(deal: DraftDeal, seating: Seating, replies: Replies): readonly Fault[] {
  const isAsking = openQuestion(deal) !== null;
  return together(faultsOf(replies.whole), winnersFaults(deal, seating, replies))
    .filter(({ code, pointer }) => !isAsking || code !== 'missing-member' || pointer === '/win/tile')
    .map((fault) => toPlayers(fault, seating));
}

function look(deal: DraftDeal, seating: Seating, results: readonly BatchResult[]): Look {
  const replies = sorted(results, deal.hands.length);
  return {
    fresh: true,
    hands: deal.hands.map((hand, player) => handLook(hand, seating.winds[player], player, replies)),
    faults: allFaults(deal, seating, replies),
    deal: answerOf(replies.whole),
  };
}

const nothingYet: Look = { fresh: false, hands: [], faults: [], deal: null };

/**
 * What was last told stands until the next answer; faults do not outlive the service's going away.
 * Nothing can be asked while it is not known who sits where.
 */
export function useLook(sheet: Sheet, deal: DraftDeal | null, seating: Seating | null): Look | null {
  const body =
    deal && seating ? JSON.stringify({ deals: questions(deal).map((each) => seatedDeal(sheet, each, seating)) }) : undefined;
  const { told, fresh } = useAsked<BatchAnswer>('/v1/settlements/batch', body);
  const away = useAway();
  const last = useRef<Look>(nothingYet);
  if (!deal || !seating) return null;
  if (fresh && told?.kind === 'answer') last.current = look(deal, seating, told.answer.results);
  else last.current = { ...last.current, fresh: false, faults: away ? [] : last.current.faults };
  return last.current;
}
