/** A deal in work: an entry, but that the winner and how he won may still be open. */

import { BLANKS, withoutWild } from './goulash.ts';
import {
  allTiles,
  asStated,
  EMPTY_HAND,
  groupsAt,
  isEmpty,
  isFull,
  mayBeComplete,
  regrouped,
  type Winning,
  wildTiles,
  winnings,
  withCompleted,
} from './hand.ts';
import type { AFTER_A_DRAW, DealEntry, Hand, Source, Terms, Win } from './shapes.ts';
import { COPIES_OF_A_TILE, isBonus, type Tile, tilesOf } from './tiles.ts';
import { t } from '../i18n/game.ts';

interface DraftWin extends Omit<Win, 'source'> {
  readonly source?: Source | undefined;
  /** Whether the winning tile lies in a set on the table. Not kept: the contract has that set in the hand. */
  readonly laid?: boolean | undefined;
}

export interface DraftDeal extends Omit<DealEntry, 'winner' | 'win' | 'goulash'> {
  readonly winner?: number | null | undefined;
  readonly win?: DraftWin | undefined;
  /** Whether the table says that it is a goulash. */
  readonly goulash?: boolean | typeof AFTER_A_DRAW | undefined;
}

export const newDeal = (id: string, players: number, sitsOut?: number): DraftDeal => ({
  type: 'deal',
  id,
  ...(sitsOut === undefined ? {} : { sits_out: sitsOut }),
  hands: Array.from({ length: players }, () => EMPTY_HAND),
});

const without = <Whole extends object, Key extends keyof Whole>(whole: Whole, ...keys: Key[]): Omit<Whole, Key> =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key as Key))) as Omit<Whole, Key>;

const asWinners = (hand: Hand): Hand => without(hand, 'telling', 'nothing', 'original_call');

/** The winner's hand is entered whole, so what the others' hands may say is taken from it. */
export function withWinner(deal: DraftDeal, winner: number | null): DraftDeal {
  const hands = deal.hands.map((hand, player) => (player === winner ? asWinners(hand) : hand));
  if (winner === null) return { ...without(deal, 'win'), winner, hands };
  const sameWinner = deal.winner === winner;
  return {
    ...deal,
    winner,
    hands,
    win: sameWinner ? (deal.win ?? {}) : without(deal.win ?? {}, 'tile', 'laid', 'discarder', 'liable'),
  };
}

/** With the hands of two players exchanged. */
export function withSwapped(deal: DraftDeal, one: number, other: number): DraftDeal {
  const [mine, theirs] = [handOf(deal, one), handOf(deal, other)];
  return {
    ...deal,
    hands: deal.hands.map((hand, at) => (at === one ? theirs : at === other ? asWinners(mine) : hand)),
  };
}

export const isClaimed = (source: Source | undefined): boolean => source === 'discard' || source === 'robbed-kong';

/** Another way of winning keeps the tile and drops what only the old way could have. */
export function withSource(deal: DraftDeal, source: Source, discarder?: number): DraftDeal {
  const { tile, laid, discarder: before } = deal.win ?? {};
  const tileBefore = source === 'original-hand' || tile === undefined ? {} : { tile, ...(laid ? { laid } : {}) };
  const from = discarder ?? before;
  return {
    ...deal,
    win: { source, ...tileBefore, ...(isClaimed(source) && from !== undefined ? { discarder: from } : {}) },
  };
}

export const withWin = (deal: DraftDeal, change: DraftWin): DraftDeal => ({ ...deal, win: { ...deal.win, ...change } });

/** Whatever is done to a hand, it is no longer said to score nothing. */
export const withHand = (deal: DraftDeal, player: number, hand: Hand): DraftDeal => ({
  ...deal,
  hands: deal.hands.map((old, at) => (at === player ? without(hand, 'nothing') : old)),
});

/** With hands that are said to score 0. */
export const withNothing = (deal: DraftDeal, players: readonly number[]): DraftDeal => ({
  ...deal,
  hands: deal.hands.map((hand, at) => (players.includes(at) ? { ...hand, nothing: true } : hand)),
});

const isSaid = (hand: Hand): boolean => !isEmpty(hand) || hand.telling === 'dead' || hand.nothing === true;

/** Whose hands are neither entered nor said to score 0. In a draw, and where losers settle nothing, none has to be. */
export const unsaidHands = ({ house_rules }: Terms, { winner, hands, sits_out }: DraftDeal): readonly number[] =>
  typeof winner !== 'number' || house_rules?.settlement?.losers === 'none'
    ? []
    : hands.flatMap((hand, at) => (at === winner || at === sits_out || isSaid(hand) ? [] : [at]));

/** Without a goulash no tile is wild. */
export const withGoulash = (deal: DraftDeal, goulash: boolean): DraftDeal => ({
  ...deal,
  goulash,
  hands: goulash ? deal.hands : deal.hands.map(withoutWild),
});

/** Of five players all but one. */
export const playsIn = ({ sits_out }: { readonly sits_out?: number | undefined }, player: number): boolean =>
  player !== sits_out;

export const handOf = (deal: DraftDeal, player: number): Hand => deal.hands[player] ?? EMPTY_HAND;

/** Undefined where nobody is. */
export const withLiable = (deal: DraftDeal, liable: number | undefined): DraftDeal => ({
  ...deal,
  win: { ...without(deal.win ?? {}, 'liable'), ...(liable === undefined ? {} : { liable }) },
});

/** Undefined leaves it to the service. */
export const withExcuse = (deal: DraftDeal, excused: boolean | undefined): DraftDeal => ({
  ...deal,
  win: {
    ...without(deal.win ?? {}, 'discarder_excused'),
    ...(excused === undefined ? {} : { discarder_excused: excused }),
  },
});

/** Whether the table has to say with which tile the hand was won: an original hand has none, and a count needs none. */
const isTileAsked = ({ winner, win, hands }: DraftDeal): boolean =>
  typeof winner === 'number' && win?.source !== 'original-hand' && hands[winner]?.counted === undefined;

/** The tiles that it may have been won with; a set on the table is completed by a claimed tile alone. */
export const winningsOf = ({ winner, win, hands }: DraftDeal): readonly Winning[] =>
  typeof winner === 'number'
    ? winnings(hands[winner] ?? EMPTY_HAND).filter(({ laid }) => !laid || isClaimed(win?.source))
    : [];

/** What it was won with, as far as that was said and is still in the hand. */
export function wonWith(deal: DraftDeal): Winning | undefined {
  const { win } = deal;
  return isTileAsked(deal)
    ? winningsOf(deal).find(({ tile, laid }) => tile === win?.tile && laid === (win.laid ?? false))
    : undefined;
}

export const winningTile = (deal: DraftDeal): Tile | undefined => wonWith(deal)?.tile;

export const isTileUnsaid = (deal: DraftDeal): boolean => isTileAsked(deal) && wonWith(deal) === undefined;

export const withWinning = (deal: DraftDeal, { tile, laid }: Winning): DraftDeal => ({
  ...deal,
  win: { ...without(deal.win ?? {}, 'laid'), tile, ...(laid ? { laid } : {}) },
});

/** The tile that was tapped last, of those that the hand may have been won with. */
function lastTile(deal: DraftDeal): Winning | undefined {
  const hand = handOf(deal, deal.winner ?? -1);
  const all = winningsOf(deal);
  const place = hand.taps?.at(-1) ?? 'concealed';
  const last = tilesOf(groupsAt(hand, place).at(-1) ?? '');
  return all.findLast(({ tile, laid }) => last.includes(tile) && laid === (place === 'exposed')) ?? all.at(-1);
}

/**
 * The deal won with the tile that was tapped last, if the hand may be complete and no other is said. What was taken so
 * of thirteen tiles with a flower or season (`before`) is taken anew of fourteen.
 */
export function withLastTile(deal: DraftDeal, before: DraftDeal, inPlace: readonly Tile[]): DraftDeal {
  if (typeof deal.winner !== 'number') return deal;
  const [hand, old] = [handOf(deal, deal.winner), handOf(before, deal.winner)];
  if (!mayBeComplete(hand, inPlace)) return deal;
  const taken = isFull(hand) && !isFull(old) && mayBeComplete(old, inPlace) ? lastTile(before)?.tile : undefined;
  if (!isTileUnsaid(deal) && (taken === undefined || deal.win?.tile !== taken)) return deal;
  const said = lastTile(deal);
  return said ? withWinning(deal, said) : deal;
}

/** Whether the winner's hand is entered by what the table counted. */
export const isWonByCount = ({ winner, hands }: DraftDeal): boolean =>
  typeof winner === 'number' && hands[winner]?.counted !== undefined;

/** The deal as it is asked after and kept: without what is for the page alone, and a tile that is no longer in the hand. */
export function finished({ goulash, ...draft }: DraftDeal): DraftDeal {
  const deal: DraftDeal = goulash ? { ...draft, goulash: true } : draft;
  const hands = deal.hands.map(asStated);
  const { winner } = deal;
  if (typeof winner !== 'number') return { ...deal, hands };
  const said = wonWith(deal);
  const win = without(deal.win ?? {}, 'tile', 'laid');
  if (!said) return { ...deal, hands, win };
  const stated = said.laid
    ? hands.map((hand, player) => (player === winner ? asStated(withCompleted(hand, said.tile)) : hand))
    : hands;
  return { ...deal, hands: stated, win: { ...win, tile: said.tile } };
}

/** A kept entry as it is changed again. */
export const openedDeal = (deal: DealEntry): DraftDeal => ({
  ...deal,
  hands: deal.hands.map((hand, at) =>
    at !== deal.winner && isEmpty(hand) ? { ...regrouped(hand), nothing: true } : regrouped(hand),
  ),
});

/** The next thing that the page has to ask before the deal means anything. */
export function openQuestion({ winner, win }: DraftDeal): string | null {
  if (winner === undefined) return t('ask-who-won');
  if (winner === null) return null;
  if (win?.source === undefined) return t('ask-how-won');
  return isClaimed(win.source) && win.discarder === undefined ? t('ask-whose-tile') : null;
}

/** How many of each tile lie in some hands together, but for blanks. */
function inPlay(hands: readonly Hand[]): ReadonlyMap<Tile, number> {
  const counts = new Map<Tile, number>();
  const add = (tile: Tile, count: number): void => void counts.set(tile, (counts.get(tile) ?? 0) + count);
  for (const hand of hands.map(asStated)) {
    for (const tile of allTiles(hand)) add(tile, 1);
    for (const tile of wildTiles(hand)) add(tile, -1);
  }
  return counts;
}

/** How many of a tile are more than the box has. */
const excessOf = (tile: Tile, count: number): number => Math.max(0, count - (isBonus(tile) ? 1 : COPIES_OF_A_TILE));

/**
 * Whether the box has the tiles for these hands, as far as those go that a new one has more of than an old one.
 * In a goulash it has as many more as there are blanks that no hand has named yet.
 */
export function isInTheBox(before: readonly Hand[], after: readonly Hand[], isGoulash = false): boolean {
  const had = inPlay(before);
  const excess = [...inPlay(after)].filter(([tile, count]) => excessOf(tile, count) > 0);
  const isMore = excess.some(([tile, count]) => count > (had.get(tile) ?? 0));
  if (!isMore) return true;
  const spare = isGoulash ? BLANKS - after.map(asStated).flatMap(wildTiles).length : 0;
  return (
    !excess.some(([tile]) => isBonus(tile)) &&
    excess.reduce((sum, [tile, count]) => sum + excessOf(tile, count), 0) <= spare
  );
}

/** The next hand around the table of which nothing is said, once one is; null where every hand is. */
export function nextOpenHand(deal: DraftDeal, player: number): number | null {
  const count = deal.hands.length;
  const around = deal.hands.map((_, step) => (player + 1 + step) % count);
  return around.find((at) => playsIn(deal, at) && at !== player && !isSaid(handOf(deal, at))) ?? null;
}

/** The hand to be entered after this one: around the table from the winner; null after the last. */
export function nextHand(deal: DraftDeal, player: number): number | null {
  const count = deal.hands.length;
  const after = (at: number): number => ((at + 1) % count === deal.sits_out ? at + 2 : at + 1) % count;
  const first = typeof deal.winner === 'number' ? deal.winner : after(count - 1);
  const next = after(player);
  return next === first ? null : next;
}

export const isUnstated = (deal: DraftDeal): boolean => deal.hands.every(isEmpty);
