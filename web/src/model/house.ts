import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/page.ts';
import type { RulesetOption } from './responses.ts';
import type { OptionValue } from './shapes.ts';
import { BONUS, suitOf, type Tile } from './tiles.ts';

/** A table's own rules beside a rulebook: what it plays otherwise, by value. */

export type FinderValue = number | boolean | string;

export interface FinderParameter {
  readonly name: string;
  readonly text: string;
  /** Of a number; null of any other. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Of a word; null of any other: what is neither is yes or no. */
  readonly choices: readonly string[] | null;
}

/** What a rule of the table's own can look for. */
export interface Finder {
  readonly id: string;
  readonly text: string;
  readonly winnerOnly: boolean;
  readonly parameters: readonly FinderParameter[];
}

/** What a rule is worth otherwise, and what one of the table's own looks for; other members came with a file and stay as they are. */
export interface RuleChange {
  readonly text?: string | undefined;
  readonly find?: string | undefined;
  /** What a hand of the table's own is made of, in the language of layouts, or with what stands beside it. */
  readonly layout?: { readonly tiles: string } | undefined;
  readonly parameters?: Readonly<Record<string, FinderValue>> | undefined;
  readonly applies_to?: string | undefined;
  readonly points?: number | undefined;
  readonly doubles?: number | undefined;
  readonly limit_share?: string | undefined;
  readonly [member: string]: unknown;
}

export interface Settlement {
  readonly losers?: string | undefined;
  readonly east?: { readonly pays?: number | undefined; readonly receives?: number | undefined } | undefined;
  readonly discarder?:
    | {
        readonly share?: number | undefined;
        readonly others_share?: number | undefined;
        readonly for_all?: boolean | undefined;
      }
    | undefined;
  readonly self_drawn?: number | undefined;
  readonly limit_cuts?: string | undefined;
  readonly [member: string]: unknown;
}

export interface HouseRules {
  readonly title?: string | undefined;
  /** By id: null leaves a rule of the book out, an empty change switches on one of another. */
  readonly rules?: Readonly<Record<string, RuleChange | null>> | undefined;
  readonly settlement?: Settlement | undefined;
  /** Other defaults, by name; they come with a file or a link, and may be anything. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly [part: string]: unknown;
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((each) => each === undefined));

/** Without what says nothing; undefined where nothing is left. */
export function tidied(house: HouseRules): HouseRules | undefined {
  const stated = Object.entries(house).filter(([, value]) => !isBlank(value));
  return stated.length > 0 ? (Object.fromEntries(stated) as HouseRules) : undefined;
}

const without = <Value>(all: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));

export const changeOf = (house: HouseRules, rule: string): RuleChange | null | undefined => house.rules?.[rule];

/** Undefined: the rule is as the book has it, or not played where the book has none. */
export function withRule(house: HouseRules, rule: string, change: RuleChange | null | undefined): HouseRules {
  const rules = house.rules ?? {};
  return { ...house, rules: change === undefined ? without(rules, rule) : { ...rules, [rule]: change } };
}

/** A value in a change, or out of it; a change of a rule of the book that says nothing is none. */
export function withValue(
  house: HouseRules,
  rule: string,
  isOfBook: boolean,
  member: string,
  value: number | string | undefined,
): HouseRules {
  const { [member]: _, ...rest } = changeOf(house, rule) ?? {};
  const change = value === undefined ? rest : { ...rest, [member]: value };
  return withRule(house, rule, isOfBook && isBlank(change) ? undefined : change);
}

const OWN = 'house:';

export const isOwn = (rule: string): boolean => rule.startsWith(OWN);

/** A new rule of the table's own making, worth a double until it is changed; its id is not taken yet. */
export function withOwn(house: HouseRules, { id, text, parameters }: Finder): HouseRules {
  const taken = (name: string): boolean => changeOf(house, name) !== undefined;
  const names = Array.from(
    { length: Object.keys(house.rules ?? {}).length + 1 },
    (_, count) => `${OWN}${id}${count > 0 ? `-${count + 1}` : ''}`,
  );
  const rule = names.find((name) => !taken(name)) ?? OWN + id;
  const values = Object.fromEntries(parameters.map((parameter) => [parameter.name, firstOf(parameter)]));
  return withRule(house, rule, {
    find: id,
    text,
    doubles: 1,
    ...(parameters.length > 0 ? { parameters: values } : {}),
  });
}

/** A hand of the table's own, by its layout; worth the limit until it is changed. */
export function withOwnHand(house: HouseRules, text: string, layout: string): HouseRules {
  const id = `${OWN}hand-`;
  const count = Object.keys(house.rules ?? {}).length + 1;
  const free = Array.from({ length: count }, (_, at) => `${id}${at + 1}`).find(
    (name) => changeOf(house, name) === undefined,
  );
  return withRule(house, free ?? `${id}${count}`, { text, layout: { tiles: layout }, limit_share: '1' });
}

/** What the service is asked about before the hand has a name. */
export const unnamedHand = (layout: string): HouseRules => withOwnHand({}, 'own hand', layout);

/** A share of the limit, "3/2" or "2", as a fraction; null of none. */
export function partOf(share: string | undefined): readonly [number, number] | null {
  const [of = 0, by = 1] = (share ?? '').split('/').map(Number);
  return of > 0 ? [of, by] : null;
}

const firstOf = ({ minimum, choices }: FinderParameter): FinderValue => choices?.[0] ?? minimum ?? false;

/** The book's own way is not named. */
export function withSettled(house: HouseRules, member: string, value: unknown, ofBook: unknown): HouseRules {
  const settlement = without((house.settlement ?? {}) as Record<string, unknown>, member);
  const isOfBook = JSON.stringify(value) === JSON.stringify(ofBook);
  return { ...house, settlement: isOfBook ? settlement : { ...settlement, [member]: value } };
}

/** What a table plays otherwise than its rulebook: its own rules, and what the rulebook leaves to the players. */
export interface Otherwise {
  readonly house_rules?: HouseRules | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** The options that were chosen. */
export const chosenOptions = <Value>(
  options: Readonly<Record<string, Value | undefined>> = {},
): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(options).filter((each): each is [string, Value] => each[1] !== undefined));

const isValue = (value: unknown): value is number | boolean => typeof value === 'number' || typeof value === 'boolean';

/** How many chows a hand may have is an option of some rulebooks, and a condition of winning where house rules name it. */
function ownDefault({ options, legality }: HouseRules, name: string): number | boolean | undefined {
  const given = Object.values((options?.[name] ?? {}) as Readonly<Record<string, unknown>>);
  const chows = name === 'chows' ? (legality as { readonly chows?: unknown } | null | undefined)?.chows : undefined;
  return [...given, chows].find(isValue);
}

/** What a rulebook leaves to the players, with the defaults of the table's own rules: a limit of 0 is none. */
export const withOwnDefaults = (options: readonly RulesetOption[], house: HouseRules = {}): readonly RulesetOption[] =>
  options.map((option) => {
    const own = ownDefault(house, option.name);
    if (own === undefined) return option;
    const isNone = own === 0 && (option.nullable || option.name === 'limit');
    return { ...option, nullable: option.nullable || isNone, default: isNone ? null : own, default_by: null };
  });

/** What holds where the players choose nothing; it may follow from another option, or from the default of that one. */
export function defaultOf(
  option: RulesetOption,
  offered: readonly RulesetOption[],
  options: Readonly<Record<string, OptionValue | undefined>>,
): OptionValue {
  const { default_by: by } = option;
  const other = by && (options[by.option] ?? offered.find(({ name }) => name === by.option)?.default);
  const given = by?.values.find(({ value }) => value === other);
  return given ? given.default : option.default;
}

const OF_PICTURES: readonly [string, RegExp][] = [
  ['f', /\bflowers?\b/],
  ['y', /\bseasons?\b/],
];

/** The flowers and seasons that a layout names, in the language of layouts. */
const bonusIn = (layout: string): readonly Tile[] =>
  BONUS.filter(
    (tile) =>
      new RegExp(`\\b${tile}\\b`).test(layout) ||
      OF_PICTURES.some(([suit, word]) => suit === suitOf(tile) && word.test(layout)),
  );

/** The layouts of a rule and of all that it combines. */
function layoutsIn(rule: unknown): readonly string[] {
  if (typeof rule !== 'object' || rule === null) return [];
  return Object.entries(rule).flatMap(([member, value]) => {
    if (member !== 'layout') return layoutsIn(value);
    const tiles: unknown = typeof value === 'string' ? value : (value as { readonly tiles?: unknown } | null)?.tiles;
    return typeof tiles === 'string' ? [tiles.normalize('NFKC').toLowerCase()] : [];
  });
}

/** The flowers and seasons that may be one of the fourteen tiles of a hand: only the table's own layouts have any. */
export const bonusInPlace = ({ house_rules }: Otherwise): readonly Tile[] => [
  ...new Set(layoutsIn(house_rules?.rules).flatMap(bonusIn)),
];

/** How many things are otherwise; a part that is one value, such as `base_rules`, is one. */
export function changes({ house_rules, options }: Otherwise): number {
  const { title: _, ...parts } = house_rules ?? {};
  const stated = [...Object.values(parts), chosenOptions(options)].filter((part) => part !== undefined);
  return stated.reduce<number>(
    (sum, part) => sum + (typeof part === 'object' && part !== null ? Object.keys(part).length : 1),
    0,
  );
}

/** "Thursday table, 3 changes". */
export function houseWords(otherwise: Otherwise): string {
  const count = changes(otherwise);
  const words = t(counted(count, 'change-1', 'changes-n'), count);
  const title = otherwise.house_rules?.title;
  return title ? `\u2068${title}\u2069, ${words}` : words;
}

/** Whether there is anything to tell of what a table plays otherwise. */
export const isOtherwise = (otherwise: Otherwise): boolean =>
  changes(otherwise) > 0 || otherwise.house_rules?.title !== undefined;
