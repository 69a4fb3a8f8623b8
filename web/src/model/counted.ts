/** What a rulebook can give a hand: its hands of a name, and the scores that it cannot come to. */

import type { Count } from './shapes.ts';
import type { RuleTold } from './told.ts';

/** The options as they hold: those that the table chose, else the rulebook's. */
export type Held = (option: string) => number | null;

const limitOf = (held: Held): number | null => held('limit');

/** The score of a hand that a rule is worth by itself; null where it is the limit, or where that is not set. */
function scoreOf({ isLimitHand, score, part }: RuleTold, held: Held): number | null {
  const limit = limitOf(held);
  if (score !== null) return score;
  return isLimitHand || part === null || limit === null ? null : Math.floor((limit * part[0]) / part[1]);
}

const isWorthItself = ({ isLimitHand, score, part }: RuleTold): boolean => isLimitHand || score !== null || part !== null;

export interface NamedHand {
  readonly id: string;
  readonly concept: string;
  readonly name: string;
  readonly text: string;
  readonly aliases: readonly string[];
  /** Null: the limit. */
  readonly score: number | null;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The hands that a rulebook names, of those who can have them; none that is worth a limit which is not set. */
export function namedHands(rules: readonly RuleTold[], held: Held, hasWon: boolean): readonly NamedHand[] {
  const fits = ({ appliesTo }: RuleTold): boolean => appliesTo === 'all' || (appliesTo === 'winner') === hasWon;
  return rules
    .filter((rule) => isWorthItself(rule) && fits(rule) && (rule.score !== null || limitOf(held) !== null))
    .map((rule) => ({ id: rule.id, concept: rule.concept, name: capital(rule.id.replace('house:', '').replaceAll('-', ' ')), text: rule.text, aliases: rule.aliases, score: scoreOf(rule, held) }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

export const isSought = ({ name, text, aliases }: NamedHand, sought: string): boolean => {
  const all = [name, text, ...aliases].join(' ').toLowerCase();
  return sought.toLowerCase().split(/\s+/).every((word) => all.includes(word));
};

const common = (one: number, other: number): number => (other === 0 ? one : common(other, one % other));

/** What every count by these rules is a multiple of: doubling keeps that. */
function step(rules: readonly RuleTold[], held: Held): number {
  const ofOptions = rules.flatMap(({ option }) => (option === null || option.name === 'limit' ? [] : [Math.floor((held(option.name) ?? 0) / option.dividedBy)]));
  return [...rules.flatMap(({ points, added }) => [points, added]), ...ofOptions].reduce(common, 0);
}

/** A share of the limit or a score of its own; half of it where sets were claimed. */
const isOfItself = (score: number, rules: readonly RuleTold[], held: Held): boolean =>
  score === limitOf(held) ||
  rules.some((rule) => {
    const own = isWorthItself(rule) ? scoreOf(rule, held) : null;
    return own !== null && (own === score || Math.floor(own / 2) === score);
  });

/** What every count is a multiple of, where this one is none; null where the rulebook may give it. */
export function impossibleStep({ score, points }: Count, rules: readonly RuleTold[], held: Held): number | null {
  const given = points ?? score;
  const each = step(rules, held);
  if (given === undefined || each < 2 || given % each === 0) return null;
  return points === undefined && isOfItself(given, rules, held) ? null : each;
}
