/** What a rulebook can give a hand: its hands of a name, and the scores that it cannot come to. */

import { pointsOf, scoreOf as countedScore } from './count.ts';
import type { Count } from './shapes.ts';
import { changeOf, type HouseRules, partOf } from './house.ts';
import type { HandResponse, RuleResponse } from './responses.ts';
import { spelled } from './words.ts';

/** The options as they hold: those that the table chose, else the rulebook's. */
export type Held = (option: string) => number | null;

const limitOf = (held: Held): number | null => held('limit');

type Part = readonly [number, number];

/** The score of a hand that a rule is worth by itself; null where it is the limit, or where that is not set. */
function scoreOf({ isLimitHand, score, part }: RuleResponse, held: Held): number | null {
  const limit = limitOf(held);
  if (score !== null) return score;
  return isLimitHand || part === null || limit === null ? null : shareOf(limit, part);
}

/** Whether a hand that a limit hand's rule gave its score has the whole limit; without a limit, by the share of the table's own rule. */
export function hasWholeLimit(
  { score, limitHands }: Pick<HandResponse, 'score' | 'limitHands'>,
  held: Held,
  house: HouseRules = {},
): boolean {
  const limit = limitOf(held);
  if (limit !== null) return score >= limit;
  return limitHands.some((rule) => {
    const [of, by] = partOf(changeOf(house, rule)?.limit_share ?? '1') ?? [0, 1];
    return of >= by;
  });
}

const shareOf = (limit: number, [of, by]: Part): number => Math.floor((limit * of) / by);

const isWorthItself = ({ isLimitHand, score, part }: RuleResponse): boolean =>
  isLimitHand || score !== null || part !== null;

export interface NamedHand {
  readonly id: string;
  readonly concept: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Null: the limit. */
  readonly score: number | null;
  readonly isHalvedByClaim: boolean;
  /** Whether one tile of it lacks. */
  readonly isWaiting: boolean;
}

function named({ id, concept, text, aliases, isHalvedByClaim }: RuleResponse, score: number | null): NamedHand {
  return { id, concept, name: text, aliases, score, isHalvedByClaim, isWaiting: false };
}

function waitingScore({ waiting }: RuleResponse, limit: number | null): number | null {
  if (waiting?.part && limit !== null) return shareOf(limit, waiting.part);
  return waiting?.score ?? null;
}

/** The hands that a rulebook names, of those who can have them; of one that did not win those that it waited for, too. */
export function namedHands(rules: readonly RuleResponse[], held: Held, hasWon: boolean): readonly NamedHand[] {
  const limit = limitOf(held);
  const fits = ({ appliesTo }: RuleResponse): boolean => appliesTo === 'all' || (appliesTo === 'winner') === hasWon;
  return rules
    .filter((rule) => rule.score !== null || limit !== null)
    .flatMap((rule) => {
      if (isWorthItself(rule) && fits(rule)) return [named(rule, scoreOf(rule, held))];
      const score = hasWon ? null : waitingScore(rule, limit);
      return score === null ? [] : [{ ...named(rule, score), isWaiting: true }];
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Digits as the names of hands write them, in the languages of the page. */
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  1: ['one', 'eins', 'een'],
  2: ['two', 'zwei', 'twee'],
  3: ['three', 'drei', 'drie'],
  4: ['four', 'vier'],
  5: ['five', 'f\u00fcnf', 'vijf'],
  6: ['six', 'sechs', 'zes'],
  7: ['seven', 'sieben', 'zeven'],
  8: ['eight', 'acht'],
  9: ['nine', 'neun', 'negen'],
  13: ['thirteen', 'dreizehn', 'dertien'],
};

export const isSought = ({ id, name, aliases }: NamedHand, sought: string): boolean => {
  const all = [name, spelled(id), ...aliases].join(' ').toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => [word, ...(NUMBERS[word] ?? [])].some((each) => all.includes(each)));
};

const common = (one: number, other: number): number => (other === 0 ? one : common(other, one % other));

/** What every count by these rules is a multiple of: doubling keeps that. */
function step(rules: readonly RuleResponse[], held: Held): number {
  const ofOptions = rules.flatMap(({ option }) =>
    option === null || option.name === 'limit' ? [] : [Math.floor((held(option.name) ?? 0) / option.dividedBy)],
  );
  return [...rules.flatMap(({ points, added }) => [points, added]), ...ofOptions].reduce(common, 0);
}

/** A share of the limit or a score of its own; half of it where sets were claimed. */
const isOfItself = (score: number, rules: readonly RuleResponse[], held: Held): boolean =>
  score === limitOf(held) ||
  rules.some((rule) => {
    const own = isWorthItself(rule) ? scoreOf(rule, held) : null;
    return own !== null && (own === score || Math.floor(own / 2) === score);
  });

/** What every count is a multiple of, where this one is none; null where the rulebook may give it. */
export function impossibleStep(count: Count, rules: readonly RuleResponse[], held: Held): number | null {
  const points = pointsOf(count);
  const given = points ?? countedScore(count);
  const each = step(rules, held);
  if (given === undefined || each < 2 || given % each === 0) return null;
  return points === undefined && isOfItself(given, rules, held) ? null : each;
}
