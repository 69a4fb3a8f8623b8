/** A fifth player at the table: four play each deal, and one sits out, with a total of everybody's own. */

import { EMPTY_HAND } from './hand.ts';
import { haveMoved } from './seats.ts';
import type { Entry, Sheet } from './shapes.ts';

/** The chair on which somebody new sits, where that is the one change at a table of four. */
export function substituteAt(before: readonly string[], after: readonly string[]): number | null {
  const chair = before.findIndex((name, at) => name !== after[at]);
  const name = after[chair];
  if (before.length !== 4 || name === undefined || before.includes(name)) return null;
  return haveMoved(before.with(chair, name), after) ? null : chair;
}

const inserted = <Each>(list: readonly Each[], at: number, each: Each): readonly Each[] => [
  ...list.slice(0, at),
  each,
  ...list.slice(at),
];

/** An entry of four, with a fifth who sat out of it. */
function entryOfFive(entry: Entry, fifth: number, name: string): Entry {
  const up = (player: number): number => (player >= fifth ? player + 1 : player);
  const upOrNone = (player: number | undefined): number | undefined => (player === undefined ? undefined : up(player));
  switch (entry.type) {
    case 'deal': {
      const { winner, win, hands } = entry;
      const ofFive = win && { ...win, discarder: upOrNone(win.discarder), liable: upOrNone(win.liable) };
      return {
        ...entry,
        sits_out: fifth,
        winner: winner === null ? null : up(winner),
        win: ofFive,
        hands: inserted(hands, fifth, EMPTY_HAND),
      };
    }
    case 'washed-tiles':
      return { ...entry, sits_out: fifth, player: up(entry.player) };
    case 'false-mahjong':
      return {
        ...entry,
        sits_out: fifth,
        player: up(entry.player),
        other_calling_players: entry.other_calling_players?.map(up),
      };
    case 'fine':
      return {
        ...entry,
        sits_out: fifth,
        player: up(entry.player),
        receiving_player: upOrNone(entry.receiving_player),
      };
    case 'correction':
      return {
        ...entry,
        amounts: inserted(entry.amounts, fifth, 0),
        formerly: entry.formerly && inserted(entry.formerly, fifth, name),
      };
  }
}

/**
 * Somebody new takes a chair of four; who sat there sits out from now on. The newcomer comes after the other in the order
 * of turns if the chair is East in the next deal, and before otherwise: so the chair has one turn as East, not two or none.
 */
export function withSubstitute(sheet: Sheet, chair: number, name: string, isEast: boolean): Sheet {
  const fifth = isEast ? chair + 1 : chair;
  return {
    ...sheet,
    players: inserted(sheet.players, fifth, name),
    starting_totals: sheet.starting_totals && inserted(sheet.starting_totals, fifth, 0),
    sits_out: isEast ? chair : chair + 1,
    entries: sheet.entries.map((entry) => entryOfFive(entry, fifth, name)),
  };
}
