/** What the service tells, as the screens show it: by player, never by seat. */

import type { Settlement } from './house.ts';
import type { OptionValue, Wind } from './shapes.ts';

export type Facts = Readonly<Record<string, unknown>>;

export interface Fault {
  /** Where in the entry, the deal or the sheet; players go by their numbers in it. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
  /** Of the letter in a text at which it cannot be read, the first being 1. */
  readonly position?: number | undefined;
  /** The tiles that it is about, in the contract's notation. */
  readonly tiles?: readonly string[] | undefined;
  /** Of the service's sentence. */
  readonly key?: string | undefined;
  /** What that sentence tells. */
  readonly facts?: Facts | undefined;
  /** Whom it is about beside the one at its place. */
  readonly player?: number | undefined;
}

export interface Seating {
  /** Each player's own wind in this deal; undefined of one who sits out. */
  readonly winds: readonly (Wind | undefined)[];
  /** Of five players the one who sits out. */
  readonly sitsOut: number | null;
  readonly roundWind: Wind;
  /** The number of the deal in the session. */
  readonly deal: number;
  /** East's wins in a row before this deal; null where that is not known. */
  readonly run: number | null;
}

export interface ItemResponse {
  readonly rule: string;
  readonly text: string;
  readonly tiles: string | null;
  readonly page: string;
  readonly points: number;
  readonly doubles: number;
  readonly added: number;
  /** Whether the hand lacks one tile of what the line names. */
  readonly isWaiting: boolean;
  /** What rounding gave, or took. */
  readonly rounded: number;
  readonly halved: boolean;
}

export interface HandResponse {
  readonly score: number;
  readonly points: number;
  readonly doubles: number;
  readonly added: number;
  readonly uncapped: number;
  readonly capped: boolean;
  readonly limitHands: readonly string[];
  readonly items: readonly ItemResponse[];
}

export interface FactorResponse {
  readonly rule: string;
  readonly times: number;
}

/** What one player would have paid, where another pays for all. */
export interface ShareResponse {
  readonly payer: number;
  readonly amount: number;
  readonly difference: number;
  readonly multiplier: number;
  readonly factors: readonly FactorResponse[];
}

export interface PaymentResponse {
  readonly payer: number;
  readonly payee: number;
  readonly amount: number;
  /** Null where `shares` tell what it comes from. */
  readonly difference: number | null;
  readonly multiplier: number | null;
  readonly factors: readonly FactorResponse[];
  readonly shares: readonly ShareResponse[];
  /** What rounding gave to the amount; negative where it took. */
  readonly rounded: number;
  readonly capped: boolean;
  readonly reason: string;
}

interface ExcuseResponse {
  readonly letter: string;
  readonly excuse: string;
  readonly held: boolean;
  readonly text: string;
}

export interface DangerResponse {
  readonly letters: readonly string[];
  readonly excused: boolean;
  readonly excuses: readonly ExcuseResponse[];
}

/** A deal that is not kept yet. */
export interface DealResponse {
  readonly hands: readonly (HandResponse | null)[];
  readonly payments: readonly PaymentResponse[];
  readonly danger: DangerResponse | null;
  readonly net: readonly number[];
}

export interface EntryResponse {
  /** Null for a correction, which belongs to no deal. */
  readonly seating: Seating | null;
  /** Null of one who sits out. */
  readonly hands: readonly (HandResponse | null)[];
  readonly payments: readonly PaymentResponse[];
  readonly danger: DangerResponse | null;
  readonly net: readonly number[];
  readonly totals: readonly number[];
  /** Why the service could not count it, though it is not wrong. */
  readonly failed?: string | undefined;
}

export interface Transfer {
  readonly payer: number;
  readonly payee: number;
  readonly amount: number;
}

export interface Rank {
  readonly player: number;
  readonly total: number;
  readonly rank: number;
}

export interface SheetResponse {
  /** Of the rulebook. */
  readonly revision: number;
  readonly entries: readonly EntryResponse[];
  readonly ranks: readonly Rank[];
  /** The fewest that settle the session. */
  readonly transfers: readonly Transfer[];
  /** Who sits where in the next deal; null once the set is over. */
  readonly next: Seating | null;
  /** Whether the next deal is a goulash. */
  readonly goulashFollows: boolean;
  readonly roundOver: boolean;
  readonly setOver: boolean;
}

/** What of a session is counted, and nothing else. */
export interface CountedPart {
  readonly entries: readonly EntryResponse[];
  readonly ranks: readonly Rank[];
  /** Null where they are not known of just these entries. */
  readonly transfers: readonly Transfer[] | null;
  /** The places of the entries that are not counted. */
  readonly uncounted: readonly number[];
}

interface DefaultBy {
  readonly option: string;
  readonly values: readonly { readonly value: OptionValue; readonly default: OptionValue }[];
}

export interface RulesetOption {
  readonly name: string;
  readonly text: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default: OptionValue;
  readonly default_by: DefaultBy | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly multiple_of: number | null;
  readonly choices: readonly OptionValue[] | null;
}

export interface Ruleset {
  readonly id: string;
  readonly title: string;
  /** What it is or who plays it, in a line; null where nothing is said. */
  readonly about: string | null;
  /** Whether its book is of before the war, and hardly anybody plays by it. */
  readonly isOld: boolean;
  readonly options: readonly RulesetOption[];
  /** What may be entered of a deal, beside tiles, that changes anything. */
  readonly looksAt: readonly string[];
  /** The types of entries that it takes. */
  readonly entries: readonly string[];
}

export interface RuleResponse {
  readonly id: string;
  readonly text: string;
  readonly points: number;
  readonly doubles: number;
  readonly added: number;
  /** Whether an option says what it is worth. */
  readonly byOption: boolean;
  /** What a hand scores that waits for it: a share of the limit, or points; null where nothing. */
  readonly waiting: { readonly part: readonly [number, number] | null; readonly score: number | null } | null;
  /** Whether its hand is worth half where a set was claimed. */
  readonly isHalvedByClaim: boolean;
  /** What it is, by one name in all rulebooks. */
  readonly concept: string;
  readonly aliases: readonly string[];
  /** Whose hands it counts in: `all`, `winner`, `others`. */
  readonly appliesTo: string;
  readonly isLimitHand: boolean;
  /** What the hand scores in all; null where no rule says so. */
  readonly score: number | null;
  /** The share of the limit, exactly; null where none. */
  readonly part: readonly [number, number] | null;
  /** The option that gives it its number, and by what that is divided; null where none. */
  readonly option: { readonly name: string; readonly dividedBy: number } | null;
}

export interface WholeRuleset extends Ruleset {
  readonly rules: readonly RuleResponse[];
}

/** What a player may be fined for, in the reader's words. */
export interface Fine {
  readonly id: string;
  readonly text: string;
  /** Whom it is paid to: a player who is named, or all alike. */
  readonly to: string;
}

/** A rulebook with house rules applied. */
export interface ResolvedRuleset extends WholeRuleset {
  readonly fines: readonly Fine[];
  readonly settlement: Settlement;
}

/** Whether it makes a difference to a rulebook; one that is not known yet may look at anything. */
export const looksAt = (ruleset: Ruleset | undefined, what: string): boolean =>
  !ruleset || ruleset.looksAt.includes(what);

/** Whether a session by this rulebook takes such entries; one that is not known yet may take any. */
export const takes = (ruleset: Ruleset | undefined, type: string): boolean =>
  !ruleset || ruleset.entries.includes(type);

/** Faults at one place or below it. */
export const faultsUnder = (faults: readonly Fault[], place: string): readonly Fault[] =>
  faults.filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`));

export const faultsAt = (faults: readonly Fault[], place: string): readonly Fault[] =>
  faults.filter(({ pointer }) => pointer === place);

export const playerAt = (seating: Seating, wind: Wind): number => seating.winds.indexOf(wind);

/** Each player's total, by number. */
export const totalsOf = ({ ranks }: SheetResponse): readonly number[] =>
  [...ranks].sort((one, other) => one.player - other.player).map(({ total }) => total);
