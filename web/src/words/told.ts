/** Words of the page in another language: each by its English, with a gap (`{}`) for what changes in it. */

export type Catalogue = Readonly<Record<string, string>>;
export type Tell = (english: string) => string;

const GAP = '{}';
/** Shorter ones fit nearly anything; what fills their gaps must be known itself. */
const LONG_ENOUGH = 6;
const KEPT = 2_000;
const FIGURE = /^[+\u2212-]?[\d.,]+\u202f?%?$/;
const PARTS = /(, |: |; |\. )/;

interface Pattern {
  readonly fits: RegExp;
  readonly told: readonly string[];
  readonly isLong: boolean;
}

function pattern([english, told]: readonly [string, string]): Pattern {
  const parts = english.split(GAP);
  const fits = new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${'$'}()|[\]\\{}]/g, '\\$&')).join('(.*?)')}$`, 's');
  return { fits, told: told.split(GAP), isLong: parts.join('').trim().length >= LONG_ENOUGH };
}

/** How a catalogue tells the page's English; what it does not know stays as it is. */
export function teller(catalogue: Catalogue): Tell {
  const plain = new Map(Object.entries(catalogue).filter(([english]) => !english.includes(GAP)));
  const patterns = Object.entries(catalogue)
    .filter(([english]) => english.includes(GAP))
    .sort(([one], [other]) => other.length - one.length)
    .map(pattern);
  const kept = new Map<string, string | undefined>();

  function known(english: string): string | undefined {
    if (FIGURE.test(english) || english === '') return english;
    if (kept.has(english)) return kept.get(english);
    const told = plain.get(english) ?? joined(english) ?? filled(english);
    if (kept.size >= KEPT) kept.clear();
    kept.set(english, told);
    return told;
  }

  /** A sentence whose gaps are filled with known words; else one that is long enough to be told with any, such as names. */
  function filled(english: string): string | undefined {
    const fitting = patterns.flatMap(({ fits, told, isLong }) => {
      const [, ...gaps] = fits.exec(english) ?? [];
      return gaps.length > 0 ? [{ told, isLong, gaps, words: gaps.map((gap) => spaced(gap, known)) }] : [];
    });
    const best = fitting.find(({ words }) => words.every((word) => word !== undefined)) ?? fitting.find(({ isLong }) => isLong);
    return best?.told.map((part, index) => part + (best.words[index] ?? best.gaps[index] ?? '')).join('');
  }

  /** Words with commas between, of which each is known. */
  function joined(english: string): string | undefined {
    const parts = english.split(PARTS);
    if (parts.length === 1) return undefined;
    const told = parts.map((part, index) => (index % 2 ? part : spaced(part, known)));
    return told.every((part) => part !== undefined) ? told.join('') : undefined;
  }

  return (english) => spaced(english, known) ?? english;
}

/** The same without the blanks around it, which are put back. */
function spaced(english: string, known: (word: string) => string | undefined): string | undefined {
  const whole = known(english);
  if (whole !== undefined) return whole;
  const word = english.trim();
  const told = word === english ? undefined : known(word);
  return told === undefined ? undefined : english.replace(word, () => told);
}
