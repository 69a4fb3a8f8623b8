/** What the page keeps and shows, in its own terms; `service/adapter.ts` alone knows how the contract writes them. */

import type { HouseRules } from './house.ts';

export type Wind = 'east' | 'south' | 'west' | 'north';

export const WINDS: readonly Wind[] = ['east', 'south', 'west', 'north'];

export const SOURCES = ['wall', 'discard', 'loose-tile', 'robbed-kong', 'original-hand'] as const;

/** Where the winning tile came from. */
export type Source = (typeof SOURCES)[number];

/** `wild` holds no tiles of its own: it names those that blanks stand for. */
export type Place = 'exposed' | 'claimed_kongs' | 'concealed_kongs' | 'concealed' | 'bonus' | 'wild';

/** How a hand that did not win is entered. */
export type Telling = 'whole' | 'partial' | 'dead';

interface PerhapsLimitHand {
  readonly limit_hand?: boolean | undefined;
}

interface ScoreCount extends PerhapsLimitHand {
  readonly score: number;
}

interface PointsCount extends PerhapsLimitHand {
  readonly points: number;
  readonly doubles?: number | undefined;
}

/** A limit hand of which nothing was counted. */
interface LimitCount {
  readonly limit_hand: true;
}

interface SpecialCount {
  /** The rule that names the hand and says what it scores. */
  readonly special: string;
  /** Whether a set of that hand was claimed, where that halves it. */
  readonly exposed?: boolean | undefined;
  /** The name of that hand: for the page alone. */
  readonly named?: string | undefined;
}

/** What the table counted of a hand. */
export type Count = ScoreCount | PointsCount | LimitCount | SpecialCount;

export interface Hand {
  /** Tiles in the contract's notation; blanks keep apart what was tapped in one go. */
  readonly concealed: string;
  readonly exposed?: readonly string[] | undefined;
  /** Exposed kongs of which three tiles had been concealed. */
  readonly claimed_kongs?: readonly string[] | undefined;
  readonly concealed_kongs?: readonly string[] | undefined;
  readonly bonus?: string | undefined;
  /** In a goulash the tiles of it that blanks stand for. */
  readonly wild?: string | undefined;
  /** Absent: whole where all tiles are there, else only what scores. */
  readonly telling?: Telling | undefined;
  /** Whether a loser had made an original call: a file says it, the page does not ask for it. */
  readonly original_call?: boolean | undefined;
  /** In place of tiles. */
  readonly counted?: Count | undefined;
  /** Whether a tap said that this hand, of which nothing is entered, scores 0. For the page alone. */
  readonly nothing?: boolean | undefined;
  /** Where each tap went, the newest last, so that it can be taken back. */
  readonly taps?: readonly Place[] | undefined;
  /** Kongs that a second tap made of a pung. */
  readonly grown?: readonly string[] | undefined;
}

/** What may be entered of a win; which of them counts, each rulebook says. */
export const CIRCUMSTANCES = [
  'last_tile',
  'first_discard',
  'standing_hand',
  'last_discard',
  'original_call',
  'kong_upon_kong',
  'first_draw',
] as const;

export type Circumstance = (typeof CIRCUMSTANCES)[number];

export interface Win extends Readonly<Partial<Record<Circumstance, boolean | undefined>>> {
  readonly source: Source;
  readonly tile?: string | undefined;
  readonly discarder?: number | undefined;
  /** Who pays for a dangerous discard that was claimed during play, as the table says. */
  readonly liable?: number | undefined;
  readonly discarder_excused?: boolean | undefined;
}

/** A goulash since the deal before was drawn, and nobody has said so yet. */
export const AFTER_A_DRAW = 'after-a-draw';

export interface DealEntry {
  readonly type: 'deal';
  readonly id?: string | undefined;
  /** Of five players the one who sits out; this one's hand is empty. */
  readonly sits_out?: number | undefined;
  readonly winner: number | null;
  readonly win?: Win | undefined;
  /** Whether the table says that it is a goulash, which it is too if a hand names a wild tile. */
  readonly goulash?: boolean | undefined;
  /** What lay discarded, and the wind of the round where there are no rounds: a file says them, the page does not ask for them. */
  readonly discards?: string | undefined;
  readonly round_wind?: Wind | undefined;
  readonly hands: readonly Hand[];
}

export interface WashedEntry {
  readonly type: 'washed-tiles';
  readonly id?: string | undefined;
  readonly sits_out?: number | undefined;
  readonly player: number;
  readonly hand: Hand;
}

export interface FalseCallEntry {
  readonly type: 'false-mahjong';
  readonly id?: string | undefined;
  readonly sits_out?: number | undefined;
  readonly player: number;
  /** Others who called a false Mah-Jong in the same deal. */
  readonly other_calling_players?: readonly number[] | undefined;
  readonly hand_exposed?: boolean | undefined;
}

export interface FineEntry {
  readonly type: 'fine';
  readonly id?: string | undefined;
  readonly sits_out?: number | undefined;
  /** Its name in the rulebook or in the house rules. */
  readonly fine: string;
  readonly player: number;
  readonly receiving_player?: number | undefined;
  /** Of which one pays what all would have paid. */
  readonly score?: number | undefined;
  /** The fine in words: for the page alone. */
  readonly named?: string | undefined;
}

export interface CorrectionEntry {
  readonly type: 'correction';
  readonly id?: string | undefined;
  readonly amounts: readonly number[];
  readonly reason: string;
  /** The names until then, where others sit on these chairs from this entry on. For the page alone. */
  readonly formerly?: readonly string[] | undefined;
}

export type Entry = DealEntry | WashedEntry | FalseCallEntry | FineEntry | CorrectionEntry;

export type OptionValue = number | boolean | string | null;

/** What a session is played by. */
export interface Terms {
  readonly ruleset: string;
  readonly options?: Readonly<Record<string, OptionValue>> | undefined;
  readonly house_rules?: HouseRules | undefined;
  readonly players: readonly string[];
  readonly starting_totals?: readonly number[] | undefined;
  /** Of five players the one who sits out until others are named; absent where they sit out in turn. For the page alone. */
  readonly sits_out?: number | undefined;
  /** Of the rulebook, by which its numbers were counted; absent until the service has counted. */
  readonly revision?: number | undefined;
}

export interface Sheet extends Terms {
  readonly entries: readonly Entry[];
}
