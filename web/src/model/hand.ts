/** A hand as it is tapped in. It is kept in the contract's own form; blanks keep the groups of `concealed` apart. */

import type { Hand } from '../service/shapes.ts';
import { type Tile, groupsOf, nameOf, rankOf, suitOf, tilesOf } from './tiles.ts';

export type Place = 'exposed' | 'concealed_kongs' | 'concealed' | 'bonus';

/** What one tap on a tile adds. */
export interface Mode {
  readonly id: string;
  readonly label: string;
  readonly place: Place;
  readonly copies: number;
  readonly run?: true;
}

const CHOW: Mode = { id: 'chow', label: 'Chow', place: 'exposed', copies: 1, run: true };
const PUNG: Mode = { id: 'pung', label: 'Pung', place: 'exposed', copies: 3 };
const KONG: Mode = { id: 'kong', label: 'Kong', place: 'exposed', copies: 4 };
const HIDDEN_KONG: Mode = { id: 'hidden-kong', label: 'Hidden kong', place: 'concealed_kongs', copies: 4 };
const FLOWERS: Mode = { id: 'bonus', label: 'Flower', place: 'bonus', copies: 1 };
const ONE: Mode = { id: 'one', label: 'One tile', place: 'concealed', copies: 1 };
const PAIR: Mode = { id: 'pair', label: 'Pair', place: 'concealed', copies: 2 };
const THREE: Mode = { id: 'three', label: 'Pung', place: 'concealed', copies: 3 };
const RUN: Mode = { id: 'run', label: 'Chow', place: 'concealed', copies: 1, run: true };

export interface ModeRow {
  readonly legend: string;
  readonly modes: readonly Mode[];
}

export const DEAL_MODES: readonly ModeRow[] = [
  { legend: 'On the table', modes: [CHOW, PUNG, KONG, HIDDEN_KONG, FLOWERS] },
  { legend: 'In the hand', modes: [ONE, PAIR, THREE, RUN] },
];

/** A hand as dealt has nothing on the table but flowers. */
export const DEALT_MODES: readonly ModeRow[] = [{ legend: 'As dealt', modes: [ONE, PAIR, THREE, FLOWERS] }];

export const FIRST_DEALT_MODE = ONE;
export const FIRST_MODE = PUNG;

export const EMPTY_HAND: Hand = { concealed: '' };

/** A hand of which nothing that scores was written down. */
export const UNTOLD_HAND: Hand = { concealed: '', partial: true };

/** The tiles that a tap adds, run together ("234s"); nothing where three in sequence would run past the nine. */
export function groupFor(mode: Mode, tile: Tile): string | null {
  const rank = rankOf(tile);
  if (!mode.run) return tile[0]?.repeat(mode.copies) + suitOf(tile);
  const startsRun = 'mps'.includes(suitOf(tile)) && rank <= 7;
  return startsRun ? `${rank}${rank + 1}${rank + 2}${suitOf(tile)}` : null;
}

export function groupsAt(hand: Hand, place: Place): readonly string[] {
  if (place === 'exposed') return hand.exposed ?? [];
  if (place === 'concealed_kongs') return hand.concealed_kongs ?? [];
  return groupsOf(hand[place] ?? '');
}

function withGroups(hand: Hand, place: Place, groups: readonly string[]): Hand {
  const isList = place === 'exposed' || place === 'concealed_kongs';
  return { ...hand, [place]: isList ? groups : groups.join(' ') };
}

export const addGroup = (hand: Hand, place: Place, group: string): Hand =>
  withGroups(hand, place, [...groupsAt(hand, place), group]);

export const removeGroup = (hand: Hand, place: Place, index: number): Hand =>
  withGroups(hand, place, groupsAt(hand, place).filter((_, at) => at !== index));

const PLACES: readonly Place[] = ['exposed', 'concealed_kongs', 'concealed', 'bonus'];

export const isEmpty = (hand: Hand): boolean => PLACES.every((place) => groupsAt(hand, place).length === 0);

/** The kinds of tile that stand in the hand, each once, in the order in which they were tapped. */
export const concealedKinds = (hand: Hand): readonly Tile[] => [...new Set(tilesOf(hand.concealed))];

export const tileCount = (hand: Hand): number =>
  PLACES.filter((place) => place !== 'bonus')
    .flatMap((place) => groupsAt(hand, place))
    .reduce((count, group) => count + tilesOf(group).length, 0);

/** Whether tiles are such as one tap adds: alike, or a run. */
function isOneTap(group: string): boolean {
  const tiles = tilesOf(group);
  const [first = ''] = tiles;
  return new Set(tiles).size === 1 || group === groupFor(RUN, first);
}

/** A hand that was not tapped in here, tile by tile where its groups are none that a tap makes. */
export function regrouped(hand: Hand): Hand {
  const groups = groupsOf(hand.concealed).flatMap((group) => (isOneTap(group) ? [group] : tilesOf(group)));
  return { ...hand, concealed: groups.join(' ') };
}

const COUNT_WORDS = ['', '', 'pair of ', 'pung of ', 'kong of '];

/** "pung of 5 of Circles", "chow from 2 of Bamboos". */
export function describeGroup(group: string): string {
  const tiles = tilesOf(group);
  const [first = ''] = tiles;
  if (new Set(tiles).size > 1) return `chow from ${nameOf(first)}`;
  return (COUNT_WORDS[tiles.length] ?? '') + nameOf(first);
}
