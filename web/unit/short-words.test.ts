import { expect, test } from 'vitest';
import { shortNames } from '../src/model/short-words.ts';

test('short names stay whole in a row of the sheet', () => {
  expect(shortNames(['Ann', 'Ben', 'Clara'])).toEqual(['Ann', 'Ben', 'Clara']);
});

test('of a long name as many letters stand there as tell it from the others', () => {
  expect(shortNames(['Maximilian', 'Margarethe', 'Konstantin', 'Ben'])).toEqual(['Max.', 'Mar.', 'K.', 'Ben']);
  expect(shortNames(['Player 1', 'Player 2'])).toEqual(['P. 1', 'P. 2']);
  expect(shortNames(['Konstanze', 'Konstanz', 'Ann', 'Ben'])).toEqual(['Konstanze', 'Konstanz', 'Ann', 'Ben']);
});
