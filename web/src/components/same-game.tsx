/** A game that comes from a file or a link, and that this phone has in another state: which of the two is it to be? */

import { begin, openSitting, removeSitting } from '../storage/store.ts';
import type { Sheet } from '../model/shapes.ts';
import type { Copy } from '../model/sitting.ts';
import { t } from '../i18n/game.ts';

interface SameGameProps {
  readonly sheet: Sheet;
  readonly copy: Copy;
  readonly done: () => void;
}

function words(sheet: Sheet, { sitting, common }: Copy): string {
  const [here, there] = [sheet.entries.length, sitting.sheet.entries.length];
  return common === here
    ? t('same-game-older', there, there - common)
    : t('same-game-forked', common, there - common, here - common);
}

export function SameGame({ sheet, copy, done }: SameGameProps) {
  const { id } = copy.sitting;
  const acts: readonly { readonly label: string; readonly kind: string; readonly act: () => void }[] = [
    { label: t('open-the-one-here'), kind: 'main', act: () => openSitting(id) },
    { label: t('keep-both'), kind: 'quiet', act: () => begin(sheet) },
    {
      label: t('replace-it'),
      kind: 'quiet danger',
      act: () => {
        removeSitting(id);
        begin(sheet);
      },
    },
  ];
  return (
    <div class="sure" role="alertdialog" aria-label={t('same-game')}>
      <p>{words(sheet, copy)}</p>
      {acts.map(({ label, kind, act }) => (
        <button
          key={label}
          type="button"
          class={kind}
          onClick={() => {
            act();
            done();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
