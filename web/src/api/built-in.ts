/** The rulebooks that the page was built with, in another language than English: a new table need not wait for the service. */

import { language } from '../i18n/language.ts';

const OTHERS = {
  de: () => import('./rulebooks/de.json'),
  nl: () => import('./rulebooks/nl.json'),
} as const;

let list: unknown = null;

/** Beside the texts, before the first screen. */
export async function fetchBuiltIn(): Promise<void> {
  const found = language === 'en' ? null : await OTHERS[language]().catch(() => null);
  list = found?.default ?? null;
}

/** As the service would respond; null where they could not be fetched, or the page is in English. */
export const builtIn = (): unknown => list;
