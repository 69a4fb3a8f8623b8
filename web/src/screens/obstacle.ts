/** What stands between the table and keeping a deal. */

import { type DraftDeal, handOf, openQuestion } from '../model/deal.ts';
import { isGoulash } from '../model/goulash.ts';
import { isEmpty, isFull, mayBeComplete, tileCount, wildTiles } from '../model/hand.ts';
import { bonusInPlace, type Otherwise } from '../model/house.ts';
import { isMissing } from '../components/faults.tsx';
import { faultWords, isolated } from '../model/words.ts';
import type { Fault } from '../model/responses.ts';
import type { DealPreview } from '../api/use-deal-preview.ts';
import { t } from '../i18n/game.ts';

export interface Obstacle {
  readonly text: string;
  /** Whose hand it lies in; null where it is no hand's. */
  readonly player: number | null;
  /** Whether nothing is wrong: the hand is still being entered. */
  readonly isGrowing?: boolean;
}

/** Whose hand a fault lies in: the winner's where it is about how he won with his tile. */
export function playerOf({ pointer }: Fault, { winner }: DraftDeal): number | null {
  const player = /^\/hands\/(\d)/.exec(pointer)?.[1];
  if (player !== undefined) return Number(player);
  return pointer === '/win/tile' ? (winner ?? null) : null;
}

/** Whether the pung that a robbed kong leaves is missed in a hand that nobody has been asked for yet. */
const isOfHandToCome = ({ code, key, player }: Fault, deal: DraftDeal): boolean =>
  code === 'no-pung-to-rob' && key?.endsWith('.seen') !== true && player !== undefined && isEmpty(handOf(deal, player));

/** Whether it says what a hand lacks that is still being entered. */
function isOfGrowing(fault: Fault, deal: DraftDeal): boolean {
  if (isOfHandToCome(fault, deal)) return true;
  const player = playerOf(fault, deal);
  if (player === null || !isMissing(fault)) return false;
  return player === deal.winner ? !isFull(handOf(deal, player)) : isEmpty(handOf(deal, player));
}

/** What a hand that is still being entered lacks need not be said. */
export function shownFaults({
  deal,
  preview,
}: {
  readonly deal: DraftDeal;
  readonly preview: DealPreview | null;
}): readonly Fault[] {
  return (preview?.faults ?? []).filter((fault) => !isOfGrowing(fault, deal));
}

/** Nothing where it can be kept; `preview` is null where the service cannot look at it now. */
export function obstacle(
  { deal, players }: { readonly deal: DraftDeal; readonly players: readonly string[] },
  preview: DealPreview | null,
): Obstacle | null {
  const question = openQuestion(deal);
  const [fault] = preview?.faults ?? [];
  if (question) return { text: question, player: null };
  if (!fault) return null;
  if (typeof deal.winner === 'number' && isEmpty(handOf(deal, deal.winner)))
    return {
      text: t('winning-hand-missing', isolated(players[deal.winner] ?? '')),
      player: deal.winner,
      isGrowing: true,
    };
  const player = playerOf(fault, deal);
  const words = faultWords(fault);
  return {
    text: player === null ? words : `${isolated(players[player] ?? '')}: ${words}`,
    player,
    isGrowing: isOfGrowing(fault, deal),
  };
}

/** What is asked about a winner's hand that the service cannot look at: it would count nothing, nor the deals after it. */
export function doubtOf(rules: Otherwise, deal: DraftDeal): string | null {
  if (typeof deal.winner !== 'number') return null;
  const hand = handOf(deal, deal.winner);
  return hand.counted || mayBeComplete(hand, bonusInPlace(rules)) ? null : t('doubt-incomplete', tileCount(hand));
}

/** What is asked about a goulash of which no hand names a wild tile: it may have been forgotten. */
export function doubtOfGoulash(deal: DraftDeal): string | null {
  const byTiles = deal.hands.filter((hand) => !hand.counted && !isEmpty(hand));
  if (!isGoulash(deal) || byTiles.length === 0 || byTiles.some((hand) => wildTiles(hand).length > 0)) return null;
  return t('doubt-no-wild');
}
