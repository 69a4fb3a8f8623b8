import { t } from '../words/page.ts';
/** Tiles in the contract's notation: a digit and a suit letter, digits run together ("555m 12p"). */

export type Tile = string;

const SUIT_NAMES: Readonly<Record<string, string>> = { m: t('characters'), p: t('circles'), s: t('bamboos') };
const HONOURS = [t('east-wind'), t('south-wind'), t('west-wind'), t('north-wind'), t('white-dragon'), t('green-dragon'), t('red-dragon')];
const FLOWERS = [t('plum-flower'), t('orchid-flower'), t('bamboo-flower'), t('chrysanthemum-flower')];
const SEASONS = [t('spring-season'), t('summer-season'), t('autumn-season'), t('winter-season')];
const SINGLE_NAMES: Readonly<Record<string, readonly string[]>> = { z: HONOURS, f: FLOWERS, y: SEASONS };

export const rankOf = (tile: Tile): number => Number(tile[0]);
export const suitOf = (tile: Tile): string => tile[1] ?? '';

export function nameOf(tile: Tile): string {
  const single = SINGLE_NAMES[suitOf(tile)]?.[rankOf(tile) - 1];
  return single ?? t('tile-of-suit', rankOf(tile), SUIT_NAMES[suitOf(tile)] ?? '?');
}

/** "11m2z" is "1m", "1m", "2z". */
export function tilesOf(text: string): readonly Tile[] {
  return [...text.matchAll(/(\d+)([a-z])/g)].flatMap(([, ranks = '', suit = '']) => [...ranks].map((rank) => rank + suit));
}

/** The groups between the blanks of a tile string. */
export const groupsOf = (text: string): readonly string[] => text.split(' ').filter((group) => group !== '');

/** Of each tile but flowers and seasons. */
export const COPIES_OF_A_TILE = 4;

/** A column for each rank, the eights and nines together, the honours last: seven in each row, and room for one key more. */
export const KEYS: readonly (readonly Tile[])[] = [
  ['1m', '2m', '3m', '4m', '5m', '6m', '7m'],
  ['1p', '2p', '3p', '4p', '5p', '6p', '7p'],
  ['1s', '2s', '3s', '4s', '5s', '6s', '7s'],
  ['8m', '9m', '8p', '9p', '8s', '9s'],
  ['1z', '2z', '3z', '4z', '5z', '6z', '7z'],
];

export const BONUS_KEYS: readonly (readonly Tile[])[] = [
  ['1f', '2f', '3f', '4f'],
  ['1y', '2y', '3y', '4y'],
];
