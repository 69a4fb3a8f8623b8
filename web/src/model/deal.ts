/** A deal in work: the contract's entry, but that the winner and how he won may still be open. */

import type { DealEntry, Fault, Hand, Source, Win } from '../service/shapes.ts';
import { EMPTY_HAND, UNTOLD_HAND, isEmpty, regrouped } from './hand.ts';

export type DraftWin = Partial<Win>;

export interface DraftDeal extends Omit<DealEntry, 'winner' | 'win' | 'hands'> {
  readonly winner?: number | null;
  readonly win?: DraftWin;
  readonly hands: readonly Hand[];
}

export const newDeal = (id: string, players: number): DraftDeal => ({
  type: 'deal',
  id,
  hands: Array.from({ length: players }, () => EMPTY_HAND),
});

const without = <Whole extends object, Key extends keyof Whole>(whole: Whole, ...keys: Key[]): Omit<Whole, Key> =>
  Object.fromEntries(Object.entries(whole).filter(([key]) => !keys.includes(key as Key))) as Omit<Whole, Key>;

/** The winner's hand is told whole, so what the others' hands may say is taken from it. */
export function withWinner(deal: DraftDeal, winner: number | null): DraftDeal {
  const hands = deal.hands.map((hand, player) => (player === winner ? without(hand, 'dead', 'partial') : hand));
  if (winner === null) return { ...without(deal, 'win'), winner, hands };
  const sameWinner = deal.winner === winner;
  return { ...deal, winner, hands, win: sameWinner ? (deal.win ?? {}) : without(deal.win ?? {}, 'tile', 'discarder') };
}

export const isClaimed = (source: Source | undefined): boolean => source === 'discard' || source === 'robbed_kong';

/** Another way of winning keeps the tile and drops what only the old way could have. */
export function withSource(deal: DraftDeal, source: Source): DraftDeal {
  const { tile, discarder } = deal.win ?? {};
  const kept = source === 'original_hand' || tile === undefined ? {} : { tile };
  const from = isClaimed(source) && discarder !== undefined ? { discarder } : {};
  return { ...deal, win: { source, ...kept, ...from } };
}

export const withWin = (deal: DraftDeal, change: DraftWin): DraftDeal => ({ ...deal, win: { ...deal.win, ...change } });

export const withHand = (deal: DraftDeal, player: number, hand: Hand): DraftDeal => ({
  ...deal,
  hands: deal.hands.map((old, at) => (at === player ? hand : old)),
});

export const handOf = (deal: DraftDeal, player: number): Hand => deal.hands[player] ?? EMPTY_HAND;

const toldHand = (hand: Hand, won: boolean): Hand => (isEmpty(hand) && !won && !hand.dead ? UNTOLD_HAND : hand);

/** An empty hand becomes a whole one again as soon as it gets tiles. */
const openedHand = (hand: Hand): Hand => (isEmpty(hand) && hand.partial ? EMPTY_HAND : regrouped(hand));

/** A kept entry as it is changed again. */
export const openedDeal = (deal: DraftDeal): DraftDeal => ({ ...deal, hands: deal.hands.map(openedHand) });

/** The entry as the service is told it, and as it is kept. */
export const toldDeal = (deal: DraftDeal): DraftDeal => ({
  ...deal,
  hands: deal.hands.map((hand, player) => toldHand(hand, player === deal.winner)),
});

/** Undefined leaves it to the service. */
export const withExcuse = (deal: DraftDeal, excused: boolean | undefined): DraftDeal => ({
  ...deal,
  win: { ...without(deal.win ?? {}, 'discarder_excused'), ...(excused === undefined ? {} : { discarder_excused: excused }) },
});

/** The next thing that the page has to ask before the deal means anything. */
export function openQuestion({ winner, win }: DraftDeal): string | null {
  if (winner === undefined) return 'Say who won, or that nobody did.';
  if (winner === null) return null;
  if (win?.source === undefined) return 'Say how the hand was won.';
  return isClaimed(win.source) && win.discarder === undefined ? 'Say whose tile it was.' : null;
}

/** Faults at one place or below it. */
export const faultsUnder = (faults: readonly Fault[], place: string): readonly Fault[] =>
  faults.filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`));

export const faultsAt = (faults: readonly Fault[], place: string): readonly Fault[] =>
  faults.filter(({ pointer }) => pointer === place);
