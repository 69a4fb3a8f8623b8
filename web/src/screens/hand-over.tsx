/** The game for another phone, on a sheet over the table: the evening goes on. */

import { useEffect, useId, useState } from 'preact/hooks';
import { share } from '../storage/file.ts';
import { packed } from '../storage/packed.ts';
import type { Sheet } from '../model/shapes.ts';
import { Code } from '../components/code.tsx';
import { OnlyHere } from '../components/only-here.tsx';
import { SHARED, Toast } from '../components/toast.tsx';
import { useSheet } from '../components/use-sheet.ts';
import { exportedSmall } from '../api/exported.ts';
import { t } from '../i18n/game.ts';
import '../components/sheet.css';

/** The address of a game; empty until it is packed. */
export function useLink(sheet: Sheet): string {
  const [link, setLink] = useState('');
  useEffect(() => {
    void packed(exportedSmall(sheet)).then((text) => setLink(`${location.origin}/#read/${text}`));
  }, [sheet]);
  return link;
}

interface HandOverProps {
  readonly sheet: Sheet;
  readonly close: () => void;
}

export function HandOver({ sheet, close }: HandOverProps) {
  const box = useSheet();
  const title = useId();
  const [said, say] = useState('');
  const link = useLink(sheet);
  return (
    <dialog ref={box} class="sheet" aria-labelledby={title} onClose={close}>
      <h2 id={title}>{t('hand-over')}</h2>
      <div class="sheet-body sharing" tabIndex={-1}>
        {link !== '' && <Code link={link} alt={t('code-alt')} caption={t('code-explained')} />}
        <OnlyHere />
        <p class="soft">{t('link-holds-everything')}</p>
        <Toast said={said} over={() => say('')} />
      </div>
      <div class="keep-row">
        <button type="button" class="quiet" onClick={close}>
          {t('back')}
        </button>
        <button
          type="button"
          class="main"
          data-link={link}
          disabled={link === ''}
          onClick={() => void share({ url: link }).then((how) => say(SHARED[how]))}
        >
          {t('share-a-link')}
        </button>
      </div>
    </dialog>
  );
}
