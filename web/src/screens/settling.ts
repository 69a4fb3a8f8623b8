/** How a table may settle, in words, and what house rules change of a rulebook. */

import { chosenOptions, type Otherwise, type RuleChange, type Settlement, withOwnDefaults } from '../model/house.ts';
import type { OptionValue } from '../model/shapes.ts';
import type { ResolvedRuleset, RulesetOption, RuleResponse } from '../model/responses.ts';
import { optionName, optionWords } from '../components/options.tsx';
import { capital, isolated, spelled } from '../model/words.ts';
import { t } from '../i18n/rules.ts';
import { memberAndValue, memberWords, valueWords } from './change-words.ts';

export interface Question {
  readonly member: 'losers' | 'east' | 'discarder' | 'self_drawn' | 'limit_cuts' | 'scores_rounded_to';
  readonly legend: string;
  readonly offers: readonly { readonly value: string | number | object; readonly label: string }[];
}

export const QUESTIONS: readonly Question[] = [
  {
    member: 'losers',
    get legend() {
      return t('settle-losers');
    },
    offers: [
      {
        value: 'difference',
        get label() {
          return t('the-difference-of-their-scores');
        },
      },
      {
        value: 'none',
        get label() {
          return t('nothing');
        },
      },
      {
        value: 'full-ways',
        get label() {
          return t('each-pays-each-his-whole-score');
        },
      },
    ],
  },
  {
    member: 'east',
    get legend() {
      return t('settle-east');
    },
    offers: [
      {
        value: { pays: 2, receives: 2 },
        get label() {
          return t('double');
        },
      },
      {
        value: { pays: 1, receives: 1 },
        get label() {
          return t('as-the-others');
        },
      },
    ],
  },
  {
    member: 'discarder',
    get legend() {
      return t('settle-discard');
    },
    offers: [
      {
        value: { share: 1, others_share: 1, for_all: false },
        get label() {
          return t('all-alike');
        },
      },
      {
        value: { share: 2, others_share: 1, for_all: false },
        get label() {
          return t('the-discarder-twice');
        },
      },
      {
        value: { share: 1, others_share: 1, for_all: true },
        get label() {
          return t('the-discarder-for-all');
        },
      },
      {
        value: { share: 1, others_share: 0, for_all: false },
        get label() {
          return t('the-discarder-alone-his-own-share');
        },
      },
    ],
  },
  {
    member: 'self_drawn',
    get legend() {
      return t('settle-self-drawn');
    },
    offers: [
      {
        value: 1,
        get label() {
          return t('his-score');
        },
      },
      {
        value: 2,
        get label() {
          return t('twice-his-score');
        },
      },
    ],
  },
  {
    member: 'limit_cuts',
    get legend() {
      return t('settle-limit-cuts');
    },
    offers: [
      {
        value: 'hand',
        get label() {
          return t('each-hands-score');
        },
      },
      {
        value: 'payment',
        get label() {
          return t('each-payment');
        },
      },
    ],
  },
  {
    member: 'scores_rounded_to',
    get legend() {
      return t('settle-rounded');
    },
    offers: [
      {
        value: 1,
        get label() {
          return t('to-the-point');
        },
      },
      {
        value: 10,
        get label() {
          return t('to-the-nearest-ten');
        },
      },
    ],
  },
];

/** Members in one order, so that what is alike is alike. */
export const asOne = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(Object.entries(value).sort()) : JSON.stringify(value);

export interface Change {
  /** The rule or the question that is otherwise. */
  readonly what: string;
  readonly how: string;
}

const SHOWN_APART = new Set(['text', 'title']);

/** "points 50 (the book: 20)". */
function memberChanged([member, value]: readonly [string, unknown], rule: RuleResponse | undefined): string {
  const ofBook = (rule as Readonly<Record<string, unknown>> | undefined)?.[member];
  const before = typeof ofBook === 'number' && ofBook !== value ? ` ${t('book-has', ofBook)}` : '';
  return `${memberAndValue(member, value)}${before}`;
}

function ruleChanged(id: string, change: RuleChange | null, known: ReadonlyMap<string, RuleResponse>): Change {
  const rule = known.get(id);
  const what = change?.text ? isolated(change.text) : (rule?.text ?? spelled(id));
  const members = Object.entries(change ?? {}).filter(
    ([member, value]) => !SHOWN_APART.has(member) && value !== undefined,
  );
  if (change === null) return { what, how: t('left-out') };
  return { what, how: members.map((member) => memberChanged(member, rule)).join(', ') || t('played-here') };
}

function settlingChanged(member: string, value: unknown, settlement: Settlement): Change {
  const question = QUESTIONS.find((each) => each.member === member);
  const ofBook = settlement[member];
  const now = typeof value === 'object' && value !== null ? { ...(ofBook as object), ...value } : value;
  const offer = question?.offers.find((each) => asOne(each.value) === asOne(now));
  return { what: question?.legend ?? capital(memberWords(member)), how: offer?.label ?? valueWords(value) };
}

function optionChanged(name: string, value: OptionValue, option: RulesetOption | undefined): Change {
  const before =
    option && !option.default_by && option.default !== value ? ` ${t('book-has', optionWords(option.default))}` : '';
  return { what: option ? optionName(option) : capital(spelled(name)), how: `${optionWords(value)}${before}` };
}

const membersWords = (change: object): string =>
  Object.entries(change)
    .filter(([member, value]) => !SHOWN_APART.has(member) && value !== undefined)
    .map(([member, value]) => memberAndValue(member, value))
    .join(', ');

type Parts = Readonly<Record<string, object | null>>;

/** "A misnamed discard: points 50, paid to one player"; what is not named by its text is named by its id. */
const partsChanged = (changed: unknown, named: (id: string, text: string | undefined) => string): readonly Change[] =>
  Object.entries((changed ?? {}) as Parts).map(([id, change]) => ({
    what: named(id, (change as { readonly text?: string } | null)?.text),
    how: change === null ? t('left-out') : membersWords(change) || t('played-here'),
  }));

const SHOWN_IN_PARTS = new Set(['rules', 'settlement', 'options', 'fines', 'penalties']);

/** Every change, rule by rule; what the page has no words for is stated as it is written. */
export function listedChanges(
  { house_rules: house = {}, options = {} }: Otherwise,
  known: ReadonlyMap<string, RuleResponse>,
  { settlement, options: ofBook, fines }: Pick<ResolvedRuleset, 'settlement' | 'options' | 'fines'>,
): readonly Change[] {
  const others = Object.entries(house).filter(
    ([part, value]) => !SHOWN_IN_PARTS.has(part) && !SHOWN_APART.has(part) && value !== undefined,
  );
  const chosen = chosenOptions(options);
  const option = (name: string): RulesetOption | undefined => ofBook.find((each) => each.name === name);
  const defaults = withOwnDefaults(ofBook, { options: house.options }).filter(
    ({ name }) => house.options?.[name] && !(name in chosen),
  );
  const fine = (id: string, text: string | undefined): string =>
    text ? isolated(text) : (fines.find((each) => each.id === id)?.text ?? capital(spelled(id)));
  return [
    ...Object.entries(chosen).map(([name, value]) => optionChanged(name, value as OptionValue, option(name))),
    ...defaults.map(({ name, default: value }) => optionChanged(name, value, option(name))),
    ...Object.entries(house.rules ?? {}).map(([id, change]) => ruleChanged(id, change, known)),
    ...Object.entries(house.settlement ?? {}).map(([member, value]) => settlingChanged(member, value, settlement)),
    ...partsChanged(house.fines, fine),
    ...partsChanged(house.penalties, (id) => capital(memberWords(id))),
    ...others.map(([part, value]) => ({ what: capital(memberWords(part)), how: valueWords(value) })),
  ];
}
