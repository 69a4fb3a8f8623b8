/** The faces of winds, dragons, flowers and seasons, and the back. */

import { SIGNS } from './strokes.ts';
import { BLUE, BROWN, GREEN, INK, IVORY, PURPLE, RED, block, disc, mark, placed, shape, stroke } from './svg.ts';

const big = (path: string, colour: string): string => placed(12.6, 36, 1.45, stroke(path, colour, 2.4));

const WIND_LETTERS = ['E', 'S', 'W', 'N'] as const;
const WIND_SIGNS = [SIGNS.east, SIGNS.south, SIGNS.west, SIGNS.north] as const;

const wind = (rank: number): string =>
  mark(WIND_LETTERS[rank - 1] ?? '', INK, 8) + big(WIND_SIGNS[rank - 1] ?? '', INK);

const WHITE =
  mark('W', BLUE, 9) +
  mark('h', BLUE, 31) +
  `<rect x="13" y="39" width="34" height="33" rx="3" fill="none" stroke="${BLUE}" stroke-width="4"/>` +
  `<rect x="19" y="45" width="22" height="21" rx="1" fill="none" stroke="${BLUE}" stroke-width="1.5"/>`;

const DRAGONS = [
  WHITE,
  mark('G', GREEN) + big(SIGNS.prosperity, GREEN),
  mark('R', RED) + big(SIGNS.centre, RED),
] as const;

/** Winds are 1 to 4, dragons 5 to 7. */
export const honour = (rank: number): string => (rank <= 4 ? wind(rank) : (DRAGONS[rank - 5] ?? ''));

const around = (count: number, draw: (angle: number) => string): string =>
  Array.from({ length: count }, (_, turn) => draw((360 / count) * turn)).join('');

const turned = (angle: number, drawing: string): string => `<g transform="rotate(${angle} 30 55)">${drawing}</g>`;

const PLUM =
  around(5, (angle) => turned(angle, disc(30, 44.5, 7.5, PURPLE))) + disc(30, 55, 6, IVORY) + disc(30, 55, 3, PURPLE);
const ORCHID =
  stroke('M30 74C28 60 18 52 9 50M30 74c2-14 12-20 21-20M30 74V52', GREEN, 3) +
  shape('M30 54c-9-2-12-9-11-17 5 2 8 5 11 10 3-5 6-8 11-10 1 8-2 15-11 17z', PURPLE);
const BAMBOO =
  stroke('M26 74V38m-4 12h8m-8 12h8', GREEN, 4) +
  shape(
    'M29 46c6-8 14-9 21-7-4 7-12 10-21 7zm0 14c6-6 13-7 19-4-4 6-11 8-19 4zM23 56c-5-6-9-7-14-6 2 6 8 9 14 6z',
    PURPLE,
  );
const CHRYSANTHEMUM =
  around(12, (angle) => turned(angle, stroke('M30 49v-11', PURPLE, 5))) +
  disc(30, 55, 5, PURPLE) +
  disc(30, 55, 2.4, IVORY);

const SPRING =
  stroke('M30 74V54', BROWN, 3.5) +
  shape('M30 58C14 58 10 48 10 39c13 0 20 7 20 19zm0-4c0-10 6-17 20-17 0 9-5 17-20 17z', BROWN);
const SUMMER = around(8, (angle) => turned(angle, stroke('M30 42v-5', BROWN, 4))) + disc(30, 55, 9, BROWN);
const AUTUMN =
  shape('M30 36l5 9 8-4-2 9 9 1-7 7 4 5-11 1-5 4-6-4-11-1 4-5-7-7 9-1-2-9 8 4z', BROWN) + stroke('M30 52v22', BROWN, 3);
const WINTER = around(6, (angle) => turned(angle, stroke('M30 55V37m-5 4 5 5 5-5', BROWN, 2.8)));

const FLOWERS = [PLUM, ORCHID, BAMBOO, CHRYSANTHEMUM] as const;
const SEASONS = [SPRING, SUMMER, AUTUMN, WINTER] as const;

const bonus = (rank: number, colour: string, drawing: string): string =>
  mark(String(rank), colour) + placed(38, 9, 0.8, mark(WIND_LETTERS[rank - 1] ?? '', colour, 0, 0)) + drawing;

export const flower = (rank: number): string => bonus(rank, PURPLE, FLOWERS[rank - 1] ?? '');
export const season = (rank: number): string => bonus(rank, BROWN, SEASONS[rank - 1] ?? '');

export const BACK =
  block(7, 7, 46, 62, 4, '#2c6e63') +
  stroke('M7 22 22 7M7 38 38 7M7 54 53 8M9 68 53 24M24 69 53 40M39 69 53 55', '#cfe3dc', 2) +
  stroke('M53 22 38 7M53 38 22 7M53 54 7 8M51 68 7 24M36 69 7 40M21 69 7 55', '#cfe3dc', 2);
