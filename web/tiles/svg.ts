/** The few SVG elements that the tiles are made of, as strings. */

import { MARKS } from './strokes.ts';

export const INK = '#1f2328';
export const RED = '#b4141e';
export const GREEN = '#14683a';
export const BLUE = '#1b4b96';
export const PURPLE = '#7d1c78';
export const BROWN = '#8a4b00';
export const IVORY = '#fffdf3';

export const stroke = (path: string, colour: string, width: number, fill = 'none'): string =>
  `<path d="${path}" fill="${fill}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

export const shape = (path: string, fill: string): string => `<path d="${path}" fill="${fill}"/>`;

export const disc = (x: number, y: number, radius: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;

export const block = (x: number, y: number, width: number, height: number, round: number, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="${fill}"/>`;

export const placed = (x: number, y: number, scale: number, drawing: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawing}</g>`;

/** A corner mark: the numeral or letter by which a tile is known without its picture. */
export const mark = (sign: string, colour: string, x = 7, y = 8): string =>
  placed(x, y, 1.2, stroke(MARKS[sign] ?? '', colour, 3.6));
