import { go } from '../keep/route.ts';
import { uncountedWords } from '../model/evening.ts';
import type { Sheet } from '../model/shapes.ts';
import { away } from '../service/connection.ts';
import { firstWrong, type Standing, uncountedOf } from '../service/standing.ts';
import { t } from '../words/game.ts';

interface UncountedProps {
  readonly sheet: Sheet;
  readonly standing: Standing;
  /** Whether the fault can be gone to from here. */
  readonly jump?: boolean;
}

/** Where entries are left out of the numbers it is said loud, with the way to what is at fault. */
export function Uncounted({ sheet, standing, jump = true }: UncountedProps) {
  const uncounted = uncountedOf(standing, sheet);
  if (uncounted.length === 0) return null;
  const at = firstWrong(standing.faults);
  const words = uncountedWords(sheet, uncounted, at === null);
  if (at === null && !away.value && !standing.fresh) {
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
