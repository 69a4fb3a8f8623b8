/** A goulash: a deal in which blanks stand for other tiles, which are wild. */

import { asStated, groupsAt, wildTiles } from './hand.ts';
import type { Entry, Hand, Place } from './shapes.ts';
import { type Tile, tilesOf } from './tiles.ts';

/** Of a deal. */
export const BLANKS = 4;

const hasWild = (hands: readonly Hand[]): boolean => hands.some((hand) => wildTiles(asStated(hand)).length > 0);

export const isGoulash = ({
  goulash,
  hands,
}: {
  readonly goulash?: boolean | string | undefined;
  readonly hands: readonly Hand[];
}): boolean => Boolean(goulash) || hasWild(hands);

/** Whether an entry that is kept is one. */
export const isGoulashEntry = (entry: Entry): boolean => entry.type === 'deal' && isGoulash(entry);

/** Whether some tiles of an entry that is kept were wild. */
export const hasWildTiles = (entry: Entry): boolean => entry.type === 'deal' && hasWild(entry.hands);

/** A hand whose tiles are all real. */
export function withoutWild({ wild: _, ...hand }: Hand): Hand {
  return hand.taps ? { ...hand, taps: hand.taps.filter((place) => place !== 'wild') } : hand;
}

/** Where tiles lie that may be wild, the first to be taken for it first. */
const WITH_WILD: readonly Place[] = ['exposed', 'claimed_kongs', 'concealed_kongs', 'concealed'];

/** The order within a group: the last is seen best, and the ends of a hidden kong lie face down. */
const order = (size: number): readonly number[] =>
  size === 4 ? [2, 1, 3, 0] : Array.from({ length: size }, (_, at) => size - 1 - at);

/** How many of a group are marked before another group is looked for: as many as blanks may be in it. */
const mostOf = (size: number): number => (size === 4 ? 2 : 1);

type Marks = (place: Place, index: number) => readonly boolean[];

/** Which tiles of which groups are shown as wild. Of alike ones nobody says which: those are chosen here. */
export function marksOf(hand: Hand): Marks {
  if (!hand.wild) return () => [];
  const groups = WITH_WILD.flatMap((place) =>
    groupsAt(hand, place).map((text, index) => ({
      key: `${place} ${index}`,
      tiles: tilesOf(text),
      marked: new Set<number>(),
    })),
  );
  const mark = (tile: Tile, most: (size: number) => number): boolean => {
    for (const { tiles, marked } of groups) {
      const at =
        marked.size < most(tiles.length)
          ? order(tiles.length).find((each) => tiles[each] === tile && !marked.has(each))
          : undefined;
      if (at !== undefined) return Boolean(marked.add(at));
    }
    return false;
  };
  for (const tile of wildTiles(hand)) mark(tile, mostOf) || mark(tile, (size) => size);
  return (place, index) => {
    const found = groups.find(({ key }) => key === `${place} ${index}`);
    return found ? found.tiles.map((_, at) => found.marked.has(at)) : [];
  };
}
