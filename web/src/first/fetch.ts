/** What the first screen needs in a language, one file each: the service names it in the head of the page. */

import type { Language } from '../i18n/language.ts';

interface First {
  /** The texts by id; of English none, which is built in with the screens that tell it. */
  readonly texts: Readonly<Record<string, string>>;
  /** The rulebooks that the page was built with, as the service would respond: a new table need not wait for it. */
  readonly rulebooks: unknown;
}

const FIRST: Readonly<Record<Language, () => Promise<First>>> = {
  en: () => import('./first-en.ts'),
  de: () => import('./first-de.ts'),
  nl: () => import('./first-nl.ts'),
};

export const fetchFirst = (tag: Language): Promise<First> => FIRST[tag]();
