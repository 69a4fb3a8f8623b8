import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import german from '../src/words/de.json' with { type: 'json' };
import dutch from '../src/words/nl.json' with { type: 'json' };
import { best } from '../src/words/language.ts';
import { teller } from '../src/words/told.ts';

const SOURCES: Readonly<Record<string, string>> = import.meta.glob('../src/**/*.tsx', { query: '?raw', import: 'default', eager: true });
const READ = ['aria-label', 'alt', 'answer', 'label', 'legend', 'no', 'placeholder', 'question', 'title', 'yes'];
/** What stands between tags, in attributes that people read, and in sentences that a screen chooses between. */
function* words(node: ts.Node): Generator<string> {
  if (ts.isJsxText(node)) yield node.text.replace(/\s+/g, ' ').trim();
  if (ts.isJsxAttribute(node) && node.initializer && ts.isStringLiteral(node.initializer) && READ.includes(node.name.getText())) yield node.initializer.text;
  if (ts.isStringLiteral(node) && /^[A-Z].* .*[a-z.?!]$/.test(node.text) && !ts.isJsxAttribute(node.parent)) yield node.text;
  for (const child of node.getChildren()) yield* words(child);
}

const written = Object.entries(SOURCES).flatMap(([file, text]) => [...words(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))]);
const told = teller(german);

describe('the words of the page', () => {
  it.each(Object.entries({ german, dutch }))('are all in the %s catalogue', (_, catalogue) => {
    expect(written.length).toBeGreaterThan(150);
    const tell = teller(catalogue);
    const known = (word: string): boolean => word in catalogue || tell(word) !== word;
    expect([...new Set(written)].filter((word) => /[A-Za-z]{2}/.test(word) && !known(word))).toEqual([]);
  });

  it('have the same gaps in each language, and are the same words', () => {
    const gaps = (text: string): number => text.split('{}').length;
    expect(Object.keys(dutch)).toEqual(Object.keys(german));
    for (const catalogue of [german, dutch]) expect(Object.entries(catalogue).filter(([english, word]) => gaps(english) !== gaps(word))).toEqual([]);
  });

  it.each([
    ['Who won?', 'Wer hat gewonnen?'],
    [' at the start', ' zu Beginn'],
    ['60 points, doubled 3 times', '60 Punkte, 3-mal verdoppelt'],
    ['480: 60 points, doubled twice', '480: 60 Punkte, zweimal verdoppelt'],
    ["East's round, deal 4", 'Runde Ost, Spiel 4'],
    ['\u2068Ann\u2069 won on a discard, from \u2068Bob\u2069', '\u2068Ann\u2069 gewann mit einem Abwurf von \u2068Bob\u2069'],
    ['pung of Red Dragon, on the table', 'Pong: Roter Drache, auf dem Tisch'],
    ['\u2068Ann\u2069, East', '\u2068Ann\u2069, Ost'],
    ['300: limit: Dreizehn Hauptsteine', '300: Limit: Dreizehn Hauptsteine'],
    ['1,234', '1,234'],
    ['Ann', 'Ann'],
    ['Ann, Bob', 'Ann, Bob'],
    ['our club of four', 'our club of four'],
  ])('%s is told as %s', (english, meant) => expect(told(english)).toBe(meant));

  it.each([
    [undefined, ['de-AT', 'en'], 'de'],
    [undefined, ['fi', 'de'], 'de'],
    [undefined, ['fi'], 'en'],
    [undefined, [], 'en'],
    ['en', ['de'], 'en'],
    ['de', ['en-GB'], 'de'],
    ['toString', ['de'], 'de'],
    [undefined, ['nl-BE', 'fr'], 'nl'],
  ])('chosen %s, read %j: %s', (choice, read, spoken) => expect(best(choice, read)).toBe(spoken));
});
