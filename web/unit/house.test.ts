import { describe, expect, it } from 'vitest';
import { changes, houseWords, isOwn, tidied, withOwn, withRule, withSettled, withValue } from '../src/model/house.ts';

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
