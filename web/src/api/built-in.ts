/** The rulebooks that the page was built with: a new table need not wait for the service. */

import type { Schemas } from 'pung-chow-client';
import { fetchFirst } from '../first/fetch.ts';
import { language } from '../i18n/language.ts';

type List = Schemas['RulesetList'];

let list: List | null = null;

/** Beside the texts, before the first screen. */
export async function fetchBuiltIn(): Promise<void> {
  const found = await fetchFirst(language).catch(() => null);
  list = found && (found.rulebooks as List);
}

/** As the service would respond; null where they could not be fetched. */
export const builtIn = (): List | null => list;
