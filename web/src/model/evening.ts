/** The end of an evening in words and rows: to be shared, printed and put into a table. */

import { language } from '../words/language.ts';
import { say } from '../words/say.ts';
import type { Sheet } from './shapes.ts';
import type { EntryTold, Rank, SheetTold, Transfer } from './told.ts';
import { entryWords, isolated, number } from './words.ts';

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** "3.20": so many points times the rate, with the currency as it was written. */
export function money(points: number, rate: number, currency: string): string {
  const sum = `${Math.abs(points * rate).toLocaleString(language, CENTS)} ${currency}`.trim();
  return points * rate < 0 ? `\u2212${sum}` : sum;
}

/** What a point is worth at the table; 0 where it plays for points. */
export interface Rate {
  readonly each: number;
  readonly currency: string;
}

/** " (3.20 EUR)"; nothing where the table plays for points. */
export const rated = (points: number, { each, currency }: Rate): string => (each > 0 ? ` (${money(points, each, currency)})` : '');

export const rankLine = (sheet: Sheet, { player, total, rank }: Rank, rate: Rate): string =>
  `${rank}. ${isolated(sheet.players[player] ?? '?')} ${number(total)}${rated(total, rate)}`;

export const transferLine = (sheet: Sheet, { payer, payee, amount }: Transfer, rate: Rate): string =>
  `${isolated(sheet.players[payer] ?? '?')} \u2192 ${isolated(sheet.players[payee] ?? '?')} ${number(amount)}${rated(amount, rate)}`;

export function asText(sheet: Sheet, { ranks, transfers }: Pick<SheetTold, 'ranks' | 'transfers'>, rate: Rate): string {
  const lines = ranks.map((rank) => rankLine(sheet, rank, rate));
  const handed = transfers.length > 0 ? ['', ...transfers.map((transfer) => transferLine(sheet, transfer, rate))] : [];
  return [say(sheet.entries.length === 1 ? 'Pung Chow, 1 entry' : `Pung Chow, ${sheet.entries.length} entries`), '', ...lines, ...handed].join('\n');
}

/** Without the marks that keep a name's direction. */
const plain = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A leading sign of a formula is taken for one by spreadsheets. */
const harmless = (text: string): string => (/^[=+\-@\t]/.test(text) ? `'${text}` : text);

/** One row for each entry that is counted: what happened, what each won or lost, each total after it. */
export function asCsv(sheet: Sheet, told: readonly EntryTold[]): string {
  const head = [say('entry'), say('what'), ...sheet.players.map(harmless), ...sheet.players.map((name) => say(`${isolated(harmless(name))} (total)`))];
  const rows = told.map(({ net, totals }, at) => {
    const entry = sheet.entries[at];
    const words = entry ? plain(say(entryWords(entry, sheet.players))) : '';
    return [String(at + 1), harmless(words), ...net.map(String), ...totals.map(String)];
  });
  return [head, ...rows].map((row) => row.map(plain).map(cell).join(',')).join('\r\n');
}
