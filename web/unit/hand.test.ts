import { describe, expect, it } from 'vitest';
import {
  addGroup,
  EMPTY_HAND,
  firstMode,
  isWhole,
  lacksOnlyItsPair,
  type Mode,
  takenBack,
  tapped,
  tellingOf,
  turnedOver,
  winnings,
  withCompleted,
  withKind,
  withPlace,
} from '../src/model/hand.ts';
import type { Hand } from '../src/model/shapes.ts';

const onTable: Mode = { kind: 'pung', onTable: true };
const inHand: Mode = { kind: 'pung', onTable: false };

function entered(...taps: readonly (readonly [Mode, string])[]): Hand {
  return taps.reduce<Hand>((hand, [mode, tile]) => tapped(hand, mode, tile) ?? hand, EMPTY_HAND);
}

describe('a tap on a key', () => {
  it('lays a pung on the table, or keeps it in the hand', () => {
    expect(entered([onTable, '3m']).exposed).toEqual(['333m']);
    expect(entered([inHand, '3m']).concealed).toBe('333m');
  });

  it('makes a kong of the pung that lies there', () => {
    expect(entered([onTable, '3m'], [onTable, '3m']).exposed).toEqual(['3333m']);
    expect(entered([inHand, '3m'], [inHand, '3m']).concealed_kongs).toEqual(['3333m']);
  });

  it('begins no chow that would run past the nine, and none of honours', () => {
    const chow: Mode = { kind: 'chow', onTable: true };
    expect(tapped(EMPTY_HAND, chow, '8s')).toBeNull();
    expect(tapped(EMPTY_HAND, chow, '1z')).toBeNull();
    expect(entered([chow, '7s']).exposed).toEqual(['789s']);
  });
});

describe('what was entered last is taken back first', () => {
  it('over all places', () => {
    const flower: Mode = { kind: 'flower', onTable: true };
    const hand = entered([inHand, '3m'], [flower, '2f'], [onTable, '9p']);
    const first = takenBack(hand);
    expect(first?.exposed).toEqual([]);
    const second = first && takenBack(first);
    expect(second?.bonus).toBe('');
    expect(second && takenBack(second)?.concealed).toBe('');
  });

  it('and of a hand that came without its taps, what is seen last', () => {
    expect(takenBack({ concealed: '11m 22m', exposed: ['333p'] })?.concealed).toBe('11m');
    expect(takenBack(EMPTY_HAND)).toBeNull();
  });
});

describe('modes', () => {
  it('a pair stands in the hand, and the table gets a pung instead', () => {
    expect(withKind(firstMode(false), 'pair')).toEqual({ kind: 'pair', onTable: false });
    expect(withPlace({ kind: 'pair', onTable: false }, true)).toEqual({ kind: 'pung', onTable: true });
  });
});

describe('how a hand is told', () => {
  const whole: Hand = { concealed: '7s 333z 555z', exposed: ['9999s', '888s'] };
  it.each([
    [whole, true, 'whole'],
    [{ concealed: '333z', exposed: ['888s'] }, false, 'partial'],
    [{ ...whole, telling: 'dead' } as Hand, true, 'dead'],
  ] as const)('%j', (hand, all, telling) => {
    expect(isWhole(hand, [])).toBe(all);
    expect(tellingOf(hand, [])).toBe(telling);
  });

  it('a winner with four sets lacks his pair alone', () => {
    const four = { concealed: '777z', exposed: ['999p', '222p', '444z'] };
    expect(lacksOnlyItsPair(four)).toBe(true);
    expect(lacksOnlyItsPair(addGroup(four, 'concealed', '22z'))).toBe(false);
  });
});

describe('the winning tile', () => {
  const hand: Hand = { concealed: '55p 123m', exposed: ['888m', '9999s'], bonus: '1f' };

  it('may be any tile of the hand, but of a kong or a flower', () => {
    const laid = winnings(hand)
      .filter((each) => each.laid)
      .map(({ tile }) => tile);
    const held = winnings(hand)
      .filter((each) => !each.laid)
      .map(({ tile }) => tile);
    expect([laid, held]).toEqual([['8m'], ['5p', '1m', '2m', '3m']]);
  });

  it('completes a set on the table that the contract has in the hand', () => {
    const stated = withCompleted(hand, '8m');
    expect([stated.concealed, stated.exposed]).toEqual(['55p 123m 888m', ['9999s']]);
    expect(withCompleted(hand, '9s')).toBe(hand);
  });
});

describe('a set that is turned over', () => {
  const hand: Hand = { concealed: '55p 123m', exposed: ['888m', '9999s'] };

  it('is laid down or taken into the hand', () => {
    expect(turnedOver(hand, 'concealed', 1).exposed).toEqual(['888m', '9999s', '123m']);
    expect(turnedOver(hand, 'exposed', 0).concealed).toBe('55p 123m 888m');
    expect(turnedOver(hand, 'exposed', 1).concealed_kongs).toEqual(['9999s']);
  });

  it('but for a pair, which only stands in the hand', () => {
    expect(turnedOver(hand, 'concealed', 0)).toBe(hand);
  });
});
