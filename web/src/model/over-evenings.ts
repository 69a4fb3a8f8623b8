/** Standings over many games, by the names of the players. */

import type { Sheet } from './shapes.ts';
import type { SheetResponse } from './responses.ts';

export interface Played {
  readonly sheet: Sheet;
  readonly response: SheetResponse;
}

interface Standing {
  readonly name: string;
  readonly games: number;
  /** In how many of them nobody had more. */
  readonly firsts: number;
  /** The most that was won in one of them. */
  readonly best: number;
  /** What was won and lost in all; points that a game began with are nobody's winnings. */
  readonly total: number;
}

/** The highest first. However a name is written, it is one player's. */
export function overEvenings(played: readonly Played[]): readonly Standing[] {
  const found = new Map<string, Standing>();
  for (const { sheet, response } of played) {
    for (const { player, total, rank } of response.ranks) {
      const name = sheet.players[player] ?? '';
      const key = name.trim().toLowerCase();
      const won = total - (sheet.starting_totals?.[player] ?? 0);
      const before = found.get(key) ?? { name, games: 0, firsts: 0, best: won, total: 0 };
      found.set(key, {
        ...before,
        games: before.games + 1,
        firsts: before.firsts + Number(rank === 1),
        best: Math.max(before.best, won),
        total: before.total + won,
      });
    }
  }
  return [...found.values()].sort((one, other) => other.total - one.total);
}

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A leading sign of a formula is taken for one by spreadsheets. */
const harmless = (text: string): string => (/^[=+\-@\t]/.test(text) ? `'${text}` : text);

/** As a table: its head, and a row for each player. */
export const seasonCsv = (head: readonly string[], standings: readonly Standing[]): string =>
  [head, ...standings.map(({ name, games, firsts, best, total }) => [harmless(name), games, firsts, best, total])]
    .map((row) => row.map((each) => cell(String(each))).join(','))
    .join('\r\n');
