import { expect, it } from 'vitest';
import { imported } from '../src/api/imported.ts';

const played = { type: 'deal', sits_out: 2, winning_player: null, hands: Array.from({ length: 4 }, () => ({ concealed: '', partial: true })) };

it('refuses a game of five players in words, in a file and in a link', () => {
  const five = { ruleset: 'harr-1923', players: ['Ann', 'Ben', 'Cem', 'Dot', 'Eve'], entries: [played] };
  expect(imported(JSON.stringify(five))).toEqual({
    faults: [{ pointer: '/players', code: 'unreadable', detail: 'A game has 2 to 4 players with names.' }],
    players: five.players,
  });
  expect(imported(JSON.stringify({ ...five, players: five.players.slice(0, 4) }))).toMatchObject({ sheet: { players: ['Ann', 'Ben', 'Cem', 'Dot'] } });
});
