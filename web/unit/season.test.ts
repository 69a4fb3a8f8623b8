import { expect, test } from 'vitest';
import { overEvenings, type Played, seasonCsv } from '../src/model/over-evenings.ts';

const played = (totals: Readonly<Record<string, number>>, starts?: readonly number[]): Played => {
  const players = Object.keys(totals);
  const ranks = Object.values(totals).map((total, player) => ({
    player,
    total,
    rank: 1 + Object.values(totals).filter((other) => other > total).length,
  }));
  return {
    sheet: { ruleset: 'bmja', players, entries: [], ...(starts ? { starting_totals: starts } : {}) },
    response: {
      revision: 1,
      entries: [],
      ranks,
      transfers: [],
      next: null,
      goulashFollows: false,
      roundOver: false,
      setOver: false,
    },
  };
};

const SEASON = overEvenings([
  played({ Ann: 120, Ben: -120 }),
  played({ 'ann ': -20, Cleo: 20 }),
  played({ Ben: 1300, Cleo: 700 }, [1000, 1000]),
]);

test('a season counts by name, without the points that a game began with', () => {
  expect(SEASON).toEqual([
    { name: 'Ben', games: 2, firsts: 1, best: 300, total: 180 },
    { name: 'Ann', games: 2, firsts: 1, best: 120, total: 100 },
    { name: 'Cleo', games: 2, firsts: 1, best: 20, total: -280 },
  ]);
});

test('a season is exported as a table, in which no name is a formula', () => {
  const head = ['player', 'games', 'firsts', 'best', 'points'];
  expect(seasonCsv(head, overEvenings([played({ '=1+1': 5, 'A, B': -5 })])).split('\r\n')).toEqual([
    'player,games,firsts,best,points',
    "'=1+1,1,1,5,5",
    '"A, B",1,0,-5,-5',
  ]);
});
