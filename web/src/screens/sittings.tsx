import { useState } from 'preact/hooks';
import { fileName, saveFile } from '../storage/file.ts';
import { up } from '../router.ts';
import { closeSitting, openSitting, removeSitting, setAside, sittings, wholeStorage } from '../storage/store.ts';
import { dayOf } from '../model/evening.ts';
import type { Sheet } from '../model/shapes.ts';
import type { Sitting } from '../model/sitting.ts';
import type { Fault } from '../model/responses.ts';
import { isolated } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { Faults } from '../components/faults.tsx';
import { Sure } from '../components/sure.tsx';
import { requestOnce } from '../api/use-request.ts';
import { askSheet } from '../api/client.ts';
import { exported } from '../api/exported.ts';
import { imported } from '../api/imported.ts';
import { t } from '../i18n/game.ts';
import './sittings.css';

interface SittingsProps {
  readonly open: Sitting | null;
  readonly take: (sheet: Sheet) => void;
}

const JSON_TYPE = 'application/json';

const home = (): void => up({ screen: 'table' });

interface RowProps {
  readonly sitting: Sitting;
  readonly isOpen: boolean;
  readonly changed: () => void;
}

function Row({ sitting, isOpen, changed }: RowProps) {
  const { id, begun, sheet } = sitting;
  const open = (): void => {
    openSitting(id);
    home();
  };
  const remove = (): void => {
    removeSitting(id);
    changed();
  };
  return (
    <li class="sitting" aria-current={isOpen}>
      <p>
        <b>{sheet.players.map(isolated).join(', ')}</b>
        <small>
          {[dayOf(begun), sheet.entries.length === 1 ? t('entry-1') : t('entries-n', sheet.entries.length), ...(isOpen ? [t('is-open')] : [])].join(', ')}
        </small>
      </p>
      <div class="buttons">
        {!isOpen && (
          <button type="button" class="quiet" onClick={open}>
            {t('open')}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => saveFile(fileName(new Date(), 'json'), exported(sheet), JSON_TYPE)}>
          {t('export')}
        </button>
        <Sure
          label={isOpen ? t('clear-the-sitting') : t('remove')}
          question={t('clear-question')}
          yes={t('yes-clear-it')}
          no={t('no-keep-it')}
          act={remove}
        />
      </div>
    </li>
  );
}

type Refusal = { readonly words: string; readonly faults: readonly Fault[]; readonly players: readonly string[] };

/** A file becomes a sitting of its own once the service finds nothing wrong with it. */
function Import({ take }: { readonly take: (sheet: Sheet) => void }) {
  const [refusal, refuse] = useState<Refusal | null>(null);
  const read = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    const found = file ? imported(await file.text()) : null;
    input.value = '';
    if (!found) return refuse({ words: t('no-sitting-in-file'), faults: [], players: [] });
    if (!('sheet' in found)) return refuse({ words: t('unreadable-sitting-in-file'), ...found });
    const { sheet } = found;
    const told = await requestOnce((stop) => askSheet(sheet, stop));
    if (told.kind === 'answer') return take(sheet);
    if (told.kind === 'away') return refuse({ words: t('file-later'), faults: [], players: [] });
    return refuse({ words: t('file-refused'), faults: told.faults, players: sheet.players });
  };
  return (
    <section>
      <h2>{t('from-a-file')}</h2>
      <div class="buttons">
        <label class="quiet file">
          <input class="unseen" type="file" accept="application/json,.json" onChange={({ currentTarget }) => void read(currentTarget)} />
          <span>{t('import')}</span>
        </label>
      </div>
      {refusal && (
        <div role="alert">
          <p>{refusal.words}</p>
          <Faults faults={refusal.faults} players={refusal.players} />
        </div>
      )}
    </section>
  );
}

function Aside() {
  if (setAside().length === 0) return null;
  return (
    <section>
      <h2>{t('put-aside')}</h2>
      <p>{t('put-aside-explained')}</p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => saveFile(fileName(new Date(), 'storage.json'), wholeStorage(), JSON_TYPE)}>
          {t('save-everything')}
        </button>
      </div>
    </section>
  );
}

/** All sittings of this phone; a file takes one elsewhere. */
export function SittingsScreen({ open, take }: SittingsProps) {
  const [, again] = useState(0);
  const all = sittings();
  const fresh = (): void => {
    closeSitting();
    home();
  };
  return (
    <main>
      <Bar title={t('sittings')} back={{ label: open ? t('table') : t('back'), go: home }} />
      <div class="stack">
        {all.length === 0 && <p class="soft">{t('none-yet')}</p>}
        <ul class="sittings">
          {all.map((sitting) => (
            <Row key={sitting.id} sitting={sitting} isOpen={sitting.id === open?.id} changed={() => again((times) => times + 1)} />
          ))}
        </ul>
        {open && (
          <button type="button" class="main" onClick={fresh}>
            {t('a-new-sitting')}
          </button>
        )}
        <Import take={take} />
        <Aside />
      </div>
    </main>
  );
}
