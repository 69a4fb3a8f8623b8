import { away } from '../api/connection.ts';
import { fileName, saveFile } from '../storage/file.ts';
import { everything } from '../storage/storage.ts';
import type { Sheet } from '../model/shapes.ts';
import { t } from '../i18n/page.ts';

/** Shown at the top of every screen while the service does not answer. The line is there from the start: nothing moves when it is shown. */
export const Away = () => (
  <div class="away-line" role="status">
    <p class={away.value ? 'away' : 'absent'}>{t('away')}</p>
  </div>
);

/** The game as a file; where what writes it cannot be fetched either, everything as it stands. */
async function saveNow(sheet: Sheet): Promise<void> {
  const text = await import('../api/exported.ts').then(({ exported }) => exported(sheet), everything);
  saveFile(fileName(new Date(), 'json'), text, 'application/json');
}

/** Stated while the browser's storage takes nothing: what is played stays in the open page alone. */
export const Unsaved = ({ sheet }: { readonly sheet: Sheet | null }) => (
  <div class="away unkept" role="alert">
    <p>{t('unkept')}</p>
    {sheet && (
      <button type="button" class="quiet" onClick={() => void saveNow(sheet)}>
        {t('export')}
      </button>
    )}
  </div>
);
