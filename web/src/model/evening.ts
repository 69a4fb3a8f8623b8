/** The end of an evening in words and rows: to be shared, printed and put into a table. */

import { locale } from '../i18n/language.ts';
import { houseWords, isOtherwise } from './house.ts';
import { hasWildTiles } from './goulash.ts';
import { wildTiles } from './hand.ts';
import { chairAt, isMove, playersAt } from './seats.ts';
import { centsOf, type Rate, transferCents } from './money.ts';
import type { Entry, Sheet } from './shapes.ts';
import { nameOf } from './tiles.ts';
import type { CountedPart, Rank, Transfer } from './responses.ts';
import { entryWords } from './entry-words.ts';
import { isolated, number, plain } from './words.ts';
import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/game.ts';

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** "3.20": with the currency as it was written. */
export function money(cents: number, currency: string): string {
  const sum = `${(Math.abs(cents) / 100).toLocaleString(locale, CENTS)} ${currency}`.trim();
  return cents < 0 ? `\u2212${sum}` : sum;
}

/** A number as the reader's language writes it: "0,05". */
export const inLanguage = (each: number): string =>
  each.toLocaleString(locale, { maximumFractionDigits: 6, useGrouping: false });

/** With a comma or a point, whichever was typed; 0 where it is no number. */
export function readNumber(text: string): number {
  const [whole = '', part = '', ...more] = text.trim().split(/[.,]/);
  const each = Number(`${whole || '0'}.${part || '0'}`);
  return more.length === 0 && each > 0 && Number.isFinite(each) ? each : 0;
}

/** " (3.20 EUR)" for each; nothing where the table plays for points. */
const inMoney = (cents: readonly number[], { each, currency }: Rate): readonly string[] =>
  cents.map((value) => (each > 0 ? ` (${money(value, currency)})` : ''));

/** Of the ranks, one after the other. */
export const ratedRanks = (ranks: readonly Rank[], rate: Rate): readonly string[] =>
  inMoney(
    centsOf(
      ranks.map(({ total }) => total),
      rate.each,
    ),
    rate,
  );

export const ratedTransfers = (sheet: Sheet, transfers: readonly Transfer[], rate: Rate): readonly string[] =>
  inMoney(transferCents(transfers, sheet.players.length, rate.each), rate);

const rankLine = (sheet: Sheet, { player, total, rank }: Rank, rated: string | undefined): string =>
  `${rank}. ${isolated(sheet.players[player] ?? '?')} ${number(total)}${rated ?? ''}`;

const transferLine = (sheet: Sheet, { payer, payee, amount }: Transfer, rated: string | undefined): string =>
  `${isolated(sheet.players[payer] ?? '?')} \u2192 ${isolated(sheet.players[payee] ?? '?')} ${number(amount)}${rated ?? ''}`;

/** What the evening was: by which rulebook, when where that is known, how many deals. */
export interface Head {
  readonly title: string;
  readonly begun: number | null;
}

/** As the service numbers them: a false Mah-Jong and washed tiles end a deal, and so does a fine that pays for all. */
const isDeal = (entry: Entry): boolean =>
  entry.type === 'fine' ? entry.score !== undefined : entry.type !== 'correction';

const dealsIn = (entries: readonly Entry[]): number => entries.filter(isDeal).length;

const dealWords = (count: number): string => t(counted(count, 'deal-1', 'deals-n'), count);

const dayOf = (begun: number): string => new Date(begun).toLocaleDateString(locale, { dateStyle: 'long' });

export const momentOf = (begun: number): string =>
  new Date(begun).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

export const headParts = ({ title, begun }: Head, { entries }: Sheet): readonly string[] =>
  [title, begun === null ? '' : dayOf(begun), dealWords(dealsIn(entries))].filter((part) => part !== '');

export const headLine = (head: Head, sheet: Sheet): string => headParts(head, sheet).join(', ');

/** "House rules: Tuesday, 4 changes"; nothing of a table that plays by the book. */
export const houseLine = (terms: Sheet): string => (isOtherwise(terms) ? t('house-rules-are', houseWords(terms)) : '');

/** One of it, and more; what may still be counted, and what was refused. */
const UNCOUNTED = {
  deal: { yet: ['uncounted-deal-yet', 'uncounted-deals-yet'], not: ['uncounted-deal', 'uncounted-deals'] },
  entry: { yet: ['uncounted-entry-yet', 'uncounted-entries-yet'], not: ['uncounted-entry', 'uncounted-entries'] },
} as const;

/** "2 deals are not counted", or not yet; nothing where everything is. */
export function uncountedWords(sheet: Sheet, uncounted: readonly number[], isYet = false): string {
  const count = uncounted.length;
  if (count === 0) return '';
  const kind = uncounted.every((at) => sheet.entries[at]?.type !== 'correction') ? 'deal' : 'entry';
  const [one, more] = UNCOUNTED[kind][isYet ? 'yet' : 'not'];
  return t(counted(count, one, more), count);
}

/** "Entry 2, goulash. Ann: 2 of Bamboos, White Dragon": which tiles were wild, a line for each deal that was one. */
const goulashLines = (sheet: Sheet): readonly string[] =>
  sheet.entries.flatMap((entry, at) => {
    if (entry.type !== 'deal' || !hasWildTiles(entry)) return [];
    const wild = entry.hands.map((hand) =>
      wildTiles(hand)
        .map((tile) => nameOf(tile))
        .join(', '),
    );
    const stated = wild.flatMap((names, player) =>
      names === '' ? [] : [`${isolated(playersAt(sheet, at)[player] ?? '?')}: ${names}`],
    );
    return [t('entry-goulash', at + 1, stated.join('; '))];
  });

/** The lines of a text or a picture; the first is the head. */
function linesOf(sheet: Sheet, part: CountedPart, rate: Rate, head: Head): readonly string[] {
  const missing = uncountedWords(sheet, part.uncounted);
  const groups = [
    [headLine(head, sheet), houseLine(sheet), missing && `${missing}!`].filter((line) => line !== ''),
    part.ranks.map((rank, at) => rankLine(sheet, rank, ratedRanks(part.ranks, rate)[at])),
    (part.transfers ?? []).map((transfer, at) =>
      transferLine(sheet, transfer, ratedTransfers(sheet, part.transfers ?? [], rate)[at]),
    ),
    goulashLines(sheet),
  ];
  return groups
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? lines : ['', ...lines]))
    .map(plain);
}

export const asText = (sheet: Sheet, part: CountedPart, rate: Rate, head: Head): string =>
  linesOf(sheet, part, rate, head).join('\n');

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A leading sign of a formula is taken for one by spreadsheets. */
const harmless = (text: string): string => (/^[=+\-@\t]/.test(text) ? `'${text}` : text);

/** One row for each entry: what happened, what each won or lost, each total after it; nothing but words where it is not counted. */
export function asCsv(sheet: Sheet, { entries, uncounted }: CountedPart): string {
  const head = [
    t('csv-entry'),
    t('csv-what'),
    ...sheet.players.map(harmless),
    ...sheet.players.map((name) => t('csv-total', isolated(harmless(name)))),
  ];
  const rows = sheet.entries.map((entry, at) => {
    const words = plain(entryWords(entry, playersAt(sheet, at)));
    const chairs = sheet.players.map((_, player) => chairAt(sheet, at, player));
    const response = entries[at];
    if (!response || uncounted.includes(at)) return [String(at + 1), harmless(`${words} (${t('not-counted')})`)];
    return [
      String(at + 1),
      harmless(words),
      ...chairs.map((chair) => String(isMove(entry) ? 0 : (response.net[chair] ?? 0))),
      ...chairs.map((chair) => String(response.totals[chair] ?? 0)),
    ];
  });
  return [head, ...rows].map((row) => row.map(plain).map(cell).join(',')).join('\r\n');
}
