import { describe, expect, it } from 'vitest';
import { centsOf, transferCents } from '../src/model/money.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('points as money', () => {
  it.each([
    [[-4800, -5200, -5548, 15548], 0.333],
    [[-1, -1, -1, 3], 0.335],
    [[5, 5, 5, -15], 0.001],
    [[0, 0, 0, 0], 0.5],
  ] as const)('%j at %d come to the same', (totals, each) => {
    const cents = centsOf(totals, each);
    expect(sum(cents)).toBe(0);
    for (const [at, value] of cents.entries()) expect(Math.abs(value - (totals[at] ?? 0) * each * 100)).toBeLessThan(1);
  });

  it('is paid and received to the same cent', () => {
    const transfers = [
      { payer: 0, payee: 3, amount: 4800 },
      { payer: 1, payee: 3, amount: 5200 },
      { payer: 2, payee: 3, amount: 5548 },
    ];
    expect(sum(transferCents(transfers, 4, 0.333))).toBe(centsOf([-4800, -5200, -5548, 15548], 0.333)[3]);
  });

  it('goes from two who pay to two who receive', () => {
    const transfers = [
      { payer: 0, payee: 2, amount: 7 },
      { payer: 0, payee: 3, amount: 4 },
      { payer: 1, payee: 3, amount: 6 },
    ];
    const cents = transferCents(transfers, 4, 0.333);
    expect(sum(cents.slice(0, 2))).toBe(-(centsOf([-11, -6, 7, 10], 0.333)[0] ?? 0));
    expect(cents).toHaveLength(3);
  });
});
