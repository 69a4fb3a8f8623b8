/** Which rulebook a table is likely to play: the commonest where it is, or the one that most of its answers fit. */

import { type Language, language } from '../i18n/language.ts';
import type { Ruleset } from './responses.ts';

const COMMONEST: Readonly<Record<Language, string>> = { en: 'bmja', de: 'dmjl', nl: 'nts-2002' };

/** What a new table begins with: what is played most where its language is spoken. */
export const commonest = (rulesets: readonly Ruleset[] | null): string | undefined =>
  rulesets?.find(({ id }) => id === COMMONEST[language])?.id;

export const QUESTIONS = ['learnt', 'chows', 'special-hands'] as const;

export type Question = (typeof QUESTIONS)[number];
export type Answers = Readonly<Partial<Record<Question, string>>>;

/** The answers that fit each rulebook, the commoner one first. */
const FITTING: readonly { readonly id: string; readonly fits: Readonly<Record<Question, string>> }[] = [
  { id: 'bmja', fits: { learnt: 'britain', chows: 'one', 'special-hands': 'many' } },
  { id: 'millington', fits: { learnt: 'britain', chows: 'any', 'special-hands': 'few' } },
  { id: 'outside-the-box', fits: { learnt: 'britain', chows: 'one', 'special-hands': 'many' } },
  { id: 'western', fits: { learnt: 'australia', chows: 'one', 'special-hands': 'many' } },
  { id: 'dmjl', fits: { learnt: 'germany', chows: 'any', 'special-hands': 'few' } },
  { id: 'nts-2002', fits: { learnt: 'netherlands', chows: 'any', 'special-hands': 'few' } },
  { id: 'babcock-1923', fits: { learnt: 'old-book', chows: 'any', 'special-hands': 'few' } },
];

export const ANSWERS: Readonly<Record<Question, readonly string[]>> = {
  learnt: ['britain', 'germany', 'netherlands', 'australia', 'old-book'],
  chows: ['one', 'any'],
  'special-hands': ['few', 'many'],
};

/** The rulebook that most answers fit, where it was learnt counting most; undefined before anything is answered. */
export function suggested(answers: Answers): string | undefined {
  const weight = (question: Question): number => (question === 'learnt' ? QUESTIONS.length : 1);
  const scored = FITTING.map(({ id, fits }) => ({
    id,
    score: QUESTIONS.reduce((sum, each) => sum + (answers[each] === fits[each] ? weight(each) : 0), 0),
  }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.id : undefined;
}

const PLAYED = ['chows', 'special-hands'] as const;

/**
 * The others that the answers fit, the commoner one first. How a table plays tells more than where it was learnt, which
 * no longer rules one out once both questions about that are answered.
 */
export function fittingToo(answers: Answers): readonly string[] {
  const isPlayedKnown = PLAYED.every((each) => answers[each] !== undefined);
  const asked = (isPlayedKnown ? PLAYED : QUESTIONS).filter((each) => answers[each] !== undefined);
  const best = suggested(answers);
  if (best === undefined) return [];
  return FITTING.filter(({ id, fits }) => id !== best && asked.every((each) => answers[each] === fits[each])).map(
    ({ id }) => id,
  );
}
