import { describe, expect, it } from 'vitest';
import { newDeal, nextHand, unsaidHands, withWinner } from '../src/model/deal.ts';
import { substituteAt, withSubstitute } from '../src/model/fifth.ts';
import { begun } from '../src/model/begun.ts';
import { type Change, openNew, redo, type State, undo, withFifthPlayer } from '../src/model/session.ts';
import { EMPTY_HAND } from '../src/model/hand.ts';
import type { Hand, Sheet } from '../src/model/shapes.ts';
import { sheetBody } from '../src/api/adapter.ts';
import { exported } from '../src/api/exported.ts';
import { imported } from '../src/api/imported.ts';

const FOUR = ['Ann', 'Ben', 'Cho', 'Dee'];
const hand = (score: number): Hand => ({ concealed: '', counted: { score } });
const SHEET: Sheet = {
  ruleset: 'bmja',
  players: FOUR,
  starting_totals: [1, 2, 3, 4],
  entries: [
    { type: 'deal', winner: 3, win: { source: 'discard', discarder: 0 }, hands: [hand(1), hand(2), hand(3), hand(4)] },
    { type: 'false-mahjong', player: 2, other_calling_players: [1, 3], hand_exposed: true },
    { type: 'fine', fine: 'late', player: 0, receiving_player: 2 },
    { type: 'correction', amounts: [1, 2, 3, -6], reason: 'why', formerly: ['Ben', 'Ann', 'Cho', 'Dee'] },
  ],
};

describe('somebody new on a chair of four', () => {
  it.each([
    [['Ann', 'Eve', 'Cho', 'Dee'], 1],
    [['Ann', 'Ben', 'Cho', 'Eve'], 3],
    [FOUR, null],
    [['Ben', 'Ann', 'Cho', 'Dee'], null],
    [['Eve', 'Ann', 'Cho', 'Dee'], null],
    [['Eve', 'Fay', 'Cho', 'Dee'], null],
  ])('%j: on chair %s', (after, chair) => expect(substituteAt(FOUR, after)).toBe(chair));

  it('sits beside who sits out, and no number of what was played moves', () => {
    const { players, starting_totals, sits_out, entries } = withSubstitute(SHEET, 1, 'Eve', true);
    expect(players).toEqual(['Ann', 'Ben', 'Eve', 'Cho', 'Dee']);
    expect([starting_totals, sits_out]).toEqual([[1, 2, 0, 3, 4], 1]);
    expect(entries[0]).toEqual({
      type: 'deal',
      sits_out: 2,
      winner: 4,
      win: { source: 'discard', discarder: 0 },
      hands: [hand(1), hand(2), EMPTY_HAND, hand(3), hand(4)],
    });
    expect(entries[1]).toEqual({
      type: 'false-mahjong',
      sits_out: 2,
      player: 3,
      other_calling_players: [1, 4],
      hand_exposed: true,
    });
    expect(entries[2]).toEqual({ type: 'fine', sits_out: 2, fine: 'late', player: 0, receiving_player: 3 });
    expect(entries[3]).toEqual({
      type: 'correction',
      amounts: [1, 2, 0, 3, -6],
      reason: 'why',
      formerly: ['Ben', 'Ann', 'Eve', 'Cho', 'Dee'],
    });
  });

  it('sits before who sits out unless the chair is East next, so a lost turn as East is not had twice', () => {
    const { players, starting_totals, sits_out, entries } = withSubstitute(SHEET, 0, 'Eve', false);
    expect(players).toEqual(['Eve', 'Ann', 'Ben', 'Cho', 'Dee']);
    expect([starting_totals, sits_out]).toEqual([[0, 1, 2, 3, 4], 1]);
    expect(entries[0]).toEqual({
      type: 'deal',
      sits_out: 0,
      winner: 4,
      win: { source: 'discard', discarder: 1 },
      hands: [EMPTY_HAND, hand(1), hand(2), hand(3), hand(4)],
    });
  });

  it('is sent and read again with the hands of those who played', () => {
    const five = withSubstitute(SHEET, 1, 'Eve', true);
    expect(sheetBody(five).entries[0]?.hands).toHaveLength(4);
    const read = imported(exported(five));
    expect(read).toMatchObject({
      sheet: {
        players: five.players,
        entries: [{ sits_out: 2, winner: 4, hands: [hand(1), hand(2), EMPTY_HAND, hand(3), hand(4)] }, {}, {}, {}],
      },
    });
  });

  it.each([
    [[4, 4, 0, 0, 1], undefined],
    [[2, 2, 1, 1], 1],
    [[4, 3], 3],
    [[], undefined],
  ])('of a file whose deals %j sat out: who sits out next is %s', (out, next) => {
    const entries = out.map((sits_out) => ({ type: 'deal', sits_out, winning_player: null, hands: [{}, {}, {}, {}] }));
    const read = imported(JSON.stringify({ ruleset: 'bmja', players: ['A', 'B', 'C', 'D', 'E'], entries }));
    expect(read && 'sheet' in read ? read.sheet.sits_out : 'unread').toBe(next);
  });

  it('is refused in a file that does not say who sat out', () => {
    const read = imported(
      JSON.stringify({
        ruleset: 'bmja',
        players: ['A', 'B', 'C', 'D', 'E'],
        entries: [{ type: 'deal', winning_player: null, hands: [{}, {}, {}, {}] }],
      }),
    );
    expect(read).toMatchObject({ faults: [{ pointer: '/players' }] });
  });
});

describe('a step to five', () => {
  const state = begun('one', 0, SHEET);
  const seat: Change = withFifthPlayer((sheet) => withSubstitute(sheet, 1, 'Eve', true));

  it('is taken back and done again', () => {
    const five = seat(state);
    expect(five.session.sheet).toEqual(withSubstitute(SHEET, 1, 'Eve', true));
    expect(undo(five).session.sheet).toEqual(SHEET);
    expect(redo(undo(five)).session.sheet).toEqual(five.session.sheet);
  });

  it('keeps what another tab has entered meanwhile', () => {
    const later: State = {
      ...state,
      session: { ...state.session, sheet: { ...SHEET, entries: [...SHEET.entries, ...SHEET.entries] } },
    };
    expect(seat(later).session.sheet.entries).toHaveLength(8);
  });

  it('waits for an entry in work, and is not done twice', () => {
    const busy = openNew({ type: 'correction', amounts: [1, -1, 0, 0], reason: 'half' })(state);
    expect(seat(busy)).toBe(busy);
    const five = seat(state);
    expect(seat(five)).toBe(five);
    const again = openNew({ type: 'correction', amounts: [1, -1, 0, 0, 0], reason: 'half' })(five);
    expect(undo(again)).toBe(again);
  });
});

describe('who sits out', () => {
  const deal = withWinner(newDeal('1', 5, 1), 0);

  it('is asked for no hand', () => {
    expect(unsaidHands({ ruleset: 'bmja', players: [] }, deal)).toEqual([2, 3, 4]);
    expect([0, 2, 3, 4].map((player) => nextHand(deal, player))).toEqual([2, 3, 4, null]);
  });

  it('is not the first of a draw either', () =>
    expect([1, 2, 3, 4].map((player) => nextHand(withWinner(newDeal('1', 5, 0), null), player))).toEqual([
      2,
      3,
      4,
      null,
    ]));

  it('may be the last', () =>
    expect([2, 3, 0, 1].map((player) => nextHand(withWinner(newDeal('1', 5, 4), 2), player))).toEqual([3, 0, 1, null]));
});
