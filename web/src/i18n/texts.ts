/** The page's texts by id, with gaps (`{0}`) for what changes in them. English is built in with the screens that tell it; another language is fetched whole. */

import { type Language, language } from './language.ts';

type Texts = Readonly<Record<string, string>>;

/** One more language is a file and a line here and a name beside the others. */
const OTHERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Texts }>>> = {
  de: () => import('./de.json'),
  nl: () => import('./nl.json'),
};

let other: Texts = {};

/** Before anything is told: texts stand in constants too. Where the language cannot be fetched, the page is in English. */
export async function fetchTexts(): Promise<void> {
  if (language === 'en') return;
  const found = await OTHERS[language]().catch(() => null);
  if (!found) return;
  other = found.default;
  document.documentElement.lang = language;
}

export type Gap = string | number;

/** Tells a text by its id, with its gaps filled in their order. */
export const teller =
  <Id extends string>(english: Readonly<Record<Id, string>>) =>
  (id: Id, ...gaps: readonly Gap[]): string => {
    const text = other[id] ?? english[id];
    return gaps.length === 0 ? text : text.replace(/\{(\d)\}/g, (_, at: string) => String(gaps[Number(at)] ?? ''));
  };
