/** What is asked of a deal while it is tapped in: the whole, and each hand by itself. */

import { type DraftDeal, handOf, isTileUnsaid, openQuestion, winningsOf, withWinning } from '../model/deal.ts';
import { EMPTY_HAND, isEmpty, mayBeComplete, type Winning } from '../model/hand.ts';
import { bonusInPlace } from '../model/house.ts';
import type { Hand, Terms } from '../model/shapes.ts';

const partly = (hand: Hand): Hand => ({ ...hand, telling: 'partial' });

/** A drawn deal of which only one player's hand is entered, a goulash or in a round as the deal is. */
function drawn({ goulash, round_wind, hands }: DraftDeal, player: number, hand: Hand): DraftDeal {
  const entered = hands.map((_, at) => (at === player ? hand : EMPTY_HAND));
  return { type: 'deal', winner: null, goulash, round_wind, hands: entered };
}

/** The deal as it would be if only one player's hand had been entered: what is wrong with another hides no score. */
function alone(deal: DraftDeal, player: number): DraftDeal {
  const hand = deal.hands[player] ?? EMPTY_HAND;
  if (deal.winner !== player) return drawn(deal, player, hand);
  return { ...deal, hands: deal.hands.map((_, at) => (at === player ? hand : partly(EMPTY_HAND))) };
}

export interface Question {
  readonly kind: 'whole' | 'alone' | 'so far' | 'won with';
  /** A player; of the tiles that a hand may have been won with, which. */
  readonly of: number;
  readonly deal: DraftDeal;
}

/** The tiles that a full hand may have been won with, as long as that is not said. */
export function asked(terms: Terms, deal: DraftDeal): readonly Winning[] {
  if (typeof deal.winner !== 'number' || !isTileUnsaid(deal) || openQuestion(deal) !== null) return [];
  const hand = handOf(deal, deal.winner);
  return mayBeComplete(hand, bonusInPlace(terms)) ? winningsOf(deal) : [];
}

/** Nothing is asked of a hand of which nothing is entered. */
export function questions(terms: Terms, deal: DraftDeal): readonly Question[] {
  const stated = deal.hands.flatMap((hand, player) => (isEmpty(hand) && player !== deal.winner ? [] : [player]));
  return [
    { kind: 'whole', of: -1, deal },
    ...stated.map((player) => ({ kind: 'alone', of: player, deal: alone(deal, player) }) as const),
    ...stated.map(
      (player) =>
        ({ kind: 'so far', of: player, deal: drawn(deal, player, partly(deal.hands[player] ?? EMPTY_HAND)) }) as const,
    ),
    ...asked(terms, deal).map(
      (winning, of) =>
        ({ kind: 'won with', of, deal: alone(withWinning(deal, winning), deal.winner as number) }) as const,
    ),
  ];
}
