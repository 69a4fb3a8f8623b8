/** What stands between the table and keeping a deal. */

import { type DraftDeal, handOf, openQuestion } from '../model/deal.ts';
import { isGoulash } from '../model/goulash.ts';
import { isEmpty, isFull, tileCount, wildTiles } from '../model/hand.ts';
import { isolated } from '../model/words.ts';
import type { DealPreview } from '../api/use-deal-preview.ts';
import { t } from '../i18n/game.ts';

/** Nothing where it can be kept; `preview` is null where the service cannot look at it now. */
export function obstacle({ deal, players }: { readonly deal: DraftDeal; readonly players: readonly string[] }, preview: DealPreview | null): string | null {
  const question = openQuestion(deal);
  const [fault] = preview?.faults ?? [];
  if (question || !fault) return question;
  if (typeof deal.winner === 'number' && isEmpty(handOf(deal, deal.winner))) return t('winning-hand-missing', isolated(players[deal.winner] ?? ''));
  const player = /^\/hands\/(\d)/.exec(fault.pointer)?.[1] ?? (fault.pointer === '/win/tile' ? deal.winner : null);
  return player === null ? t('see-the-notes') : t('wrong-in-hand', isolated(players[Number(player)] ?? ''));
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
