/** A hand as it is tapped in; blanks keep the groups of `concealed` apart. */

import { asLimitHand, recounted } from './count.ts';
import type { Count, Hand, Place, Telling } from './shapes.ts';
import { groupsOf, nameOf, rankOf, suitOf, type Tile, tilesOf } from './tiles.ts';
import { t } from '../i18n/page.ts';

export type Kind = 'one' | 'pair' | 'chow' | 'pung' | 'kong' | 'flower' | 'wild';

/** What one tap on a tile adds, and where. */
export interface Mode {
  readonly kind: Kind;
  /** Whether sets go on the table. A pair or one tile never does, a flower always; a wild tile is where its set is. */
  readonly onTable: boolean;
}

export const KINDS: readonly { readonly kind: Kind; readonly label: string }[] = [
  {
    kind: 'pung',
    get label() {
      return t('pung');
    },
  },
  {
    kind: 'kong',
    get label() {
      return t('kong');
    },
  },
  {
    kind: 'chow',
    get label() {
      return t('chow');
    },
  },
  {
    kind: 'pair',
    get label() {
      return t('pair');
    },
  },
  {
    kind: 'one',
    get label() {
      return t('one');
    },
  },
  {
    kind: 'wild',
    get label() {
      return t('wild');
    },
  },
];

export const DEALT_KINDS: readonly Kind[] = ['pung', 'chow', 'pair', 'one'];

/** Where a player begins: with what lies on the table, but for a winner who drew, whose hand may well be concealed. */
export const firstMode = (hasDrawn: boolean): Mode => ({ kind: 'pung', onTable: !hasDrawn });
export const DEALT_MODE: Mode = { kind: 'one', onTable: false };

export const EMPTY_HAND: Hand = { concealed: '' };

const COPIES: Readonly<Record<Kind, number>> = { one: 1, pair: 2, chow: 1, pung: 3, kong: 4, flower: 1, wild: 1 };

/** Another kind; what only stands in the hand takes the place with it. */
export const withKind = (mode: Mode, kind: Kind): Mode => ({
  kind,
  onTable: kind === 'one' || kind === 'pair' ? false : mode.onTable,
});

/** The other place; a kind that the table cannot have becomes a pung there. */
export const withPlace = ({ kind }: Mode, onTable: boolean): Mode => ({
  kind: kind === 'flower' || kind === 'wild' || (onTable && (kind === 'one' || kind === 'pair')) ? 'pung' : kind,
  onTable,
});

export function placeOf({ kind, onTable }: Mode): Place {
  if (kind === 'flower') return 'bonus';
  if (kind === 'wild') return kind;
  if (kind === 'one' || kind === 'pair') return 'concealed';
  if (onTable) return 'exposed';
  return kind === 'kong' ? 'concealed_kongs' : 'concealed';
}

/** The tiles that a tap adds, run together ("234s"); nothing where three in sequence would run past the nine. */
export function groupFor(kind: Kind, tile: Tile): string | null {
  const rank = rankOf(tile);
  if (kind !== 'chow') return String(rank).repeat(COPIES[kind]) + suitOf(tile);
  const startsRun = 'mps'.includes(suitOf(tile)) && rank <= 7;
  return startsRun ? `${rank}${rank + 1}${rank + 2}${suitOf(tile)}` : null;
}

const LISTS = ['exposed', 'claimed_kongs', 'concealed_kongs'] as const;

/** Whether a place holds sets, each told apart from the others. */
export const isList = (place: Place): place is (typeof LISTS)[number] => LISTS.some((list) => list === place);

export function groupsAt(hand: Hand, place: Place): readonly string[] {
  return isList(place) ? (hand[place] ?? []) : groupsOf(hand[place] ?? '');
}

function withGroups(hand: Hand, place: Place, groups: readonly string[]): Hand {
  return { ...hand, [place]: isList(place) ? groups : groups.join(' ') };
}

export const addGroup = (hand: Hand, place: Place, group: string): Hand => ({
  ...withGroups(hand, place, [...groupsAt(hand, place), group]),
  taps: [...(hand.taps ?? []), place],
});

export function removeGroup(hand: Hand, place: Place, index: number): Hand {
  const { taps = [], grown } = hand;
  const last = taps.lastIndexOf(place);
  const groups = groupsAt(hand, place);
  return {
    ...withGroups(
      hand,
      place,
      groups.filter((_, at) => at !== index),
    ),
    taps: taps.filter((_, at) => at !== last),
    ...(grown ? { grown: grown.filter((kong) => kong !== groups[index]) } : {}),
  };
}

export const PLACES: readonly Place[] = ['exposed', 'claimed_kongs', 'concealed_kongs', 'concealed', 'bonus'];

/** Where the newest group lies; of a hand that was not tapped in, the last that is seen. */
function newestPlace(hand: Hand): Place | undefined {
  const tapped = hand.taps?.at(-1);
  if (tapped && groupsAt(hand, tapped).length > 0) return tapped;
  return PLACES.findLast((place) => groupsAt(hand, place).length > 0);
}

/** The hand without what was entered last, which may be a fourth tile alone; null where there is nothing to take back. */
export function takenBack(hand: Hand): Hand | null {
  const place = newestPlace(hand);
  if (!place) return null;
  const groups = groupsAt(hand, place);
  const [newest = ''] = groups.slice(-1);
  const rest = removeGroup(hand, place, groups.length - 1);
  return hand.grown?.includes(newest)
    ? addGroup(rest, place === 'exposed' ? place : 'concealed', newest.slice(1))
    : rest;
}

/** A tap on the pung of a tile again makes the kong of it. */
function kongOf(hand: Hand, mode: Mode, tile: Tile): Hand | null {
  const place = placeOf(mode);
  const index = groupsAt(hand, place).indexOf(groupFor('pung', tile) ?? '');
  if (mode.kind !== 'pung' || index < 0) return null;
  const kong = groupFor('kong', tile) ?? '';
  const next = addGroup(removeGroup(hand, place, index), mode.onTable ? 'exposed' : 'concealed_kongs', kong);
  return { ...next, grown: [...(hand.grown ?? []), kong] };
}

/** Whether what was tapped last is a fourth tile that made a kong of a pung. */
export function isJustMadeKong(hand: Hand): boolean {
  const place = newestPlace(hand);
  return place !== undefined && (hand.grown ?? []).includes(groupsAt(hand, place).at(-1) ?? '');
}

const countOf = (tiles: readonly Tile[], tile: Tile): number => tiles.filter((each) => each === tile).length;

/** The tiles that blanks stand for. */
export const wildTiles = (hand: Hand): readonly Tile[] => tilesOf(hand.wild ?? '');

/** A blank for one more such tile of the hand; null where it has no more. */
function withWild(hand: Hand, tile: Tile): Hand | null {
  return countOf(wildTiles(hand), tile) < countOf(allTiles(hand), tile) ? addGroup(hand, 'wild', tile) : null;
}

/** The hand after a tap on a key; null where that tile cannot begin such a set. */
export function tapped(hand: Hand, mode: Mode, tile: Tile): Hand | null {
  if (mode.kind === 'wild') return withWild(hand, tile);
  const group = groupFor(mode.kind, tile);
  return kongOf(hand, mode, tile) ?? (group === null ? null : addGroup(hand, placeOf(mode), group));
}

export const isEmpty = (hand: Hand): boolean =>
  hand.counted === undefined && PLACES.every((place) => groupsAt(hand, place).length === 0);

/** The hand without what its way of telling does not tell. */
export const asStated = (hand: Hand): Hand => {
  const { taps: _, grown: __, nothing: ___, ...stated } = hand;
  return stated.counted ? { concealed: '', counted: stated.counted } : stated;
};

/** What the table counted with a score in place of another, or with none. */
export const withScore = (hand: Hand, score: number | undefined): Hand =>
  withCount(hand, recounted(hand.counted, score === undefined ? null : { score }));

/** The same by points and doubles; there are no doubles of nothing. */
export function withPoints(hand: Hand, points: number | undefined, doubles: number): Hand {
  const count =
    points === undefined && doubles === 0 ? null : { points: points ?? 0, ...(doubles > 0 ? { doubles } : {}) };
  return withCount(hand, recounted(hand.counted, count));
}

export const withLimit = (hand: Hand, limit: boolean): Hand => withCount(hand, asLimitHand(hand.counted, limit));

/** A hand that a rulebook names: the rule says what it is worth. */
export const withNamed = (hand: Hand, special: string, named: string, exposed: boolean | undefined): Hand =>
  withCount(hand, { special, named, ...(exposed === undefined ? {} : { exposed }) });

function withCount(hand: Hand, counted: Count | null): Hand {
  const { counted: _, ...tiles } = hand;
  return counted === null ? tiles : { ...tiles, counted };
}

export const withoutCount = (hand: Hand): Hand => withCount(hand, null);

export const allTiles = (hand: Hand): readonly Tile[] =>
  PLACES.flatMap((place) => groupsAt(hand, place)).flatMap(tilesOf);

export const tileCount = (hand: Hand): number =>
  PLACES.filter((place) => place !== 'bonus')
    .flatMap((place) => groupsAt(hand, place))
    .reduce((count, group) => count + tilesOf(group).length, 0);

const isKong = (group: string): boolean => tilesOf(group).length === 4;

const kongCount = (hand: Hand): number => LISTS.flatMap((place) => groupsAt(hand, place)).filter(isKong).length;

/** The kongs that lie open, and whether each was claimed whole. */
export const openKongs = (hand: Hand): readonly { readonly kong: string; readonly claimed: boolean }[] => [
  ...groupsAt(hand, 'exposed')
    .filter(isKong)
    .map((kong) => ({ kong, claimed: false })),
  ...groupsAt(hand, 'claimed_kongs').map((kong) => ({ kong, claimed: true })),
];

/** The hand with an open kong claimed whole, or made from a pung. */
export function withClaimed(hand: Hand, kong: string, claimed: boolean): Hand {
  const [from, to] = claimed ? (['exposed', 'claimed_kongs'] as const) : (['claimed_kongs', 'exposed'] as const);
  const index = groupsAt(hand, from).indexOf(kong);
  return index < 0 ? hand : addGroup(removeGroup(hand, from, index), to, kong);
}

const WHOLE = 13;

/** How many tiles a hand has too few to be a winner's, a kong as three. */
export const lackingOf = (hand: Hand): number => WHOLE + 1 - tileCount(hand) + kongCount(hand);

/** Whether a flower or season of the hand may be one of its tiles: `inPlace` are those that may at this table. */
const hasInPlace = (hand: Hand, inPlace: readonly Tile[]): boolean =>
  tilesOf(hand.bonus ?? '').some((tile) => inPlace.includes(tile));

/** Whether every tile of a hand that did not win may be there. */
export const isWhole = (hand: Hand, inPlace: readonly Tile[]): boolean =>
  lackingOf(hand) === 1 || (lackingOf(hand) === 2 && hasInPlace(hand, inPlace));

/** Whether a winner's hand has its fourteen and takes no other tile. */
export const isFull = (hand: Hand): boolean => lackingOf(hand) === 0;

/** Whether a winner's hand may be complete, by its fourteen or by thirteen with a flower or season. */
export const mayBeComplete = (hand: Hand, inPlace: readonly Tile[]): boolean =>
  isFull(hand) || (lackingOf(hand) === 1 && hasInPlace(hand, inPlace));

export const tellingOf = (hand: Hand, inPlace: readonly Tile[]): Telling =>
  hand.telling ?? (isWhole(hand, inPlace) ? 'whole' : 'partial');

const isSet = (group: string): boolean => tilesOf(group).length >= 3;

const SETS = 4;

/** Whether a winner lacks nothing but his pair. */
export const lacksOnlyItsPair = (hand: Hand): boolean =>
  ([...LISTS, 'concealed'] as const).flatMap((place) => groupsAt(hand, place)).filter(isSet).length === SETS &&
  groupsAt(hand, 'concealed').every(isSet);

/** A tile that a hand may have been won with. */
export interface Winning {
  readonly tile: Tile;
  /** Whether it lies in a set on the table, which it then completed. */
  readonly laid: boolean;
}

/** Every tile of a hand may be it, each kind once; but those of kongs, which no winning tile completes. */
export function winnings(hand: Hand): readonly Winning[] {
  const laid = groupsAt(hand, 'exposed')
    .filter((group) => !isKong(group))
    .flatMap(tilesOf);
  const kinds = (tiles: readonly Tile[], isLaid: boolean): readonly Winning[] =>
    [...new Set(tiles)].map((tile) => ({ tile, laid: isLaid }));
  return [...kinds(laid, true), ...kinds(tilesOf(hand.concealed), false)];
}

/** The hand with the set that the winning tile completed on the table back where the contract has it: in the hand. */
export function withCompleted(hand: Hand, tile: Tile): Hand {
  const index = groupsAt(hand, 'exposed').findIndex((group) => !isKong(group) && tilesOf(group).includes(tile));
  return index < 0 ? hand : turnedOver(hand, 'exposed', index);
}

/** Where a set goes that is turned over; null where it can only lie as it does. */
function otherPlace(place: Place, group: string): Place | null {
  if (place === 'concealed') return tilesOf(group).length >= 3 ? 'exposed' : null;
  if (place === 'concealed_kongs') return 'exposed';
  if (place === 'exposed' || place === 'claimed_kongs') return isKong(group) ? 'concealed_kongs' : 'concealed';
  return null;
}

export const canTurn = (place: Place, group: string): boolean => otherPlace(place, group) !== null;

/** The hand with one set laid down that stood in the hand, or the other way round. */
export function turnedOver(hand: Hand, place: Place, index: number): Hand {
  const group = groupsAt(hand, place)[index];
  const to = group === undefined ? null : otherPlace(place, group);
  return group === undefined || to === null ? hand : addGroup(removeGroup(hand, place, index), to, group);
}

/** Whether tiles are such as one tap adds: alike, or a run. */
function isOneTap(group: string): boolean {
  const tiles = tilesOf(group);
  const [first = ''] = tiles;
  return (new Set(tiles).size === 1 && tiles.length < 4) || group === groupFor('chow', first);
}

/** A hand that was not tapped in here, tile by tile where its groups are none that a tap makes. */
export function regrouped(hand: Hand): Hand {
  const groups = groupsOf(hand.concealed).flatMap((group) => (isOneTap(group) ? [group] : tilesOf(group)));
  return { ...hand, concealed: groups.join(' '), ...(hand.wild ? { wild: wildTiles(hand).join(' ') } : {}) };
}

/** "pung of 5 of Circles", "chow from 2 of Bamboos". */
export function describeGroup(group: string): string {
  const tiles = tilesOf(group);
  const name = nameOf(tiles[0] ?? '');
  if (new Set(tiles).size > 1) return t('chow-from', name);
  switch (tiles.length) {
    case 2:
      return t('pair-of', name);
    case 3:
      return t('pung-of', name);
    case 4:
      return t('kong-of', name);
    default:
      return name;
  }
}

/** A set with where the mode puts it. */
export function describeAt(group: string, mode: Mode): string {
  const words = describeGroup(group);
  const place = placeOf(mode);
  if (place === 'bonus') return words;
  if (place === 'wild') return t('as-wild', words);
  return place === 'exposed' ? t('at-table', words) : t('at-hand', words);
}
