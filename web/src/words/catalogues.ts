/** The catalogues, each fetched only where its language is spoken: one more is a file and a line here and a name beside the others. */

import type { Language } from './language.ts';

type Catalogue = Readonly<Record<string, string>>;

export const CATALOGUES: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Catalogue }>>> = {
  de: () => import('./de.json'),
  nl: () => import('./nl.json'),
};
