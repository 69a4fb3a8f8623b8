/** The language of the page: what was chosen here, else the first that the browser reads and the page speaks. */

/** What each calls itself; English is what the page is written in, the others have a catalogue each. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', nl: 'Nederlands' } as const;

export type Language = keyof typeof LANGUAGES;

const LANGUAGE_KEY = 'language';

const isSpoken = (tag: string | undefined): tag is Language => tag !== undefined && Object.hasOwn(LANGUAGES, tag);

function chosen(): string | undefined {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The best of what was chosen and what the browser reads. */
export const best = (choice: string | undefined, read: readonly string[]): Language =>
  [choice, ...read.map((tag) => tag.toLowerCase().split('-')[0])].find(isSpoken) ?? 'en';

const read = (): readonly string[] => (typeof navigator === 'undefined' ? [] : (navigator.languages ?? []));

const localeOf = (tag: Language): string => read().find((each) => each.toLowerCase().split('-')[0] === tag) ?? tag;

export let language: Language = best(chosen(), read());

/** How the browser's reader writes numbers and dates in the page's language: 25 November or November 25. */
export let locale: string = localeOf(language);

/** Which form of a word goes with a number. */
export let plurals = new Intl.PluralRules(locale);

/** From now on another language; a browser that keeps nothing forgets it with the page. */
export function choose(other: Language): void {
  language = other;
  locale = localeOf(other);
  plurals = new Intl.PluralRules(locale);
  try {
    localStorage.setItem(LANGUAGE_KEY, other);
  } catch {
    return;
  }
}
