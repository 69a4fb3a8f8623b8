/** A game that comes from a file or a link, and that this phone has in another state: which of the two is it to be? */

import { begin, openSession, removeSession } from '../storage/store.ts';
import type { Sheet } from '../model/shapes.ts';
import type { Copy } from '../api/copies.ts';
import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/game.ts';

interface SameGameProps {
  readonly sheet: Sheet;
  readonly copy: Copy;
  readonly done: () => void;
}

const entries = (count: number): string => t(counted(count, 'entry-1', 'entries-n'), count);

function words(sheet: Sheet, { session, common }: Copy): string {
  const [opened, stored] = [sheet.entries.length, session.sheet.entries.length];
  return common === opened
    ? t('same-game-older', entries(stored), entries(opened))
    : t('same-game-forked', common, entries(stored), entries(opened));
}

export function SameGame({ sheet, copy, done }: SameGameProps) {
  const { id, sheet: stored } = copy.session;
  const isLonger = stored.entries.length >= sheet.entries.length;
  const acts: readonly { readonly label: string; readonly kind: string; readonly act: () => void }[] = [
    { label: t('open-the-one-here'), kind: isLonger ? 'main' : 'quiet', act: () => openSession(id) },
    { label: t('keep-both'), kind: 'quiet', act: () => begin(sheet) },
    {
      label: t('replace-it'),
      kind: 'quiet danger',
      act: () => {
        removeSession(id);
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
