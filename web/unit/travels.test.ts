import type { Schemas } from 'pung-chow-client';
import { describe, expect, it } from 'vitest';
import { exported, exportedSmall } from '../src/api/exported.ts';
import { imported } from '../src/api/imported.ts';
import { begun } from '../src/model/begun.ts';
import type { HouseRules } from '../src/model/house.ts';
import type { Sheet } from '../src/model/shapes.ts';
import { packed, unpacked } from '../src/storage/packed.ts';
import { formFrom, peopleFrom, rulesFrom, rulesText, sessionFrom } from '../src/storage/stored.ts';

const LAYOUT = { tiles: '4 p/k of a, pair of b', exposed: 'half' } as const;
const PART = { find: 'simples-only' };

type Rule = NonNullable<Schemas['RuleChange']>;

/** A value for every member: one that the contract gets later is missed by the type check. */
const RULE: Record<keyof Rule, unknown> = {
  counts: true,
  text: 'Klubdrachen',
  ruleset: 'bmja',
  layout: LAYOUT,
  find: 'some-pungs',
  parameters: { least: 2, kind: 'pung', exposed: true },
  all_of: [PART],
  any_of: [PART],
  not: PART,
  points: 10,
  doubles: 1,
  added: 3,
  limit_share: '1/2',
  score: 300,
  waiting: { limit_share: '1/3' },
  applies_to: 'all',
  when_limit: 'with',
  replaces: ['no-chow'],
  spoiled_by: [],
  only_beside: ['mah-jong'],
  bonus: true,
  halves: true,
  count_if_more: true,
  bonus_apart: true,
};

const SETTLEMENT: Record<keyof Schemas['SettlementChange'], unknown> = {
  losers: 'none',
  settled_by: 'payments',
  east: { pays: 1, receives: 1 },
  discarder: { share: 2, others_share: 1, for_all: false },
  self_drawn: 2,
  robbed_kong_as: 'drawn',
  limit_cuts: 'payment',
  limit_without: 0,
  pays_above_limit: true,
  pictures: 'bamboo-west',
  points_rounded_up_to: 10,
  points_rounded: 'up',
  scores_rounded_to: 10,
  scores_rounded: 'down',
  payments_rounded_to: 5,
  payments_rounded: 'nearest',
  drawn_deal: 'nothing',
  after_draw: 'stays',
  after_goulash: 'passes',
  wins_in_a_row: 0,
  bonus_beside_limit: false,
  count_if_more: true,
  loser_limit: 'score',
  dangerous_discard: 'bmja',
  rounds: false,
  rounds_of_three: 3,
};

const HOUSE: Record<keyof Schemas['HouseRules'], unknown> = {
  title: 'Klub 7',
  base_rules: 'left-out',
  rules: { 'mah-jong': RULE, 'robbed-kong': null, knitting: {} },
  settlement: SETTLEMENT,
  legality: { chows: 2, winner_shows: [PART], stands_for: { '1m': '9m' }, shapes: ['four-sets'], goulash: false },
  fines: { 'house:late': { text: 'Too late', points: 50, to: 'one', east_doubles: false }, misnamed: null },
  penalties: { 'false-mahjong': { limit_share: '1/2', by_callers: { 1: 100 } }, 'washed-tiles': null },
  options: { limit: { default_integer: 500 } },
};

const OPTIONS = { limit: 1000, chows: 4, east_doubles: false, way: 'modern' };
const TERMS = { ruleset: 'dmjl', options: OPTIONS, house_rules: HOUSE as HouseRules };
const SHEET: Sheet = { ...TERMS, players: ['A', 'B', 'C', 'D'], starting_totals: [2, 0, -2, 0], entries: [] };

const sheetOf = (file: string | null): Sheet | null => {
  const found = file === null ? null : imported(file);
  return found && 'sheet' in found ? found.sheet : null;
};

/** Each way from one table to another, and from one evening to the next: what comes of the sheet's terms. */
const WAYS: Readonly<Record<string, () => Promise<object | null | undefined>>> = {
  'a link or a code of the rules': async () => rulesFrom(await unpacked(await packed(rulesText(TERMS)))),
  'a link or a code of a game': async () => sheetOf(await unpacked(await packed(exportedSmall(SHEET)))),
  'a file of a game': async () => sheetOf(exported(SHEET)),
  'what the browser keeps of a game': async () => sessionFrom(JSON.stringify(begun('1', 0, SHEET).session))?.sheet,
  'what is proposed for the next evening': async () => peopleFrom(JSON.stringify({ ...TERMS, names: [], players: [] })),
  'a form that is left half filled in': async () =>
    formFrom(JSON.stringify({ ...TERMS, of: null, players: [], starts: [] })),
};

describe('all that decides an amount', () => {
  it.each([0, null])('reads %s as no limit, as old and new files write it', (limit) => {
    const file = JSON.stringify({ ...SHEET, options: { limit } });
    expect(sheetOf(file)?.options).toEqual({ limit: null });
    expect(JSON.parse(exportedSmall(sheetOf(file) ?? SHEET)).options).toEqual({ limit: 0 });
    expect(rulesFrom(file)?.options).toEqual({ limit: null });
  });

  it('reads house rules as the first builds wrote them', () => {
    const house_rules = {
      rules: { 'mah-jong': { limit_percent: 50, when_limit: true, layout: '4 p/k of a' } },
      options: { limit: { default: null }, chows: { default: 2 }, seven_pairs: { default: true } },
    };
    expect(rulesFrom(JSON.stringify({ ruleset: 'bmja', house_rules }))?.house_rules).toEqual({
      rules: { 'mah-jong': { limit_share: '50/100', when_limit: 'with', layout: { tiles: '4 p/k of a' } } },
      options: { limit: { default_integer: 0 }, chows: { default_integer: 2 }, seven_pairs: { default_boolean: true } },
    });
  });

  it.each([
    [true, 'score'],
    [false, 'nothing'],
  ])('reads that a short dead hand scores, %s, as %s', (scores, said) => {
    const given = { ...TERMS, house_rules: { legality: { chows: 2, short_dead_hand_scores: scores } } };
    const read = { legality: { chows: 2, short_dead_hand: said } };
    expect(rulesFrom(JSON.stringify(given))?.house_rules).toEqual(read);
    expect(sheetOf(JSON.stringify({ ...SHEET, ...given }))?.house_rules).toEqual(read);
    const stored = begun('1', 0, { ...SHEET, ...given } as Sheet).session;
    expect(sessionFrom(JSON.stringify(stored))?.sheet.house_rules).toEqual(read);
  });

  it.each(Object.entries(WAYS))('travels by %s', async (_, travel) => {
    expect(await travel()).toMatchObject(TERMS);
  });
});
