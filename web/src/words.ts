/** Figures and words as the screens write them. */

import { type Seating, WINDS } from './service/seating.ts';
import type { Source, Wind } from './service/shapes.ts';

const MINUS = '\u2212';

export const number = (value: number): string => value.toLocaleString('en').replace('-', MINUS);

export const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** "East's round, deal 4". */
export const dealName = ({ roundWind, deal }: Seating): string => `${capital(roundWind)}'s round, deal ${deal}`;

export const windTile = (wind: Wind): string => `${WINDS.indexOf(wind) + 1}z`;

export const SOURCES: readonly { readonly value: Source; readonly label: string; readonly told: string }[] = [
  { value: 'wall', label: 'Drawn from the wall', told: 'from the wall' },
  { value: 'discard', label: 'On a discard', told: 'on a discard' },
  { value: 'loose_tile', label: 'On a loose tile', told: 'on a loose tile' },
  { value: 'robbed_kong', label: 'By robbing a kong', told: 'by robbing a kong' },
  { value: 'original_hand', label: 'As dealt', told: 'as dealt' },
];
