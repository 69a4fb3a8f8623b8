/**
 * The page's texts by id, with gaps (`{0}`) for what changes in them. English is built in with the screens that tell it.
 * Of another language the first screen's are fetched first, all others with the first of the other screens.
 */

import { signal } from '@preact/signals';
import { fetchFirst } from '../first/fetch.ts';
import { choose, type Language, language, plurals } from './language.ts';

type Texts = Readonly<Record<string, string>>;

/** One more language is a file and a line here and in `first/`, and a name beside the others. */
const REST: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Texts }>>> = {
  de: () => import('./de.json?rest'),
  nl: () => import('./nl.json?rest'),
};

let other: Texts = {};
let isWhole = false;

/** Changes with the language: what is drawn with it is drawn anew. */
export const spoken = signal<Language>(language);

/** Before anything is shown. Where the language cannot be fetched, the page is in English. */
export async function fetchTexts(): Promise<void> {
  const first = fetchFirst(language).then(({ texts }) => texts);
  const rest = isWhole && language !== 'en' ? REST[language]().then((found) => found.default) : {};
  const found = await Promise.all([first, rest]).catch(() => []);
  other = Object.assign({}, ...found);
  document.documentElement.lang = found.length > 0 ? language : 'en';
}

/** Before another screen than the first is shown. */
export async function fetchRest(): Promise<void> {
  if (isWhole) return;
  isWhole = true;
  if (language !== 'en') await fetchTexts();
}

/** Speaks another language, once its texts are here. */
export async function speak(tag: Language): Promise<void> {
  choose(tag);
  await fetchTexts();
  spoken.value = tag;
}

type Gap = string | number;

/** Tells a text by its id, with its gaps filled in their order. */
export const teller =
  <Id extends string>(english: Readonly<Record<Id, string>>) =>
  (id: Id, ...gaps: readonly Gap[]): string => {
    const text = other[id] ?? english[id];
    return gaps.length === 0 ? text : text.replace(/\{(\d)\}/g, (_, at: string) => String(gaps[Number(at)] ?? ''));
  };

/** The one of two texts that goes with a number: "1 tile", "2 tiles". */
export const counted = <Id extends string>(count: number, one: Id, more: Id): Id =>
  plurals.select(count) === 'one' ? one : more;
