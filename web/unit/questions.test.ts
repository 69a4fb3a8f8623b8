import { describe, expect, it } from 'vitest';
import { questions } from '../src/api/questions.ts';
import type { DraftDeal } from '../src/model/deal.ts';
import type { Terms } from '../src/model/shapes.ts';

const TERMS: Terms = { ruleset: 'nts-2002', players: ['A', 'B'] };
const LOSER = { concealed: '111m222p333s5566z' };
const deal = (more: Partial<DraftDeal>): DraftDeal => ({
  type: 'deal',
  winner: 0,
  win: { source: 'wall' },
  hands: [{ concealed: '22m' }, LOSER],
  ...more,
});

describe('what is asked of one hand while others are open', () => {
  it.each<[string, Partial<DraftDeal>]>([
    ['a goulash', { goulash: true }],
    ['a deal of a round that a file says', { round_wind: 'south' }],
  ])('is asked as of the deal: %s', (_, more) => {
    const asked = questions(TERMS, deal(more)).filter(({ kind }) => kind === 'alone' || kind === 'so far');
    expect(asked).toHaveLength(4);
    for (const each of asked) expect(each.deal).toMatchObject(more);
  });
});
