import type { Schemas } from 'pung-chow-client';
import { describe, expect, it } from 'vitest';
import { sheetBody } from '../src/api/adapter.ts';
import { imported } from '../src/api/imported.ts';
import { begun } from '../src/model/begun.ts';
import { withWinner } from '../src/model/deal.ts';
import { opened } from '../src/model/session.ts';
import type { DraftDeal } from '../src/model/deal.ts';
import type { Sheet } from '../src/model/shapes.ts';
import { sessionFrom } from '../src/storage/stored.ts';

type Body<Of> = Record<keyof Of, unknown>;

const COUNTED: Body<Schemas['HandCount']> = {
  score: 8,
  points: 4,
  doubles: 1,
  limit_hand: true,
  special: 'x',
  exposed: true,
};
const { score, points, doubles, limit_hand, special, exposed } = COUNTED;
const COUNTS = [
  { score, limit_hand },
  { points, doubles, limit_hand },
  { special, exposed },
];

/** A value for every member: one that the contract gets later is missed by the type check. */
const HAND: Omit<Body<Schemas['Hand']>, 'counted'> = {
  concealed: '22m',
  exposed: ['345p'],
  claimed_kongs: ['1111s'],
  concealed_kongs: ['2222s'],
  bonus: '1f',
  wild: '2m',
  dead: true,
  original_call: true,
  partial: true,
};
const without = (...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(HAND).filter(([name]) => !names.includes(name)));
const WINNERS = without('dead', 'partial', 'original_call');
const PARTIAL = without('dead');
const DEAD = without('partial');

const WIN: Body<Schemas['EntryWin']> = {
  source: 'discard',
  tile: '2m',
  discarding_player: 1,
  dangerous_discarding_player: 2,
  last_tile: true,
  first_discard: true,
  standing_hand: true,
  last_discard: true,
  original_call: true,
  kong_upon_kong: true,
  first_draw: true,
  discarder_excused: true,
};

const ENTRY: Body<Schemas['Entry']> = {
  type: 'deal',
  id: '1',
  round_wind: 'south',
  east_player: 0,
  sits_out: 4,
  winning_player: 0,
  win: WIN,
  hands: [WINNERS, PARTIAL, DEAD, { counted: COUNTS[0] }],
  goulash: true,
  discards: '9m',
  player: 1,
  hand: { concealed: '19m19p19s123z2345m', bonus: '1f' },
  other_calling_players: [2],
  hand_exposed: true,
  fine: 'late',
  receiving_player: 0,
  score: 64,
  amounts: [1, -1, 0, 0, 0],
  reason: 'Counted twice',
  house_rules: {},
};
const { id, round_wind, east_player, sits_out, winning_player, win, hands, goulash, discards, player, hand } = ENTRY;
const { other_calling_players, hand_exposed, fine, receiving_player, amounts, reason } = ENTRY;
const DEAL = { type: 'deal', id, round_wind, sits_out, winning_player, win, hands, goulash, discards };
const COUNTED_DEAL = { ...DEAL, hands: [COUNTS[0], ...COUNTS].map((counted) => ({ counted })) };

/** Each type of entry that the page has, with every member that decides an amount. */
const ENTRIES = [
  DEAL,
  { ...COUNTED_DEAL, id: '2' },
  { type: 'washed-tiles', id: '3', sits_out, player, hand },
  { type: 'false-mahjong', id: '4', sits_out, player, other_calling_players, hand_exposed },
  { type: 'fine', id: '5', sits_out, fine, player, receiving_player, score: ENTRY.score },
  { type: 'correction', id: '6', amounts, reason },
];

const SHEET: Body<Omit<Schemas['ScoresheetRequest'], 'id' | 'games' | 'revision'>> = {
  ruleset: 'harr-1923',
  options: { limit: 500 },
  house_rules: { rules: { 'robbed-kong': null } },
  players: ['A', 'B', 'C', 'D', 'E'],
  starting_totals: [1, 2, 3, 4, 5],
  entries: ENTRIES,
};

const read = (file: object): Sheet => {
  const found = imported(JSON.stringify(file));
  if (!found || !('sheet' in found)) throw new Error(JSON.stringify(found));
  return found.sheet;
};
const reloaded = (sheet: Sheet): Sheet | undefined => sessionFrom(JSON.stringify(begun('1', 0, sheet).session))?.sheet;

describe('a file of another client', () => {
  it('keeps all that decides an amount, also once the page is loaded anew', () => {
    const sheet = read(SHEET);
    expect(sheetBody(sheet)).toEqual(SHEET);
    expect(reloaded(sheet)).toEqual(sheet);
    expect(reloaded({ ...sheet, entries: sheet.entries.map(opened) as Sheet['entries'] })).toBeDefined();
  });

  it('loses what only checks the entries or ends the evening, and what is null', () => {
    const more = { ...SHEET, id: 'club', games: 1, revision: null };
    const entries = ENTRIES.map((entry) => ({ ...entry, ...(entry.type === 'deal' ? { east_player } : {}), id: null }));
    const left = ENTRIES.map(({ id: _, ...entry }) => entry);
    expect(sheetBody(read({ ...more, entries }))).toEqual({ ...SHEET, entries: left });
  });

  it.each([{}, { winning_player: null, win: null }])('has a drawn deal by the contract: %j', (nobody) => {
    const drawn = { type: 'deal', hands: COUNTS.map((counted) => ({ counted })), ...nobody };
    expect(read({ ruleset: 'bmja', players: ['A', 'B', 'C'], entries: [drawn] }).entries[0]).toMatchObject({
      winner: null,
    });
  });

  it.each([
    ['/entries/0/discard', { ...SHEET, entries: [{ ...DEAL, discard: '9m' }] }],
    [
      '/entries/0/hands/0/flowers',
      { ...SHEET, entries: [{ ...DEAL, hands: [{ ...WINNERS, flowers: '1f' }, PARTIAL, DEAD, DEAD] }] },
    ],
    ['/entries/0/win/seat', { ...SHEET, entries: [{ ...DEAL, win: { ...WIN, seat: 'east' } }] }],
    ['/limit', { ...SHEET, limit: 500 }],
  ])('is refused for what the page does not know: %s', (pointer, file) => {
    expect(imported(JSON.stringify(file))).toMatchObject({ faults: [{ pointer }] });
  });
});

it('takes the original call of a loser from a hand that has won', () => {
  const [deal] = read(SHEET).entries;
  expect(withWinner(deal as DraftDeal, 1).hands[1]?.original_call).toBeUndefined();
});
