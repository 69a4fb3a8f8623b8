import { describe, expect, it } from 'vitest';
import { hasWholeLimit } from '../src/model/counted.ts';
import { finished, winningTile } from '../src/model/deal.ts';
import type { Count } from '../src/model/shapes.ts';
import { isEmpty, openKongs, withClaimed, withLimit, withoutCount, withScore } from '../src/model/hand.ts';
import { countWords } from '../src/model/entry-words.ts';

const TILES = { concealed: '55m', exposed: ['111p', '9999s'], taps: ['exposed', 'exposed', 'concealed'] } as const;

describe('a hand that is told by its count', () => {
  it('keeps its tiles until it is kept, and gives them back', () => {
    const counted = withScore(TILES, 64);
    expect(withoutCount(counted)).toEqual(TILES);
    const deal = finished({ type: 'deal', winner: 0, win: { source: 'wall', tile: '5m' }, hands: [counted] });
    expect(deal).toEqual({
      type: 'deal',
      winner: 0,
      win: { source: 'wall' },
      hands: [{ concealed: '', counted: { score: 64 } }],
    });
    expect(winningTile(deal)).toBeUndefined();
  });

  it('is a limit hand with a score or without one, and none when both are taken back', () => {
    const limit = withLimit({ concealed: '' }, true);
    expect(limit.counted).toEqual({ limit_hand: true });
    expect(withScore(limit, 12).counted).toEqual({ score: 12, limit_hand: true });
    expect(withLimit(limit, false).counted).toBeUndefined();
    expect([isEmpty(limit), isEmpty(withScore(limit, 0)), isEmpty(withLimit(limit, false))]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it.each<[Count, string]>([
    [{ score: 1064 }, '1,064'],
    [{ points: 16, doubles: 2 }, '16 points, doubled twice'],
    [{ limit_hand: true }, 'Limit hand'],
  ])('is told in words: %j', (count, words) => {
    expect(countWords(count)).toBe(words);
  });
});

describe('a kong that lies open', () => {
  it('goes from the table to those claimed whole and back', () => {
    expect(openKongs(TILES)).toEqual([{ kong: '9999s', claimed: false }]);
    const claimed = withClaimed(TILES, '9999s', true);
    expect([claimed.exposed, claimed.claimed_kongs]).toEqual([['111p'], ['9999s']]);
    expect(withClaimed(claimed, '9999s', false).exposed).toEqual(['111p', '9999s']);
  });
});

describe('a hand by the rule of a limit hand', () => {
  const houseOf = (limit_share: string) => ({ rules: { 'house:hand-1': { limit_share } } });

  it.each<[string, number, number | null, string, boolean]>([
    ['half of the limit', 250, 500, '1/2', false],
    ['the whole limit', 500, 500, '1', true],
    ['more than the limit', 750, 500, '3/2', true],
    ['half, without a limit', 250, null, '1/2', false],
    ['whole, without a limit', 500, null, '1', true],
  ])('has the whole limit or not: %s', (_, score, limit, share, whole) => {
    const hand = { score, limitHands: ['house:hand-1'] };
    expect(hasWholeLimit(hand, () => limit, houseOf(share))).toBe(whole);
  });

  it('of a rulebook has it too where there is no limit', () => {
    expect(hasWholeLimit({ score: 500, limitHands: ['four-kongs'] }, () => null)).toBe(true);
  });
});
