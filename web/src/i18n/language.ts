/** The language of the page: what was chosen here, else the first that the browser reads and the page speaks. */

/** What each calls itself; English is what the page is written in, the others have a catalogue each. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', nl: 'Nederlands' } as const;

export type Language = keyof typeof LANGUAGES;

const KEPT = 'language';

const isSpoken = (tag: string | undefined): tag is Language => tag !== undefined && Object.hasOwn(LANGUAGES, tag);

function chosen(): string | undefined {
  try {
    return localStorage.getItem(KEPT) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The best of what was chosen and what the browser reads. */
export const best = (choice: string | undefined, read: readonly string[]): Language =>
  [choice, ...read.map((tag) => tag.toLowerCase().split('-')[0])].find(isSpoken) ?? 'en';

export const language: Language = typeof navigator === 'undefined' ? 'en' : best(chosen(), navigator.languages ?? []);

/** How the browser's reader writes numbers and dates in the page's language: 25 November or November 25. */
export const locale: string = (typeof navigator === 'undefined' ? [] : navigator.languages).find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;

/** Speak another language from now on; a browser that keeps nothing goes on as it was. */
export function speak(other: Language): void {
  try {
    localStorage.setItem(KEPT, other);
  } catch {
    return;
  }
  location.reload();
}
