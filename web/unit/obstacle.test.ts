import { describe, expect, it } from 'vitest';
import type { DraftDeal } from '../src/model/deal.ts';
import type { Fault } from '../src/model/responses.ts';
import { shownFaults } from '../src/screens/obstacle.ts';

const ROBBED: Fault = { pointer: '/win/source', code: 'no-pung-to-rob', key: 'no-pung-to-rob', detail: '', player: 0 };

const deal = (east: string): DraftDeal => ({
  type: 'deal',
  winner: 1,
  win: { source: 'robbed-kong', discarder: 0, tile: '5p' },
  hands: [{ concealed: east }, { concealed: '11m' }, { concealed: '' }, { concealed: '' }],
});

const shown = (east: string, fault: Fault): readonly Fault[] =>
  shownFaults({ deal: deal(east), preview: { faults: [fault] } as never });

describe('the pung that a robbed kong leaves', () => {
  it('is missed only once the hand that it was robbed from is entered', () => {
    expect(shown('', ROBBED)).toEqual([]);
    expect(shown('123m', ROBBED)).toEqual([ROBBED]);
  });

  it('is told at once where others hold too many of the tile', () => {
    const seen = { ...ROBBED, key: 'no-pung-to-rob.seen' };
    expect(shown('', seen)).toEqual([seen]);
  });
});
