import { describe, expect, it } from 'vitest';
import { chairAt, isExchange, playersAt, seatsCorrection, totalsTaken } from '../src/model/seats.ts';
import type { Sheet } from '../src/model/shapes.ts';

const BEFORE = ['Ann', 'Ben', 'Cho', 'Dee'];
const TOTALS = [100, -60, -30, -10];

describe('people who change their chairs', () => {
  it('keep their totals', () =>
    expect(totalsTaken(BEFORE, ['Ben', 'Ann', 'Cho', 'Dee'], TOTALS)).toEqual([-60, 100, -30, -10]));

  it('who come later go on with the total of who left', () =>
    expect(totalsTaken(BEFORE, ['Ann', 'Eve', 'Cho', 'Dee'], TOTALS)).toEqual(TOTALS));

  it('who come later may sit on another chair', () =>
    expect(totalsTaken(BEFORE, ['Cho', 'Ann', 'Eve', 'Dee'], TOTALS)).toEqual([-30, 100, -60, -10]));

  it('are moved by a correction that comes to 0', () => {
    const { amounts, formerly } = seatsCorrection(BEFORE, ['Ben', 'Ann', 'Cho', 'Dee'], TOTALS, 'why');
    expect(amounts).toEqual([-160, 160, 0, 0]);
    expect(formerly).toEqual(BEFORE);
  });

  it('are told apart from who is new', () => {
    expect(isExchange(BEFORE, ['Dee', 'Cho', 'Ben', 'Ann'])).toBe(true);
    expect(isExchange(BEFORE, ['Ann', 'Eve', 'Cho', 'Dee'])).toBe(false);
  });

  it('sat where they sat in what was played before', () => {
    const draw = { type: 'deal', winner: null, hands: [] } as const;
    const moved = seatsCorrection(BEFORE, ['Ben', 'Ann', 'Cho', 'Dee'], TOTALS, 'why');
    const sheet: Sheet = { ruleset: 'bmja', players: ['Ben', 'Ann', 'Cho', 'Dee'], entries: [draw, moved, draw] };
    expect([0, 1, 2].map((at) => playersAt(sheet, at)[0])).toEqual(['Ann', 'Ben', 'Ben']);
    expect([0, 1, 2].map((at) => chairAt(sheet, at, 0))).toEqual([1, 0, 0]);
  });
});
