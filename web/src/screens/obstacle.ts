/** What stands between the table and keeping a deal. */

import { type DraftDeal, openQuestion } from '../model/deal.ts';
import type { Look } from '../service/look.ts';

/** Nothing where it can be kept. */
export function obstacle(deal: DraftDeal, look: Look | null, isAway: boolean): string | null {
  const question = openQuestion(deal);
  if (question || isAway || look === null) return question;
  return look.faults.length > 0 ? 'Something is missing or wrong: see the notes.' : null;
}
