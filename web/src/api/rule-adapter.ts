/** How the contract writes rulebooks, house rules and what a rule can look for. */

import type { Schemas as Shapes } from 'pung-chow-client';
import { type Finder, type HouseRules, partOf } from '../model/house.ts';
import type { Terms } from '../model/shapes.ts';
import type { ResolvedRuleset, Ruleset, RulesetOption, RuleResponse, WholeRuleset } from '../model/responses.ts';
import { only } from './only.ts';

type RulesetsAnswer = Shapes['RulesetList'];

function readOption(option: Shapes['RulesetOption']): RulesetOption {
  const { name, text, type, unlimited, minimum = null, maximum = null, multiple_of = null } = option;
  const { default_integer = null, default_boolean, choices = null, default_by } = option;
  const orNull = (value: number): number | null => (unlimited && value === 0 ? null : value);
  const by = default_by
    ? {
        option: default_by.option,
        values: default_by.values.map((each) => ({ ...each, default: orNull(each.default) })),
      }
    : null;
  return {
    name,
    text,
    type,
    nullable: unlimited,
    default: default_boolean ?? (default_integer === null ? null : orNull(default_integer)),
    default_by: by,
    minimum,
    maximum,
    multiple_of,
    choices,
  };
}

export const readRulesets = ({ rulesets }: RulesetsAnswer): readonly Ruleset[] => rulesets.map(readSummary);

const OLD = /\b19[0-3]\d/;

function readSummary({
  id,
  title,
  about,
  source,
  books,
  options,
  looks_at: looksAt,
  entry_types: entries,
}: Shapes['RulesetSummary']): Ruleset {
  const isOld = books.some((book) => book.id === source.book && OLD.test(book.edition ?? ''));
  return { id, title, about: about ?? null, isOld, options: options.map(readOption), looksAt, entries };
}

const readRule = ({
  id,
  text,
  points,
  doubles,
  added,
  limit_share,
  option,
  ...rule
}: Shapes['Rule']): RuleResponse => ({
  id,
  text,
  points,
  doubles,
  added,
  byOption: option !== undefined,
  concept: rule.concept,
  aliases: rule.aliases,
  appliesTo: rule.applies_to,
  isLimitHand: rule.limit_hand,
  score: rule.score ?? null,
  part: partOf(limit_share),
  waiting: rule.waiting ? { part: partOf(rule.waiting.limit_share), score: rule.waiting.score ?? null } : null,
  isHalvedByClaim: rule.layout?.exposed === 'half',
  option: option ? { name: option.name, dividedBy: option.divided_by } : null,
});

export const readWhole = (rulesets: readonly Shapes['Ruleset'][]): readonly WholeRuleset[] =>
  rulesets.map((ruleset) => ({ ...readSummary(ruleset), rules: ruleset.rules.map(readRule) }));

export const readFinders = ({ finders }: Shapes['FinderList']): readonly Finder[] =>
  finders.map(({ id, text, winner_only: winnerOnly, parameters }) => ({
    id,
    text,
    winnerOnly,
    parameters: parameters.map(({ name, text, minimum = null, maximum = null, choices = null }) => ({
      name,
      text,
      minimum,
      maximum,
      choices,
    })),
  }));

type ResolvedAnswer = Shapes['ResolvedRuleset'];

export const readResolved = (answer: ResolvedAnswer): ResolvedRuleset => ({
  ...readSummary(answer),
  rules: answer.rules.map(readRule),
  settlement: (answer.table as HouseRules).settlement ?? {},
  fines: Object.entries(
    ((answer.table as HouseRules).fines ?? {}) as Readonly<
      Record<string, { readonly text?: string; readonly to: string } | null>
    >,
  ).flatMap(([id, fine]) =>
    fine ? [{ id, text: answer.settling.find((rule) => rule.id === id)?.text ?? fine.text ?? id, to: fine.to }] : [],
  ),
});

export const resolveBody = ({
  ruleset,
  house_rules,
}: Pick<Terms, 'ruleset' | 'house_rules'>): Shapes['ResolveRequest'] =>
  only({ ruleset, house_rules }) as Shapes['ResolveRequest'];
