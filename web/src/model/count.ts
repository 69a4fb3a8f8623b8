/** What the table counted of a hand, part by part: undefined where that part was not counted. */

import type { Count } from './shapes.ts';

export const scoreOf = (count: Count | undefined): number | undefined =>
  count && 'score' in count ? count.score : undefined;

export const pointsOf = (count: Count | undefined): number | undefined =>
  count && 'points' in count ? count.points : undefined;

export const doublesOf = (count: Count | undefined): number => (count && 'points' in count ? (count.doubles ?? 0) : 0);

export const isLimitHand = (count: Count | undefined): boolean =>
  count !== undefined && 'limit_hand' in count && count.limit_hand === true;

const LIMIT_HAND = { limit_hand: true } as const;

/** Another count of the same hand, a limit hand or not; null where there is nothing of either. */
export function recounted(
  before: Count | undefined,
  count: { readonly score: number } | { readonly points: number; readonly doubles?: number } | null,
): Count | null {
  const limit = isLimitHand(before) ? LIMIT_HAND : null;
  return count === null ? limit : { ...count, ...limit };
}

/** The same count of a limit hand or of none; a hand that a rulebook names is not counted. */
export function asLimitHand(before: Count | undefined, isLimit: boolean): Count | null {
  const limit = isLimit ? LIMIT_HAND : null;
  if (before && 'score' in before) return { score: before.score, ...limit };
  if (before && 'points' in before) return { points: before.points, doubles: before.doubles, ...limit };
  return limit;
}
