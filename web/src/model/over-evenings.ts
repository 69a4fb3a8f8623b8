/** Standings over many games, by the names of the players. */

import type { Sheet } from './shapes.ts';
import type { SheetResponse } from './responses.ts';

export interface Played {
  readonly sheet: Sheet;
  readonly told: SheetResponse;
}

export interface Standing {
  readonly name: string;
  readonly games: number;
  /** What was won and lost in all; points that a game began with are nobody's winnings. */
  readonly total: number;
}

/** The highest first. However a name is written, it is one player's. */
export function overEvenings(played: readonly Played[]): readonly Standing[] {
  const found = new Map<string, Standing>();
  for (const { sheet, told } of played) {
    for (const { player, total } of told.ranks) {
      const name = sheet.players[player] ?? '';
      const key = name.trim().toLowerCase();
      const before = found.get(key) ?? { name, games: 0, total: 0 };
      found.set(key, {
        ...before,
        games: before.games + 1,
        total: before.total + total - (sheet.starting_totals?.[player] ?? 0),
      });
    }
  }
  return [...found.values()].sort((one, other) => other.total - one.total);
}
