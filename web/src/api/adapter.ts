/**
 * The one place that knows how the contract writes what the page keeps and shows.
 *
 * A change of the contract that the page does not follow fails the type check here.
 */

import type { Schemas as Shapes } from 'pung-chow-client';
import { type DraftDeal, finished } from '../model/deal.ts';
import { isGoulash } from '../model/goulash.ts';
import { tellingOf } from '../model/hand.ts';
import { bonusInPlace } from '../model/house.ts';
import type { Tile } from '../model/tiles.ts';
import { type DealEntry, type Entry, type Hand, type Sheet, type Terms, WINDS, type Wind } from '../model/shapes.ts';
import type {
  DangerResponse,
  DealResponse,
  EntryResponse,
  FactorResponse,
  Fault,
  HandResponse,
  PaymentResponse,
  Seating,
  ShareResponse,
  SheetResponse,
  Transfer,
} from '../model/responses.ts';
import { playerAt } from '../model/responses.ts';
import { faultsOf } from './faults.ts';
import { only } from './only.ts';

export type SheetBody = Shapes['ScoresheetRequest'];
type SheetAnswer = Shapes['SettledScoresheet'];
export type DealBody = Shapes['SettlementRequest'];
type DealAnswer = Shapes['SettledDeal'];
export type BatchResult = Shapes['BatchResult'];

// What is sent

const filled = <Text extends { readonly length: number }>(text: Text | undefined): Text | undefined =>
  text && text.length > 0 ? text : undefined;

function handBody(hand: Hand, won: boolean, inPlace: readonly Tile[]): Shapes['Hand'] {
  if (hand.counted) return { counted: only({ ...hand.counted, named: undefined }) } as Shapes['Hand'];
  const telling = won ? 'whole' : tellingOf(hand, inPlace);
  return only({
    concealed: hand.concealed,
    exposed: filled(hand.exposed),
    claimed_kongs: filled(hand.claimed_kongs),
    concealed_kongs: filled(hand.concealed_kongs),
    bonus: filled(hand.bonus),
    wild: filled(hand.wild),
    dead: telling === 'dead' ? true : undefined,
    partial: telling === 'partial' ? true : undefined,
    original_call: hand.original_call,
  }) as Shapes['Hand'];
}

const dealtBody = ({ concealed, bonus }: Hand): Shapes['DealtHand'] =>
  only({ concealed, bonus: filled(bonus) }) as Shapes['DealtHand'];

const winBody = ({ discarder, liable, ...win }: NonNullable<DraftDeal['win']>): object =>
  only({ ...win, discarding_player: discarder, dangerous_discarding_player: liable });

/** Whether the last deal before an entry was drawn: where the rulebook plays a goulash then, the entry says if it is one. */
function isAfterADraw(entries: readonly Entry[], at: number): boolean {
  const deals = entries.slice(0, at).filter((entry) => entry.type === 'deal');
  return deals.at(-1)?.winner === null;
}

/** Whether a deal is a goulash, as far as its wild tiles do not tell. */
function goulashSaid(entry: DealEntry, afterADraw: boolean): boolean | undefined {
  if (entry.goulash) return true;
  return afterADraw && !isGoulash(entry) ? false : undefined;
}

function dealEntryBody(entry: DealEntry, afterADraw: boolean, inPlace: readonly Tile[]): Shapes['Entry'] {
  const { winner, win, hands, ...rest } = entry;
  return only({
    ...rest,
    goulash: goulashSaid(entry, afterADraw),
    winning_player: winner,
    win: win && winBody(win),
    hands: hands.flatMap((hand, player) =>
      player === entry.sits_out ? [] : [handBody(hand, player === winner, inPlace)],
    ),
  }) as Shapes['Entry'];
}

function entryBody(entry: Entry, afterADraw: boolean, inPlace: readonly Tile[]): Shapes['Entry'] {
  switch (entry.type) {
    case 'deal':
      return dealEntryBody(entry, afterADraw, inPlace);
    case 'washed-tiles':
      return only({ ...entry, hand: dealtBody(entry.hand) }) as Shapes['Entry'];
    case 'false-mahjong':
      return only(entry) as Shapes['Entry'];
    case 'fine':
      return only({ ...entry, named: undefined }) as Shapes['Entry'];
    case 'correction':
      return only({ ...entry, formerly: undefined }) as Shapes['Entry'];
  }
}

/** The page keeps null for "no limit", which the contract writes as 0. */
const optionsBody = (options: Terms['options']): Terms['options'] =>
  options && Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value ?? 0]));

/** The body of POST /v1/scoresheets, by whatever revision of its rulebook the service has now. */
export function sheetBody({ revision: _, sits_out: __, ...sheet }: Sheet): SheetBody {
  const inPlace = bonusInPlace(sheet);
  return only({
    ...sheet,
    options: optionsBody(sheet.options),
    entries: sheet.entries.map((entry, at) => entryBody(entry, isAfterADraw(sheet.entries, at), inPlace)),
  }) as unknown as SheetBody;
}

function seatedWin(deal: DraftDeal, seating: Seating): object {
  if (!deal.win) return {};
  const { discarder, liable, ...win } = deal.win;
  const isEast = typeof deal.winner === 'number' && seating.winds[deal.winner] === 'east';
  return {
    win: only({
      ...win,
      discarder: discarder === undefined ? undefined : seating.winds[discarder],
      dangerous_discard_by: liable === undefined ? undefined : seating.winds[liable],
      consecutive_wins: isEast && seating.run !== null ? seating.run + 1 : undefined,
    }),
  };
}

/** The body of POST /v1/settlements for a deal of the sheet. */
export function dealBody({ ruleset, options, house_rules }: Terms, draft: DraftDeal, seating: Seating): DealBody {
  const deal = finished(draft);
  const winner = typeof deal.winner === 'number' ? seating.winds[deal.winner] : deal.winner;
  return only({
    ruleset,
    options: optionsBody(options) ?? {},
    house_rules,
    round_wind: deal.round_wind ?? seating.roundWind,
    winner,
    ...seatedWin(deal, seating),
    discards: deal.discards,
    goulash: deal.goulash ? true : undefined,
    hands: Object.fromEntries(
      deal.hands.flatMap((hand, player) =>
        seating.winds[player]
          ? [[seating.winds[player], handBody(hand, player === deal.winner, bonusInPlace({ house_rules }))]]
          : [],
      ),
    ),
  }) as unknown as DealBody;
}

export type ScoreBody = Shapes['ScoreRequest'];

type Rules = Pick<Terms, 'ruleset' | 'options' | 'house_rules'>;

interface Winds {
  readonly seat: Wind;
  readonly round: Wind;
}

/** The body of POST /v1/scores for the first hand of a deal. */
export function scoreBody(
  { ruleset, options, house_rules }: Rules,
  { seat, round }: Winds,
  draft: DraftDeal,
): ScoreBody {
  const { winner, win, hands, goulash } = finished(draft);
  const hasWon = winner === 0;
  return only({
    ruleset,
    options: optionsBody(options) ?? {},
    house_rules,
    round_wind: round,
    seat,
    hand: handBody(hands[0] ?? { concealed: '' }, hasWon, bonusInPlace({ house_rules })),
    win: hasWon ? win : undefined,
    goulash: goulash ? true : undefined,
  }) as unknown as ScoreBody;
}

/** The body of POST /v1/waits. */
export function waitsBody({ ruleset, options, house_rules }: Rules, { seat, round }: Winds, hand: Hand): object {
  const { dead: _, partial: __, ...tiles } = handBody(hand, false, bonusInPlace({ house_rules }));
  return only({ ruleset, options: optionsBody(options) ?? {}, house_rules, round_wind: round, seat, hand: tiles });
}

// What is answered

/** A fault's pointer names a seat; the page's places are the players'. */
function toPlayers(fault: Fault, seating: Seating): Fault {
  const [, hands, wind, ...rest] = fault.pointer.split('/');
  const player = hands === 'hands' ? playerAt(seating, wind as Wind) : -1;
  const about = playerAt(seating, fault.facts?.seat as Wind);
  const ofPlayer = about < 0 ? fault : { ...fault, player: about };
  return player < 0 ? ofPlayer : { ...ofPlayer, pointer: ['', 'hands', player, ...rest].join('/') };
}

export const answerOf = (result: BatchResult | undefined): DealAnswer | null =>
  result && 'answer' in result ? result.answer : null;

export const resultFaults = (result: BatchResult | undefined, seating: Seating): readonly Fault[] =>
  result && 'problem' in result ? faultsOf(result.problem).map((fault) => toPlayers(fault, seating)) : [];

function readHand(score: Shapes['HandScore']): HandResponse {
  return {
    score: score.score,
    points: score.points,
    doubles: score.doubles,
    added: score.added,
    uncapped: score.uncapped_score,
    capped: score.capped,
    limitHands: score.limit_hands,
    items: (score.items ?? []).map(
      ({
        rule,
        text,
        tiles = null,
        source,
        points,
        doubles,
        added = 0,
        waiting = false,
        rounded = 0,
        halved = false,
      }) => ({
        rule,
        text,
        tiles,
        page: source?.page ?? '',
        points,
        doubles,
        added,
        isWaiting: waiting,
        rounded,
        halved,
      }),
    ),
  };
}

export const readScored = ({ hand }: Shapes['ScoredHand']): HandResponse => readHand(hand);

/** A tile that completes a hand, and the scores with it; null where the hand may not win so. */
export interface Wait {
  /** What is discarded before, of a hand that has one tile too many. */
  readonly discard: string | null;
  readonly tile: string;
  readonly unseen: number;
  readonly drawn: number | null;
  readonly claimed: number | null;
}

export const readWaits = ({
  waits,
  none_because = [],
}: Shapes['AwaitedTiles']): { readonly waits: readonly Wait[]; readonly reasons: readonly string[] } => ({
  waits: waits.map(({ discard = null, tile, unseen, drawn, claimed }) => ({
    discard,
    tile,
    unseen,
    drawn: drawn?.score ?? null,
    claimed: claimed?.score ?? null,
  })),
  reasons: none_because.map(({ text }) => text),
});

const readFactors = (factors: readonly Shapes['Factor'][]): readonly FactorResponse[] =>
  factors.map(({ rule, times }) => ({ rule, times }));

const readShare = ({
  paying_player: payer,
  amount,
  difference,
  multiplier,
  factors,
}: Shapes['PlayerShare']): ShareResponse => ({
  payer,
  amount,
  difference,
  multiplier,
  factors: readFactors(factors),
});

function readPayment(payment: Shapes['PlayerPayment']): PaymentResponse {
  const {
    paying_player: payer,
    receiving_player: payee,
    amount,
    difference = null,
    multiplier = null,
    factors = [],
    shares = [],
    rounded = 0,
    capped,
    reason,
  } = payment;
  return {
    payer,
    payee,
    amount,
    difference,
    multiplier,
    factors: readFactors(factors),
    shares: shares.map(readShare),
    rounded,
    capped,
    reason,
  };
}

type AnyDanger = Shapes['DangerousDiscard'] | Shapes['PlayerDangerousDiscard'];

const readDanger = (danger: AnyDanger | undefined): DangerResponse | null =>
  danger ? { letters: danger.letters, excused: danger.excused, excuses: danger.excuses } : null;

/** One player's hand in the answer to a single deal. */
export function handIn(answer: DealAnswer | null, wind: Wind): HandResponse | null {
  const score = answer?.hands[wind];
  return score ? readHand(score) : null;
}

export function readDeal(answer: DealAnswer, seating: Seating): DealResponse {
  const { payments, dangerous_discard, net } = answer.settlement;
  return {
    hands: seating.winds.map((wind) => (wind ? handIn(answer, wind) : null)),
    payments: payments.map(({ payer, payee, shares = [], ...payment }) =>
      readPayment({
        ...payment,
        paying_player: playerAt(seating, payer),
        receiving_player: playerAt(seating, payee),
        shares: shares.map(({ payer, ...share }) => ({ ...share, paying_player: playerAt(seating, payer) })),
      }),
    ),
    danger: readDanger(dangerous_discard),
    net: seating.winds.map((wind) => (wind ? (net[wind] ?? 0) : 0)),
  };
}

type Stands = Partial<Pick<SheetAnswer['next_deal'], 'seating' | 'round_wind' | 'deal' | 'sits_out'>>;

function seatingFrom({ seating, round_wind, deal, sits_out }: Stands, run: number | null): Seating | null {
  if (!round_wind || !seating || deal === undefined) return null;
  const winds: Wind[] = [];
  for (const wind of WINDS) {
    const player: number | undefined = seating[wind];
    if (player !== undefined) winds[player] = wind;
  }
  return { winds: Array.from(winds), sitsOut: sits_out ?? null, roundWind: round_wind as Wind, deal, run };
}

/** With a place for the player who sits out. */
function withOneOut(hands: readonly HandResponse[], sitsOut: number | undefined): readonly (HandResponse | null)[] {
  return sitsOut === undefined || hands.length === 0
    ? hands
    : [...hands.slice(0, sitsOut), null, ...hands.slice(sitsOut)];
}

/** In faults of a sheet the hands of a deal go by their players, of whom one may sit out. */
export const byPlayers = (faults: readonly Fault[], { entries }: Sheet): readonly Fault[] =>
  faults.map((fault) => {
    const [, part, at, hands, hand, ...rest] = fault.pointer.split('/');
    const entry = part === 'entries' ? entries[Number(at)] : undefined;
    if (entry?.type !== 'deal' || entry.sits_out === undefined || hands !== 'hands' || hand === undefined) return fault;
    const player = Number(hand) + (Number(hand) >= entry.sits_out ? 1 : 0);
    return { ...fault, pointer: ['', part, at, hands, player, ...rest].join('/') };
  });

const readEntry = (entry: Shapes['SettledEntry']): EntryResponse => ({
  seating: seatingFrom(entry, null),
  hands: withOneOut((entry.hands ?? []).map(readHand), entry.sits_out),
  payments: (entry.payments ?? []).map(readPayment),
  danger: readDanger(entry.dangerous_discard),
  net: entry.net,
  totals: entry.totals,
  failed: entry.problem?.detail,
});

const readTransfer = ({ paying_player, receiving_player, amount }: Shapes['PlayerTransfer']): Transfer => ({
  payer: paying_player,
  payee: receiving_player,
  amount,
});

export function readSheet(answer: SheetAnswer): SheetResponse {
  const { revision, entries, next_deal: next, standings, transfers } = answer;
  return {
    revision,
    entries: entries.map(readEntry),
    ranks: standings.map(({ player, total, rank }) => ({ player, total, rank })),
    transfers: transfers.map(readTransfer),
    next: seatingFrom(next, next.wins_before),
    goulashFollows: next.goulash ?? false,
    roundOver: next.round_over,
    setOver: next.game_over,
  };
}
