/** A flower or season that is one of a hand's fourteen tiles, at a table that has a hand of its own with one. */

import { describe, expect, it } from 'vitest';
import { dealBody, scoreBody, sheetBody } from '../src/api/adapter.ts';
import { imported } from '../src/api/imported.ts';
import { type DraftDeal, newDeal, winningTile, withLastTile, withSource, withWinner } from '../src/model/deal.ts';
import { isFull, isWhole, mayBeComplete, tellingOf } from '../src/model/hand.ts';
import { bonusInPlace, type HouseRules } from '../src/model/house.ts';
import type { Hand, Sheet } from '../src/model/shapes.ts';
import { BONUS } from '../src/model/tiles.ts';
import { doubtOf } from '../src/screens/obstacle.ts';

const houseOf = (layout: unknown): HouseRules => ({ rules: { 'house:a': { layout, limit_share: '1' } as never } });
const GIRL = houseOf('flower, 13579 of a, 4 pairs of b');
const WON: Hand = { concealed: '13579m22446688p', bonus: '3f' };
const WAITING: Hand = { concealed: '13579m2244668p', bonus: '3f' };

const hands = (winner: Hand, other: Hand): readonly Hand[] => [winner, other, { concealed: '' }, { concealed: '' }];
const deal = (winner: Hand, other: Hand): DraftDeal => ({
  type: 'deal',
  winner: 0,
  win: { source: 'wall', tile: '8p' },
  hands: hands(winner, other),
});
const SHEET: Sheet = { ruleset: 'bmja', house_rules: GIRL, players: ['A', 'B', 'C', 'D'], entries: [] };

describe('the flowers and seasons in place of a tile are those of the table’s layouts', () => {
  it.each([
    ['flower, 13579 of a, 4 pairs of b', ['1f', '2f', '3f', '4f']],
    [{ tiles: 'Seasons, 13579 of a, 4 pairs of b', exposed: 'half' }, ['1y', '2y', '3y', '4y']],
    ['1y, each wind with one twice, 4 different pairs of green bamboo', ['1y']],
    ['2f/season, 13579 of a, 4 pairs of b', ['2f', '1y', '2y', '3y', '4y']],
    ['1-9 of a, p/k of wind, pair of wind', []],
  ])('%j', (layout, bonus) => {
    expect(bonusInPlace({ house_rules: houseOf(layout) })).toEqual(bonus);
  });

  it('also where a rule combines them; a table without house rules has none', () => {
    const combined = { all_of: [{ find: 'in-round' }, { layout: { tiles: '4f, 13579 of a, 4 pairs of b' } }] };
    expect(bonusInPlace({ house_rules: { rules: { 'house:a': combined, 'no-chow': null } } })).toEqual(['4f']);
    expect(bonusInPlace({})).toEqual([]);
  });
});

describe('how many tiles a hand has at such a table', () => {
  const inPlace = bonusInPlace({ house_rules: GIRL });

  it.each([
    ['thirteen with a flower', WON, true, false],
    ['thirteen with a season, which the layout has not', { ...WON, bonus: '3y' }, false, false],
    ['thirteen without', { concealed: WON.concealed }, false, false],
    ['fourteen with a flower', { concealed: '13579m224466888p', bonus: '3f' }, true, true],
    ['a kong for three of thirteen', { ...WON, concealed: '13579m22446p', exposed: ['8888p'] }, true, false],
  ] as const)('a winner’s: %s', (_, hand, complete, full) => {
    expect([mayBeComplete(hand, inPlace), isFull(hand)]).toEqual([complete, full]);
    expect(mayBeComplete(hand, [])).toBe(full);
  });

  it('a waiting hand of twelve with a flower is told whole', () => {
    expect([isWhole(WAITING, inPlace), isWhole(WAITING, [])]).toEqual([true, false]);
    expect([tellingOf(WAITING, inPlace), tellingOf(WAITING, [])]).toEqual(['whole', 'partial']);
  });
});

describe('what is sent and asked', () => {
  it('a waiting hand of twelve with its flower is sent without `partial`, in every request', () => {
    const seating = { winds: ['east', 'south', 'west', 'north'], roundWind: 'east', deal: 1, run: 0 } as never;
    const entry = deal(WON, WAITING) as Sheet['entries'][number];
    const one = { type: 'deal', winner: null, hands: [WAITING] } as DraftDeal;
    const place = { seat: 'south', round: 'east' } as const;
    const sent = (rules: HouseRules | undefined): readonly unknown[] => {
      const sheet = { ...SHEET, house_rules: rules };
      return [
        dealBody(sheet, deal(WON, WAITING), seating).hands.south,
        (sheetBody({ ...sheet, entries: [entry] }).entries[0] as { hands: readonly unknown[] }).hands[1],
        scoreBody(sheet, place, one).hand,
      ];
    };
    expect(sent(GIRL)).toEqual([WAITING, WAITING, WAITING]);
    expect(sent(undefined)).toEqual(Array(3).fill({ ...WAITING, partial: true }));
  });

  it('a file’s partial hand of twelve with a flower stays partial', () => {
    const entry = { ...deal(WON, { ...WAITING, telling: 'partial' }) } as Sheet['entries'][number];
    const again = imported(JSON.stringify(sheetBody({ ...SHEET, entries: [entry] })));
    expect(JSON.stringify(again)).toContain('"telling":"partial"');
  });

  it('no doubt is raised of thirteen with a flower without the network', () => {
    expect(doubtOf(SHEET, deal(WON, WAITING))).toBeNull();
    expect(doubtOf({}, deal(WON, WAITING))).not.toBeNull();
  });
});

describe('one hand by itself', () => {
  const won = withSource(withWinner(newDeal('one', 4), 0), 'wall');
  const of = (hand: Hand): DraftDeal => ({ ...won, hands: hands(hand, { concealed: '' }) });
  const thirteen: Hand = { ...WON, taps: ['bonus', 'concealed'], concealed: '1m 3m 5m 7m 9m 22p 44p 66p 88p' };
  const fourteen: Hand = {
    ...thirteen,
    concealed: `${thirteen.concealed} 9s`,
    taps: [...(thirteen.taps ?? []), 'concealed'],
  };

  it('is taken to be won with the thirteenth tile after a flower, and with the fourteenth if one follows', () => {
    const complete = withLastTile(of(thirteen), won, BONUS);
    expect(winningTile(complete)).toBe('8p');
    const more = withLastTile({ ...complete, hands: of(fourteen).hands }, complete, BONUS);
    expect(winningTile(more)).toBe('9s');
  });

  it('keeps a tile that was tapped itself', () => {
    const tapped = { ...of(thirteen), win: { source: 'wall', tile: '3m' } } as DraftDeal;
    const more = withLastTile({ ...tapped, hands: of(fourteen).hands }, tapped, BONUS);
    expect(winningTile(more)).toBe('3m');
  });
});
