import { describe, expect, it } from 'vitest';
import contract from '../../openapi.yaml?raw';
import { arithmetic, reasonWords, REASONS, shareArithmetic } from '../src/model/arithmetic.ts';
import type { PaymentResponse } from '../src/model/responses.ts';

const EAST = [{ rule: 'east-double', times: 2 }];
const SHARE = { payer: 0, amount: 216, difference: 54, multiplier: 4, factors: [] };
const payment = (response: Partial<PaymentResponse>): PaymentResponse => ({
  payer: 1,
  payee: 0,
  amount: 10,
  difference: 10,
  multiplier: 1,
  factors: [],
  shares: [],
  rounded: 0,
  capped: false,
  reason: 'difference',
  ...response,
});

describe('a payment shows how it comes to its amount', () => {
  it.each([
    ['the difference of two hands', payment({}), [12, 2], '12 \u2212 2 = 10'],
    [
      'East doubles it',
      payment({ amount: 20, multiplier: 2, factors: EAST }),
      [12, 2],
      '12 \u2212 2 = 10, East doubles: 20',
    ],
    [
      'the winner',
      payment({ amount: 960, difference: 480, multiplier: 2, factors: EAST, reason: 'winner' }),
      [480, 64],
      '480, East doubles: 960',
    ],
    [
      'cut before East doubles',
      payment({ amount: 600, difference: 480, multiplier: 2, factors: EAST, capped: true, reason: 'winner' }),
      [300, 64],
      '480, cut to the limit: 300, East doubles: 600',
    ],
    [
      'two factors',
      payment({
        amount: 60,
        difference: 10,
        multiplier: 6,
        factors: [...EAST, { rule: 'discarder-share', times: 3 }],
        reason: 'winner',
      }),
      [10, 0],
      '10, East doubles: 20, the discarder \u00d7 3: 60',
    ],
    [
      'rounded after East doubles, which is no cut to the limit',
      payment({ amount: 110, difference: 54, multiplier: 2, factors: EAST, rounded: 2, reason: 'winner' }),
      [54, 0],
      '54, East doubles: 108, rounded: 110',
    ],
    ['rounded alone', payment({ amount: 50, difference: 54, rounded: -4 }), [56, 2], '56 \u2212 2 = 54, rounded: 50'],
    [
      'cut and rounded',
      payment({ amount: 330, difference: 480, rounded: -3, capped: true, reason: 'winner' }),
      [480, 0],
      '480, cut to the limit: 333, rounded: 330',
    ],
    [
      'the sum of the shares, rounded',
      payment({ amount: 220, difference: 54, multiplier: 4, rounded: 4, shares: [SHARE], reason: 'winner' }),
      [54, 0],
      '216, rounded: 220',
    ],
    [
      'the sum of the shares of a dangerous discard, rounded',
      payment({ amount: 220, difference: null, multiplier: null, rounded: 4, shares: [SHARE] }),
      [54, 0],
      '216, rounded: 220',
    ],
    ['nothing but one number', payment({ reason: 'winner' }), [10, 0], ''],
    ['shares tell it', payment({ difference: null, multiplier: null }), [10, 0], ''],
    ['scores that are not known', payment({}), [], ''],
    [
      'scores that differ by something else',
      payment({ amount: 20, multiplier: 2, factors: EAST }),
      [12, 4],
      '10, East doubles: 20',
    ],
  ])('%s', (_, response, scores, words) => expect(arithmetic(response, scores as number[])).toBe(words));

  it('for each other player where one pays for all', () =>
    expect(shareArithmetic({ payer: 0, amount: 600, difference: 300, multiplier: 2, factors: EAST })).toBe(
      '300, East doubles: 600',
    ));
});

describe('a payment says why it is paid', () => {
  const parts =
    /\n {4}PaymentReason:\n(?: {6}.*\n)*? {6}x-extensible-enum: \[([^\]]*)\]/u.exec(contract)?.[1]?.split(', ') ?? [];

  it('for each reason of the contract, in words of the catalogues, which every language has', () => {
    expect(parts).toContain('winner');
    expect(Object.keys(REASONS).sort()).toEqual([...parts].sort());
  });

  it('and spells out one that it does not know yet', () => {
    expect(reasonWords('late-arrival')).toBe('late arrival');
  });
});
