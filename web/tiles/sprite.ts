/** The sprite of all tiles: one <symbol> for each, its id the tile in the notation ("1m"), and one named "back". */

import { BACK, flower, honour, season } from './others.ts';
import { bamboos, characters, circles } from './suits.ts';
import { BLUE, GREEN, IVORY, INK, block, mark } from './svg.ts';

type Draw = (rank: number) => string;

const SUITS: readonly (readonly [letter: string, last: number, draw: Draw])[] = [
  ['m', 9, (rank) => mark(String(rank), INK) + characters(rank)],
  ['p', 9, (rank) => mark(String(rank), BLUE) + circles(rank)],
  ['s', 9, (rank) => mark(String(rank), GREEN) + bamboos(rank)],
  ['z', 7, honour],
  ['f', 4, flower],
  ['y', 4, season],
];

const BODY = block(0.5, 2, 59, 77.5, 8, '#8f7a4d') + block(1.5, 1, 57, 74.5, 7, IVORY);

const symbol = (id: string, face: string): string => `<symbol id="${id}" viewBox="0 0 60 80">${BODY}${face}</symbol>`;

export function sprite(): string {
  const faces = SUITS.flatMap(([letter, last, draw]) =>
    Array.from({ length: last }, (_, index) => symbol(`${index + 1}${letter}`, draw(index + 1))),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${[...faces, symbol('back', BACK)].join('\n')}\n</svg>\n`;
}
