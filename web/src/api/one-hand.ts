/** One hand by itself, without a game: what it is worth and what it waits for. */

import { useMemo, useRef } from 'preact/hooks';
import { type DraftDeal, handOf, winningsOf, withWinning, wonWith } from '../model/deal.ts';
import { inWords } from '../model/fault-words.ts';
import { isEmpty, isWhole, mayBeComplete, type Winning } from '../model/hand.ts';
import { bonusInPlace } from '../model/house.ts';
import type { Hand, Terms, Wind } from '../model/shapes.ts';
import type { Fault, HandResponse } from '../model/responses.ts';
import { type Wait, readWaits, readScored, type ScoreBody, scoreBody, waitsBody } from './adapter.ts';
import { away } from './connection.ts';
import { client, put, type Reply } from './request.ts';
import type { DealPreview, Worth } from './use-deal-preview.ts';
import { useRequest } from './use-request.ts';

export type Rules = Pick<Terms, 'ruleset' | 'options' | 'house_rules'>;

/** Whose hand it is: the winds that count in it. */
export interface Place {
  readonly seat: Wind;
  readonly round: Wind;
}

/** The hand is the first of its deal; the others are nobody's. */
export const ITS_PLAYER = 0;

interface Question {
  readonly whole: ScoreBody | null;
  readonly soFar: ScoreBody;
  readonly others: readonly { readonly winning: Winning; readonly body: ScoreBody }[];
}

/** The hand as it was won, and with each other tile that it may have been won with; and what it scores so far. */
function questionOf(rules: Rules, place: Place, deal: DraftDeal): Question | null {
  const hand = handOf(deal, ITS_PLAYER);
  if (isEmpty(hand)) return null;
  const hasWon = deal.winner === ITS_PLAYER;
  const said = wonWith(deal);
  const isWon =
    hasWon && mayBeComplete(hand, bonusInPlace(rules)) && (said !== undefined || deal.win?.source === 'original-hand');
  const others = isWon ? winningsOf(deal).filter(({ tile, laid }) => tile !== said?.tile || laid !== said.laid) : [];
  return {
    whole: isWon || !hasWon ? scoreBody(rules, place, deal) : null,
    soFar: scoreBody(rules, place, { ...deal, winner: null, hands: [{ ...hand, telling: 'partial' }] }),
    others: others.map((winning) => ({ winning, body: scoreBody(rules, place, withWinning(deal, winning)) })),
  };
}

const askScore = (body: ScoreBody, stop: AbortSignal): Promise<Reply<HandResponse>> =>
  put(stop, (ask) => client.score(body, {}, ask), readScored);

interface Scores {
  readonly response: HandResponse | null;
  readonly soFar: boolean;
  readonly faults: readonly Fault[];
  readonly worths: readonly Worth[];
}

const toPlayer = (fault: Fault): Fault =>
  inWords({ ...fault, pointer: fault.pointer.replace(/^\/hand(?=\/|$)/, `/hands/${ITS_PLAYER}`) }, []);

const faultsIn = (reply: Reply<HandResponse> | null): readonly Fault[] =>
  reply?.kind === 'refused' ? reply.faults.map(toPlayer) : [];

async function askAll({ whole, soFar, others }: Question, stop: AbortSignal): Promise<Reply<Scores>> {
  const [won, ...rest] = await Promise.all(
    [whole, ...others.map(({ body }) => body)].map((body) => body && askScore(body, stop)),
  );
  const isCounted = won?.kind === 'answer';
  const partly = isCounted ? null : await askScore(soFar, stop);
  if ([won, partly, ...rest].some((reply) => reply?.kind === 'away')) return { kind: 'away' };
  const response = isCounted ? won.answer : partly?.kind === 'answer' ? partly.answer : null;
  const worths = rest.map((each, at) => ({
    ...(others[at]?.winning ?? { tile: '', laid: false }),
    score: each?.kind === 'answer' ? each.answer.score : null,
  }));
  return {
    kind: 'answer',
    answer: {
      response,
      soFar: !isCounted,
      faults: [...faultsIn(won ?? null), ...(response ? [] : faultsIn(partly))],
      worths,
    },
  };
}

const nothingYet: DealPreview = { fresh: false, hands: [], faults: [], deal: null, worths: [] };

/** The last response stands until the next answer. */
export function useOneHand(rules: Rules | null, place: Place, deal: DraftDeal): DealPreview {
  const asked = useMemo(() => {
    const question = rules && questionOf(rules, place, deal);
    return question && JSON.stringify(question);
  }, [rules, place, deal]);
  const { reply, fresh } = useRequest(asked, (question, stop) => askAll(JSON.parse(question) as Question, stop));
  const last = useRef<DealPreview>(nothingYet);
  if (asked === null) last.current = { ...nothingYet, fresh: true };
  else if (fresh && reply?.kind === 'answer') {
    const { response: answer, soFar, faults, worths } = reply.answer;
    last.current = { fresh: true, hands: [answer && { answer, soFar }], faults, deal: null, worths };
  } else last.current = { ...last.current, fresh: false, faults: away.value ? [] : last.current.faults };
  return last.current;
}

interface Waits {
  readonly waits: readonly Wait[];
  /** Why there are none. */
  readonly reasons: readonly string[];
}

/** What a hand that is one tile short waits for; a complete one waits after a discard. */
export function useWaits(
  rules: Rules,
  place: Place,
  hand: Hand,
): { readonly reply: Reply<Waits> | null; readonly fresh: boolean } {
  const discards = !isWhole(hand, bonusInPlace(rules));
  const body = JSON.stringify(waitsBody(rules, place, hand));
  return useRequest(`${discards} ${body}`, (_, stop) =>
    put(
      stop,
      (ask) => client.waits(JSON.parse(body) as never, discards ? { each_discard: discards } : {}, ask),
      readWaits,
    ),
  );
}
