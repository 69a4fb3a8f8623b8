import { go } from '../router.ts';
import { uncountedWords } from '../model/evening.ts';
import type { Sheet } from '../model/shapes.ts';
import { away } from '../api/connection.ts';
import { firstWrong, type Standings, uncountedOf } from '../api/use-standings.ts';
import { t } from '../i18n/game.ts';

interface UncountedProps {
  readonly sheet: Sheet;
  readonly standings: Standings;
  /** Whether the fault can be gone to from here. */
  readonly jump?: boolean;
}

/** Where entries are left out of the numbers it is said loud, with the way to what is at fault. */
export function Uncounted({ sheet, standings, jump = true }: UncountedProps) {
  const uncounted = uncountedOf(standings, sheet);
  if (uncounted.length === 0) return null;
  const at = firstWrong(standings.faults);
  const words = uncountedWords(sheet, uncounted, at === null);
  if (at === null && !away.value && !standings.fresh) {
    return (
      <p class="soft" role="status">
        {`${words}.`}
      </p>
    );
  }
  return (
    <div class="uncounted" role="alert">
      <p>
        <b>{`${words}.`}</b> {at !== null && t('entry-is-at-fault', at + 1)}
      </p>
      {jump && at !== null && (
        <button type="button" class="quiet" onClick={() => go({ screen: 'seen', at })}>
          {t('go-to-entry', at + 1)}
        </button>
      )}
    </div>
  );
}
