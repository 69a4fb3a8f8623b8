import { useEffect, useState } from 'preact/hooks';
import { unpacked } from '../keep/packed.ts';
import { up } from '../keep/route.ts';
import { apply, begin, openSitting, sittings } from '../keep/store.ts';
import type { Sheet } from '../model/shapes.ts';
import { follow, isContinued } from '../model/sitting.ts';
import type { Ruleset } from '../model/told.ts';
import { Bar } from '../parts/bar.tsx';
import { sheetFrom } from '../service/imported.ts';
import { useStanding } from '../service/standing.ts';
import { EndScreen } from './end.tsx';
import { t } from '../words/game.ts';

/** One that this phone has an earlier state of is brought up to date; any other is begun beside those that are here. */
function takeOver(sheet: Sheet): void {
  const known = sittings().find((each) => isContinued(each.sheet, sheet));
  if (known) {
    openSitting(known.id);
    apply(follow(sheet));
  } else begin(sheet);
  up({ screen: 'table' });
}

/** A sitting that came in a link: to be read, beside the reader's own. */
export function ReadScreen({ packed, rulesets }: { readonly packed: string; readonly rulesets: readonly Ruleset[] | null }) {
  const [sheet, setSheet] = useState<Sheet | 'none' | null>(null);
  useEffect(() => {
    void unpacked(packed).then((text) => setSheet((text && sheetFrom(text)) || 'none'));
  }, [packed]);
  const standing = useStanding(sheet === 'none' ? null : sheet);
  if (sheet && sheet !== 'none') return <EndScreen sheet={sheet} standing={standing} rulesets={rulesets} begun={null} take={() => takeOver(sheet)} />;
  return (
    <main>
      <Bar title={t('a-sitting-to-read')} back={{ label: t('table'), go: () => up({ screen: 'table' }) }} />
      <div class="stack">
        <p role="status">{sheet === 'none' ? t('no-sitting-in-link') : t('one-moment')}</p>
      </div>
    </main>
  );
}
