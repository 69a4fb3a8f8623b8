import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { best } from '../src/i18n/language.ts';
import { teller } from '../src/i18n/texts.ts';

type Texts = Readonly<Record<string, string>>;
const SOURCES: Texts = import.meta.glob('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const ENGLISH: Readonly<Record<string, Texts>> = import.meta.glob('../src/i18n/en/*.json', {
  import: 'default',
  eager: true,
});

const OTHERS: Readonly<Record<string, Texts>> = import.meta.glob('../src/i18n/*.json', {
  import: 'default',
  eager: true,
});

const gapsIn = (text: string): readonly string[] => (text.match(/\{\d\}/g) ?? []).sort();

const READ = ['aria-label', 'alt', 'label', 'legend', 'no', 'placeholder', 'question', 'title', 'yes'];

/** What stands between tags, and in attributes that people read. */
function* words(node: ts.Node): Generator<string> {
  if (ts.isJsxText(node)) yield node.text.trim();
  if (
    ts.isJsxAttribute(node) &&
    node.initializer &&
    ts.isStringLiteral(node.initializer) &&
    READ.includes(node.name.getText())
  )
    yield node.initializer.text;
  for (const child of node.getChildren()) yield* words(child);
}

describe('the texts of the page', () => {
  const ids = Object.values(ENGLISH).flatMap((texts) => Object.keys(texts));
  const english: Texts = Object.assign({}, ...Object.values(ENGLISH));

  it('are in the catalogues alone', () => {
    const texts = Object.entries(SOURCES)
      .filter(([file]) => file.endsWith('.tsx'))
      .flatMap(([file, text]) => [
        ...words(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)),
      ]);
    expect(texts.filter((word) => /\p{L}{2}/u.test(word))).toEqual([]);
  }, 120_000);

  it.each(Object.entries(OTHERS))('have the same ids and gaps in %s', (_, other: Texts) => {
    expect(Object.keys(english).length).toBeGreaterThan(400);
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    expect(
      Object.keys(english).filter((id) => String(gapsIn(english[id] ?? '')) !== String(gapsIn(other[id] ?? ''))),
    ).toEqual([]);
  });

  it('are all used, each id in one catalogue', () => {
    expect(ids).toEqual([...new Set(ids)]);
    const code = Object.values(SOURCES).join('\n');
    expect(ids.filter((id) => !code.includes(`'${id}'`))).toEqual([]);
  });

  it.each([
    [['{0} of {1}', 2, 3], '2 of 3'],
    [['{1}: {0}', 'one', 'two'], 'two: one'],
    [['{0} of {1}', '{1} $1', 3], '{1} $1 of 3'],
  ] as const)('%j are told as %s', ([text, ...gaps], meant) => expect(teller({ text })('text', ...gaps)).toBe(meant));

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
