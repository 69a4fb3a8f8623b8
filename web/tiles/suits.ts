/** The faces of the three suits: what stands below the corner numeral. */

import { SIGNS } from './strokes.ts';
import { BLUE, GREEN, INK, IVORY, RED, block, disc, placed, shape, stroke } from './svg.ts';

type Place = readonly [x: number, y: number];

const NUMERALS = [
  SIGNS.one,
  SIGNS.two,
  SIGNS.three,
  SIGNS.four,
  SIGNS.five,
  SIGNS.six,
  SIGNS.seven,
  SIGNS.eight,
  SIGNS.nine,
] as const;

export const characters = (rank: number): string =>
  placed(29, 8, 1, stroke(NUMERALS[rank - 1] ?? '', INK, 3)) + placed(12, 35, 1.5, stroke(SIGNS.tenThousand, RED, 2.2));

/** Rows of a face: how many stand side by side, from above. */
const ROWS: readonly (readonly number[])[] = [
  [1],
  [2],
  [1, 2],
  [2, 2],
  [2, 1, 2],
  [3, 3],
  [3, 2, 2],
  [3, 2, 3],
  [3, 3, 3],
];

const LEFT = 8;
const TOP = 35;
const WIDTH = 44;
const HEIGHT = 38;

/** The middles of all the signs of a face, row by row. */
function places(rows: readonly number[]): readonly (readonly Place[])[] {
  return rows.map((count, row) =>
    Array.from(
      { length: count },
      (_, column): Place => [
        Math.round(LEFT + (WIDTH * (column + 0.5)) / count),
        Math.round(TOP + (HEIGHT * (row + 0.5)) / rows.length),
      ],
    ),
  );
}

const RADII = [18, 10.5, 9, 8.8, 6.2, 7, 6, 6, 6] as const;

const coin = ([x, y]: Place, radius: number): string =>
  disc(x, y, radius, BLUE) + disc(x, y, radius * 0.62, IVORY) + disc(x, y, radius * 0.34, RED);

export function circles(rank: number): string {
  const radius = RADII[rank - 1] ?? 6;
  if (rank === 3)
    return (
      [
        [17, 44],
        [30, 54],
        [43, 64],
      ] as const
    )
      .map((place) => coin(place, 7.5))
      .join('');
  return places(ROWS[rank - 1] ?? [])
    .flat()
    .map((place) => coin(place, radius))
    .join('');
}

function stick([x, y]: Place, height: number, colour: string): string {
  const joint = IVORY;
  return block(x - 3.5, y - height / 2, 7, height, 3, colour) + block(x - 3.5, y - 1, 7, 2, 0, joint);
}

const BIRD =
  shape('M12 68C8 60 13 50 24 48c5-1 8-5 9-9 1-4 8-6 12-2l6 3-6 2c1 12-6 22-17 24l-6 1 1 6h-3l-1-6z', GREEN) +
  shape('M14 66c4-10 12-12 20-12-2 8-9 12-20 12z', RED) +
  disc(41, 40, 2, IVORY) +
  stroke('M30 66v6m-3 0h6', GREEN, 2.5);

/** In odd ranks the single stick, or the middle column, is red, as on the old tiles. */
const isRed = (rank: number, row: number, column: number): boolean =>
  (rank === 5 && row === 1) || (rank === 9 && column === 1) || (rank === 7 && row === 0 && column === 1);

export function bamboos(rank: number): string {
  if (rank === 1) return BIRD;
  const rows = ROWS[rank - 1] ?? [];
  const height = Math.min(HEIGHT / rows.length - 2, 28);
  return places(rows)
    .flatMap((row, at) => row.map((place, column) => stick(place, height, isRed(rank, at, column) ? RED : GREEN)))
    .join('');
}
