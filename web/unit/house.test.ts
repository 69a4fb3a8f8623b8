import { describe, expect, it } from 'vitest';
import {
  changes,
  defaultOf,
  type HouseRules,
  houseWords,
  isOwn,
  tidied,
  withOwn,
  withRule,
  withOwnDefaults,
  withSettled,
  withValue,
} from '../src/model/house.ts';
import type { RulesetOption } from '../src/model/responses.ts';
import { listedChanges } from '../src/screens/settling.ts';

describe('house rules', () => {
  it('name a value of a rule of the book, and forget it when the value is taken out again', () => {
    const ten = withValue({}, 'mah-jong', true, 'points', 10);
    expect(ten.rules).toEqual({ 'mah-jong': { points: 10 } });
    expect(tidied(withValue(ten, 'mah-jong', true, 'points', undefined))).toBeUndefined();
  });

  it('keep a rule of another book switched on when its value is taken out again', () => {
    const on = withRule({}, 'knitting', {});
    const valued = withValue(on, 'knitting', false, 'doubles', 2);
    expect(withValue(valued, 'knitting', false, 'doubles', undefined).rules).toEqual({ knitting: {} });
  });

  it('make a rule of a finder, each under an id of its own, with what has to be said of it', () => {
    const parameters = [
      { name: 'least', text: 'how many', minimum: 1, maximum: 4, choices: null },
      { name: 'kind', text: 'what the set is', minimum: null, maximum: null, choices: ['pung', 'kong'] },
      { name: 'exposed', text: 'whether', minimum: null, maximum: null, choices: null },
    ];
    const finder = { id: 'some-pungs', text: 'So many pungs', winnerOnly: false, parameters };
    const once = withOwn({}, finder);
    expect(once.rules).toEqual({
      'house:some-pungs': {
        find: 'some-pungs',
        text: 'So many pungs',
        doubles: 1,
        parameters: { least: 1, kind: 'pung', exposed: false },
      },
    });
    expect(Object.keys(withOwn(once, finder).rules ?? {})).toEqual(['house:some-pungs', 'house:some-pungs-2']);
    expect(isOwn('house:some-pungs')).toBe(true);
  });

  it('leave a rule out with null, which is a change', () => {
    const out = withRule({}, 'robbed-kong', null);
    expect(tidied(out)).toEqual({ rules: { 'robbed-kong': null } });
    expect(changes({ house_rules: out })).toBe(1);
  });

  it('do not name how the book settles', () => {
    const book = { pays: 2, receives: 2 };
    const single = withSettled({}, 'east', { pays: 1, receives: 1 }, book);
    expect(single.settlement).toEqual({ east: { pays: 1, receives: 1 } });
    expect(tidied(withSettled(single, 'east', book, book))).toBeUndefined();
  });

  it('keep what the page does not edit', () => {
    const imported = { legality: { chows: 1 }, rules: { 'house:simples': { find: 'simples-only', doubles: 1 } } };
    expect(tidied(withRule(imported, 'no-chow', null))).toEqual({
      legality: { chows: 1 },
      rules: { 'house:simples': { find: 'simples-only', doubles: 1 }, 'no-chow': null },
    });
  });

  it.each([
    [{}, '0 changes'],
    [{ house_rules: { rules: { a: null } } }, '1 change'],
    [
      { house_rules: { title: 'Thursday', rules: { a: null }, settlement: { losers: 'none' } } },
      '\u2068Thursday\u2069, 2 changes',
    ],
    [{ house_rules: { title: 'Thursday', base_rules: 'left-out' } }, '\u2068Thursday\u2069, 1 change'],
    [{ options: { limit: 1000, chows: undefined } }, '1 change'],
    [
      { house_rules: { title: 'Thursday', rules: { a: null } }, options: { limit: 0 } },
      '\u2068Thursday\u2069, 2 changes',
    ],
  ])('are told in a few words, with the options: %j', (otherwise, words) => {
    expect(houseWords(otherwise)).toBe(words);
  });
});

const OPTION: RulesetOption = {
  name: 'limit',
  text: 'The most that a hand scores',
  type: 'integer',
  nullable: false,
  default: 1000,
  default_by: { option: 'other', values: [] },
  minimum: 10,
  maximum: 1_000_000,
  multiple_of: null,
  choices: null,
};

describe('another default of an option in house rules', () => {
  const chows = { ...OPTION, name: 'chows', default: 1, choices: [1, 4] };

  it.each([
    ['none', {}, [1000, 1]],
    ['of the limit', { options: { limit: { default_integer: 500 } } }, [500, 1]],
    ['no limit', { options: { limit: { default_integer: 0 } } }, [null, 1]],
    ['of the chows', { legality: { chows: 4 } }, [1000, 4]],
  ])('is what holds where the players choose nothing: %s', (_, house, held) => {
    const options = withOwnDefaults([OPTION, chows], house);
    expect(options.map((option) => option.default)).toEqual(held);
  });

  it.each<[string, Readonly<Record<string, number>>, HouseRules, number]>([
    ['the default of the other', {}, {}, 1000],
    ['another default of the other', {}, { options: { mahjong_points: { default_integer: 20 } } }, 400],
    ['what the players choose', { mahjong_points: 10 }, { options: { mahjong_points: { default_integer: 20 } } }, 1000],
  ])('is followed by one that follows it: %s', (_, chosen, house, held) => {
    const points = { ...OPTION, name: 'mahjong_points', default: 10, default_by: null };
    const limit = { ...OPTION, default_by: { option: 'mahjong_points', values: [{ value: 20, default: 400 }] } };
    const offered = withOwnDefaults([points, limit], house);
    expect(offered.map((option) => defaultOf(option, offered, chosen))[1]).toBe(held);
  });

  it('follows no other option, and may be chosen again as no limit', () => {
    const [limit] = withOwnDefaults([OPTION], { options: { limit: { default_integer: 0 } } });
    expect([limit?.default_by, limit?.nullable]).toEqual([null, true]);
  });
});

describe('the changes of a link are told in the words of the page', () => {
  const lines = (otherwise: Parameters<typeof listedChanges>[0]): readonly string[] =>
    listedChanges(otherwise, new Map(), {
      settlement: {},
      options: [OPTION],
      fines: [{ id: 'long-hand', text: 'Too many tiles', to: 'each' }],
    }).map(({ what, how }) => `${what}: ${how}`);

  it.each<[Parameters<typeof listedChanges>[0], readonly string[]]>([
    [{ house_rules: { options: { limit: { default_integer: 500 } } } }, ['Limit: The most that a hand scores: 500']],
    [
      { house_rules: { options: { limit: { default_integer: 500 } } }, options: { limit: 700 } },
      ['Limit: The most that a hand scores: 700'],
    ],
    [
      {
        house_rules: {
          fines: {
            'house:late': { text: 'Late at the table', points: 20, to: 'one' },
            'long-hand': { points: 5, to: 'for-all' },
            washing: null,
          },
        },
      },
      [
        '\u2068Late at the table\u2069: points 20, paid to one player',
        'Too many tiles: points 5, paid to one player, who gets what all three would have paid',
        'Washing: not played',
      ],
    ],
    [
      { house_rules: { penalties: { 'false-mahjong': { limit_share: '1/2' }, 'washed-tiles': null } } },
      ['False Mah-Jong: 50\u00a0% of the limit', 'Washed tiles: not played'],
    ],
  ])('%j', (otherwise, words) => {
    expect(lines(otherwise).map((line) => line.replace(' (the book: 1,000)', ''))).toEqual(words);
  });
});
