/** What stands between the table and keeping a deal. */

import { type DraftDeal, handOf, openQuestion } from '../model/deal.ts';
import { isGoulash } from '../model/goulash.ts';
import { isEmpty, isFull, tileCount, wildTiles } from '../model/hand.ts';
import type { Look } from '../service/look.ts';
import { t } from '../words/game.ts';

/** Nothing where it can be kept; `look` is null where the service cannot look at it now. */
export function obstacle(deal: DraftDeal, look: Look | null): string | null {
  const question = openQuestion(deal);
  if (question || look === null) return question;
  return look.faults.length > 0 ? t('see-the-notes') : null;
}

/** What is asked about a winner's hand that the service cannot look at: it would count nothing, nor the deals after it. */
export function doubtOf(deal: DraftDeal): string | null {
  if (typeof deal.winner !== 'number') return null;
  const hand = handOf(deal, deal.winner);
  return hand.counted || isFull(hand) ? null : t('doubt-incomplete', tileCount(hand));
}

/** What is asked about a goulash of which no hand names a wild tile: the service would count it as any other deal. */
export function doubtOfGoulash(deal: DraftDeal): string | null {
  const byTiles = deal.hands.filter((hand) => !hand.counted && !isEmpty(hand));
  if (!isGoulash(deal) || byTiles.length === 0 || byTiles.some((hand) => wildTiles(hand).length > 0)) return null;
  return t('doubt-no-wild');
}
