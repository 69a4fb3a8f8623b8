/** Tiles as they are typed on a keyboard, in the contract's notation: "123m 55z", or as Unicode draws them. */

import { addGroup, groupFor } from './hand.ts';
import type { Hand, Place } from './shapes.ts';
import { suitOf, type Tile, tilesOf } from './tiles.ts';

const series = (suit: string, last: number): readonly Tile[] =>
  Array.from({ length: last }, (_, rank) => `${rank + 1}${suit}`);

/** In Unicode's order, from U+1F000 on; the dragons there run red, green, white. */
const DRAWN: readonly Tile[] = [
  ...series('z', 4),
  '7z',
  '6z',
  '5z',
  ...series('m', 9),
  ...series('s', 9),
  ...series('p', 9),
  ...series('f', 4),
  ...series('y', 4),
];
const FIRST_DRAWN = 0x1f000;
const DRAWINGS = /(?:[\u{1F000}-\u{1F029}]|\uFE0E|\uFE0F)+/gu;

const nameOf = (drawing: string): Tile => DRAWN[(drawing.codePointAt(0) ?? 0) - FIRST_DRAWN] ?? '';

/** Neighbours of one suit: their digits run together, the suit once. */
const NEIGHBOURS = /(\d)([a-z])(?=\d\2)/g;

/** Digits and letters as East Asian keyboards write them; each as many codes after its plain one. */
const FULL_WIDTH = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g;
const TO_FULL_WIDTH = 0xfee0;
const COMMAS = /[,\u3001\uFF0C]/g;

/** What was pasted from elsewhere, as it is typed: lower case, no commas. */
const plain = (text: string): string =>
  text
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - TO_FULL_WIDTH))
    .replace(COMMAS, ' ')
    .toLowerCase();

/** "🀇🀇🀆" is "11m5z". */
const inLetters = (text: string): string =>
  text.replace(DRAWINGS, (run) => [...run].map(nameOf).join('').replace(NEIGHBOURS, '$1'));

const PIECES = /\d+[a-z]|\S+/g;
const TILES = /^([1-9]+[mps]|[1-7]+z|[1-4]+[fy])$/;

const sorted = (piece: string): string =>
  TILES.test(piece) ? [...piece.slice(0, -1)].sort().join('') + piece.slice(-1) : piece;

const pieces = (text: string): readonly string[] => (inLetters(plain(text)).match(PIECES) ?? []).map(sorted);

/** What of a text is no tiles. */
export const strange = (text: string): readonly string[] => pieces(text).filter((piece) => !TILES.test(piece));

const isBonus = (group: string): boolean => 'fy'.includes(suitOf(tilesOf(group)[0] ?? ''));

const isKong = (group: string): boolean => group === groupFor('kong', tilesOf(group)[0] ?? '');

/** Whether a tap could have put it on the table. */
const isSet = (group: string): boolean =>
  (['chow', 'pung', 'kong'] as const).some((kind) => group === groupFor(kind, tilesOf(group)[0] ?? ''));

function placeFor(group: string, place: Place): Place {
  if (place === 'wild') return place;
  if (isBonus(group)) return 'bonus';
  const lies = place === 'exposed' ? isSet(group) : place === 'concealed_kongs' && isKong(group);
  return lies ? place : 'concealed';
}

/** Flowers find their own place, but where wild tiles are entered; the rest goes where the keys would put it, each run of one suit a group. */
export const typedInto = (hand: Hand, place: Place, text: string): Hand =>
  pieces(text).reduce((next, piece) => addGroup(next, placeFor(piece, place), piece), hand);
