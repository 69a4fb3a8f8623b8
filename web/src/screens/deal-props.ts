/** What the screens of a deal in work share. */

import type { DraftDeal } from '../model/deal.ts';
import type { Sheet } from '../model/shapes.ts';
import type { Ruleset, Seating } from '../model/responses.ts';
import type { DealPreview } from '../api/use-deal-preview.ts';
import type { Standings } from '../api/use-standings.ts';

export interface DealScreenProps {
  readonly sheet: Sheet;
  readonly standings: Standings;
  readonly players: readonly string[];
  readonly deal: DraftDeal;
  readonly ruleset: Ruleset | undefined;
  readonly seating: Seating | null;
  readonly preview: DealPreview | null;
  readonly isAway: boolean;
  readonly change: (deal: DraftDeal) => void;
  readonly keep: () => void;
  /** The number of a kept entry that is being changed; null for a new one. */
  readonly changing: number | null;
}

/** Whether the numbers on the screen are those of the deal as it was before the last tap. */
export const isWaiting = ({ isAway, preview }: DealScreenProps): boolean =>
  !isAway && preview !== null && !preview.fresh;
