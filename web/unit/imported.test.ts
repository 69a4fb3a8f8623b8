import { expect, it } from 'vitest';
import { imported } from '../src/api/imported.ts';

const played = {
  type: 'deal',
  sits_out: 2,
  winning_player: null,
  hands: Array.from({ length: 4 }, () => ({ concealed: '', partial: true })),
};

it('refuses a game of six players in words, in a file and in a link', () => {
  const six = { ruleset: 'harr-1923', players: ['Ann', 'Ben', 'Cem', 'Dot', 'Eve', 'Fay'], entries: [played] };
  expect(imported(JSON.stringify(six))).toEqual({
    faults: [
      {
        pointer: '/players',
        code: 'unreadable',
        detail: 'A game has 2 to 5 players with names. Of five, each entry says who sat out.',
      },
    ],
    players: six.players,
  });
  expect(imported(JSON.stringify({ ...six, players: six.players.slice(0, 5) }))).toMatchObject({
    sheet: { players: ['Ann', 'Ben', 'Cem', 'Dot', 'Eve'] },
  });
});
