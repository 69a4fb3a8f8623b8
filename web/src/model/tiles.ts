import { t } from '../i18n/page.ts';
/** Tiles in the contract's notation: a digit and a suit letter, digits run together ("555m 12p"). */

export type Tile = string;

const SUIT_NAMES = { m: 'characters', p: 'circles', s: 'bamboos' } as const;
const SINGLE_NAMES = {
  z: ['east-wind', 'south-wind', 'west-wind', 'north-wind', 'white-dragon', 'green-dragon', 'red-dragon'],
  f: ['plum-flower', 'orchid-flower', 'bamboo-flower', 'chrysanthemum-flower'],
  y: ['spring-season', 'summer-season', 'autumn-season', 'winter-season'],
} as const;

export const rankOf = (tile: Tile): number => Number(tile[0]);
export const suitOf = (tile: Tile): string => tile[1] ?? '';

export function nameOf(tile: Tile): string {
  const suit = suitOf(tile);
  const single = SINGLE_NAMES[suit as keyof typeof SINGLE_NAMES]?.[rankOf(tile) - 1];
  const name = SUIT_NAMES[suit as keyof typeof SUIT_NAMES];
  return single ? t(single) : t('tile-of-suit', rankOf(tile), name ? t(name) : '?');
}

/** "11m2z" is "1m", "1m", "2z". */
export function tilesOf(text: string): readonly Tile[] {
  return [...text.matchAll(/(\d+)([a-z])/g)].flatMap(([, ranks = '', suit = '']) =>
    [...ranks].map((rank) => rank + suit),
  );
}

/** The groups between the blanks of a tile string. */
export const groupsOf = (text: string): readonly string[] => text.split(' ').filter((group) => group !== '');

/** Of each tile but flowers and seasons. */
export const COPIES_OF_A_TILE = 4;

const suited = (suit: string, count: number): readonly Tile[] =>
  Array.from({ length: count }, (_, at) => `${at + 1}${suit}`);

/** Suit by suit, nine of each, then the honours. */
export const TILES: readonly Tile[] = [...suited('m', 9), ...suited('p', 9), ...suited('s', 9), ...suited('z', 7)];

/** Flowers and seasons. */
export const BONUS: readonly Tile[] = [...suited('f', 4), ...suited('y', 4)];

export const isBonus = (tile: Tile): boolean => 'fy'.includes(suitOf(tile));
