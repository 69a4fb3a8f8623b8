/** How a payment comes to its amount, from what the service tells of it; nothing is reckoned but to be shown. */

import type { FactorResponse, PaymentResponse, ShareResponse } from './responses.ts';
import { number, spelled } from './words.ts';
import { t } from '../i18n/game.ts';

/** Each reason of the contract. */
export const REASONS: Readonly<Record<string, string>> = {
  get winner() {
    return t('for-the-winning-hand');
  },
  get difference() {
    return t('difference-of-hands');
  },
  get 'loser-limit-hand'() {
    return t('for-a-limit-hand');
  },
  get 'dangerous-discard'() {
    return t('dangerous-discard-pays-for-all');
  },
  get 'washed-tiles'() {
    return t('reason-washed-tiles');
  },
  get 'false-mahjong'() {
    return t('reason-wrong-call');
  },
  get fine() {
    return t('reason-fine');
  },
};

/** Why it is paid; a reason that the page does not know yet is spelled out. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? spelled(reason);

const FACTOR_WORDS: Readonly<Record<string, string>> = {
  get 'east-double'() {
    return t('east');
  },
  get 'self-drawn-share'() {
    return t('drawn-by-the-winner');
  },
  get 'discarder-share'() {
    return t('the-discarder');
  },
  get 'others-share'() {
    return t('the-others');
  },
};

function factorWords({ rule, times }: FactorResponse): string {
  if (rule === 'east-double' && times === 2) return t('east-doubles');
  return `${FACTOR_WORDS[rule] ?? spelled(rule)} \u00d7 ${number(times)}`;
}

interface Steps {
  readonly amount: number;
  readonly difference: number;
  readonly multiplier: number;
  readonly factors: readonly FactorResponse[];
}

/** "East doubles: 20", each factor with what it makes; the cut to the limit before them. */
function steps({ amount, difference, multiplier, factors }: Steps): readonly string[] {
  const base = amount / multiplier;
  const cut = base === difference ? [] : [t('cut-to-the-limit', number(base))];
  let value = base;
  const multiplied = factors.map((factor) => {
    value *= factor.times;
    return `${factorWords(factor)}: ${number(value)}`;
  });
  return [...cut, ...multiplied];
}

/** "12 \u2212 2 = 10" where two hands differ by it, else the one number that it comes from. */
function source(
  { reason, payer, payee }: PaymentResponse,
  difference: number,
  scores: readonly (number | undefined)[],
): string {
  const [more, less] = [scores[payee], scores[payer]];
  const isDifference =
    reason === 'difference' && more !== undefined && less !== undefined && more - less === difference;
  return isDifference ? `${number(more)} \u2212 ${number(less)} = ${number(difference)}` : number(difference);
}

/** What a payment comes from, step by step; where one player pays for all, the sum alone: the shares tell the rest. */
function reckoned(payment: PaymentResponse, scores: readonly (number | undefined)[]): readonly string[] {
  const { difference, multiplier, factors, shares } = payment;
  const amount = payment.amount - payment.rounded;
  if (difference === null || multiplier === null || shares.length > 0) return [number(amount)];
  return [source(payment, difference, scores), ...steps({ amount, difference, multiplier, factors })];
}

/** "12 \u2212 2 = 10, East doubles: 20"; nothing where there is nothing to reckon. */
export function arithmetic(payment: PaymentResponse, scores: readonly (number | undefined)[]): string {
  const rounded = payment.rounded === 0 ? [] : [t('rounded-to', number(payment.amount))];
  const parts = [...reckoned(payment, scores), ...rounded];
  return parts.length > 1 || parts[0]?.includes('=') ? parts.join(', ') : '';
}

/** What is paid for another player: "300, East doubles: 600". */
export const shareArithmetic = (share: ShareResponse): string => [number(share.difference), ...steps(share)].join(', ');
