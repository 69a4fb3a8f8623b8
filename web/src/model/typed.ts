/** Tiles as they are typed on a keyboard, in the contract's notation: "123m 55z". */

import { addGroup } from './hand.ts';
import type { Hand, Place } from './shapes.ts';
import { suitOf, tilesOf } from './tiles.ts';

const isBonus = (group: string): boolean => tilesOf(group).some((tile) => 'fy'.includes(suitOf(tile)));

const PIECES = /\d+[a-z]|\S+/g;

/** Flowers find their own place; the rest goes where the keys would put it, each run of one suit a group. */
export function typedInto(hand: Hand, place: Place, text: string): Hand {
  const pieces = text.toLowerCase().match(PIECES) ?? [];
  return pieces.reduce((grown, piece) => addGroup(grown, isBonus(piece) ? 'bonus' : place === 'bonus' ? 'concealed' : place, piece), hand);
}
