/** A hand's layout as it is tapped: groups of a small part of the language of layouts, and hands drawn of them as candidates. */

import { COPIES_OF_A_TILE, type Tile } from './tiles.ts';

export const GROUPS = [
  'pair',
  'pung',
  'kong',
  'p/k',
  'chow',
  'set',
  'tile',
  'mixed triple',
  '1-9',
  '1-7',
  'each',
] as const;

export type GroupKind = (typeof GROUPS)[number];

/** What each kind of group may be of; of some it is part of the group. */
const OF_SETS = [
  'a',
  'b',
  'c',
  'a/honour',
  'odd a',
  'even a',
  '1/9 a',
  '1/9',
  'honour',
  'wind',
  'dragon',
  'own wind',
  'characters',
  'circles',
  'bamboo',
  'green bamboo',
  'any',
] as const;
const OF_CHOWS = ['a', 'b', 'c', 'characters', 'circles', 'bamboo', 'any suit'] as const;
const OF_EACH = ['wind', 'dragon', '1/9/honour', 'odd a', 'even a'] as const;

export function kindsOf(group: GroupKind): readonly string[] {
  if (group === 'each') return OF_EACH;
  if (group === 'mixed triple') return [];
  return ['chow', 'set', '1-9', '1-7'].includes(group) ? OF_CHOWS : OF_SETS;
}

/** As it stands in a layout; two of one group are stated as "2 pairs of a". */
export function groupText(group: GroupKind, of: string, count = 1): string {
  const many = count > 1 ? `${count} ` : '';
  const plural = count > 1 && group !== 'p/k' ? 's' : '';
  if (group === 'each') return `each ${of}`;
  if (group === 'mixed triple') return many + group + plural;
  return `${many}${group}${plural} of ${of}`;
}

export interface Group {
  readonly kind: GroupKind;
  readonly of: string;
  readonly count: number;
}

const GROUP_TEXT = new RegExp(`^(?:(\\d) )?(${GROUPS.slice(0, -1).join('|')})s?(?: of (.+))?$`);

/** A part of a layout, where it is one that is tapped. */
export function groupOf(part: string): Group | null {
  const [, each] = /^each (.+)$/.exec(part) ?? [];
  if (each) return { kind: 'each', of: each, count: 1 };
  const [, count = '1', kind, of = ''] = GROUP_TEXT.exec(part) ?? [];
  if (!kind || (of !== '' && !kindsOf(kind as GroupKind).includes(of))) return null;
  return { kind: kind as GroupKind, of, count: Number(count) };
}

export const partsOf = (layout: string): readonly string[] =>
  layout
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** With one more group; another one like the last is counted with it. */
export function withGroup(layout: string, kind: GroupKind, of: string): string {
  const parts = partsOf(layout);
  const last = groupOf(parts.at(-1) ?? '');
  const isAnother = last?.kind === kind && last.of === of && kind !== 'each' && !kind.startsWith('1-');
  const more = isAnother
    ? [...parts.slice(0, -1), groupText(kind, of, last.count + 1)]
    : [...parts, groupText(kind, of)];
  return more.join(', ');
}

export const withoutPart = (layout: string, index: number): string =>
  partsOf(layout)
    .filter((_, at) => at !== index)
    .join(', ');

// Hands drawn of it

type Chance = () => number;

/** The same numbers each time, so that the same hands are shown. */
function chances(seed: number): Chance {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const SUITS = ['m', 'p', 's'];
const SUIT_OF: Readonly<Record<string, string>> = { characters: 'm', circles: 'p', bamboo: 's' };
const RANKS: Readonly<Record<string, string>> = { odd: '13579', even: '2468', '1/9': '19', green: '23468' };
const ALL_RANKS = '123456789';
const HONOURS: Readonly<Record<string, string>> = { honour: '1234567', wind: '1234', dragon: '567', 'own wind': '1' };

const of = (ranks: string, suit: string): readonly Tile[] => [...ranks].map((rank) => rank + suit);

/** The tiles of a kind, for the suits that stand for the letters; East draws. */
function tilesOfKind(kind: string, suits: Readonly<Record<string, string>>): readonly Tile[] {
  if (HONOURS[kind]) return of(HONOURS[kind], 'z');
  if (kind === 'any') return [...SUITS.flatMap((suit) => of(ALL_RANKS, suit)), ...of('1234567', 'z')];
  if (kind.endsWith('/honour')) return [...tilesOfKind(kind.slice(0, -'/honour'.length), suits), ...of('1234567', 'z')];
  const [first = '', second = first] = kind.split(' ');
  const ranks = RANKS[first] ?? ALL_RANKS;
  const suit = suits[second] ?? SUIT_OF[second];
  return suit ? of(ranks, suit) : SUITS.flatMap((each) => of(ranks, each));
}

const SAME: Readonly<Record<string, number>> = { pair: 2, pung: 3, 'p/k': 3, kong: 4, tile: 1 };

function chowsOf(tiles: readonly Tile[]): readonly (readonly Tile[])[] {
  return tiles.flatMap((tile) => {
    const run = [0, 1, 2].map((step) => `${Number(tile[0]) + step}${tile[1]}`);
    return run.every((each) => tiles.includes(each)) ? [run] : [];
  });
}

/** Every way to lay one group. */
function waysOf({ kind, of: what }: Group, suits: Readonly<Record<string, string>>): readonly (readonly Tile[])[] {
  if (kind === 'mixed triple') return [...ALL_RANKS].map((rank) => SUITS.map((suit) => rank + suit));
  const tiles = tilesOfKind(what, suits);
  if (kind === 'each') return [tiles];
  if (kind === '1-9' || kind === '1-7') {
    const suitsOfIt = [...new Set(tiles.map((tile) => tile[1] ?? ''))];
    return suitsOfIt.map((suit) => of(ALL_RANKS.slice(0, Number(kind[2])), suit));
  }
  const alike = (copies: number) => tiles.map((tile) => Array.from({ length: copies }, () => tile));
  if (kind === 'chow') return chowsOf(tiles);
  return kind === 'set' ? [...chowsOf(tiles), ...alike(3)] : alike(SAME[kind] ?? 1);
}

/** What a part of a layout may look like. */
export function pictureOfPart(part: string): readonly Tile[] {
  const group = groupOf(part);
  if (group === null) return [];
  const ways = waysOf(group, { a: 'm', b: 'p', c: 's' });
  return Array.from({ length: group.count }, (_, at) => ways[(at * 2) % ways.length] ?? []).flat();
}

/** How many tiles the parts are, a kong as three; null where one is not read. */
export function tileCountOf(layout: string): number | null {
  const groups = partsOf(layout).map(groupOf);
  if (groups.includes(null)) return null;
  const size = (group: Group): number =>
    group.count *
    Math.min(
      group.kind === 'kong' ? KONG - 1 : Number.POSITIVE_INFINITY,
      waysOf(group, { a: 'm', b: 'p', c: 's' })[0]?.length ?? 0,
    );
  return groups.reduce((sum, group) => sum + (group ? size(group) : 0), 0);
}

export type DrawnHand = readonly (readonly Tile[])[];

const HAND = 14;
const KONG = 4;

/** The tiles of a hand, a kong as three. */
const sizeOf = (hand: DrawnHand): number =>
  hand.reduce((sum, group) => sum + (isKong(group) ? KONG - 1 : group.length), 0);

export const isKong = (group: readonly Tile[]): boolean => group.length === KONG && new Set(group).size === 1;

function shuffled<Value>(values: readonly Value[], chance: Chance): readonly Value[] {
  return values
    .map((value) => [chance(), value] as const)
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value);
}

/** One hand by chance; null where the box has not the tiles, or a part is none that is tapped. */
function drawnOnce(layout: string, chance: Chance): DrawnHand | null {
  const [a = '', b = '', c = ''] = shuffled(SUITS, chance);
  const left = new Map<Tile, number>();
  const hand: (readonly Tile[])[] = [];
  const take = (way: readonly Tile[]): boolean => {
    const needs = (tile: Tile): number => way.filter((each) => each === tile).length;
    if (way.some((tile) => (left.get(tile) ?? COPIES_OF_A_TILE) < needs(tile))) return false;
    for (const tile of way) left.set(tile, (left.get(tile) ?? COPIES_OF_A_TILE) - 1);
    hand.push(way);
    return true;
  };
  for (const part of partsOf(layout)) {
    const group = groupOf(part);
    if (group === null) return null;
    for (let each = 0; each < group.count; each += 1)
      if (!shuffled(waysOf(group, { a, b, c }), chance).some(take)) return null;
  }
  return sizeOf(hand) === HAND ? hand : null;
}

/** Different hands of a layout, at most so many. */
export function drawnHands(layout: string, most: number): readonly DrawnHand[] {
  const chance = chances(layout.length);
  const found = new Map<string, DrawnHand>();
  for (let tries = 0; tries < most * 8 && found.size < most; tries += 1) {
    const hand = drawnOnce(layout, chance);
    if (hand) found.set([...hand.flat()].sort().join(''), hand);
  }
  return [...found.values()];
}

/** The hand with its last tile another, once for each of some others. */
export function withOneChanged(hand: DrawnHand): readonly DrawnHand[] {
  const held = hand.flat();
  const last = hand.at(-1) ?? [];
  return ['1m', '5p', '9s', '2s', '4z', '7z', '8m']
    .filter((tile) => !held.includes(tile))
    .map((tile) => [...hand.slice(0, -1), [...last.slice(0, -1), tile]]);
}
