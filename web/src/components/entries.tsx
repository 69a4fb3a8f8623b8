import { useMemo, useState } from 'preact/hooks';
import type { Sheet } from '../model/shapes.ts';
import { isMove, playersAt, sitsOutOf } from '../model/seats.ts';
import { type EntryResponse, type Fault, faultsUnder, type SheetResponse } from '../model/responses.ts';
import { entryName, entryWords } from '../model/words.ts';
import { Faults } from './faults.tsx';
import { Nets } from './nets.tsx';
import { t } from '../i18n/game.ts';
import './entries.css';

interface RowProps {
  readonly sheet: Sheet;
  readonly at: number;
  readonly told: EntryResponse | undefined;
  readonly faults: readonly Fault[];
  readonly open: (at: number) => void;
}

function Row({ sheet, at, told, faults, open }: RowProps) {
  const entry = sheet.entries[at];
  if (!entry) return null;
  const players = playersAt(sheet, at);
  return (
    <li>
      <button type="button" class="entry" onClick={() => open(at)}>
        <span class="soft">{entryName(at, told?.seating)}</span>
        <span class="what">{entryWords(entry, players)}</span>
        <span aria-hidden="true" class="more">
          ›
        </span>
        {!isMove(entry) && <Nets players={players} net={told?.net} out={sitsOutOf(entry)} />}
      </button>
      <Faults faults={faults} />
      {told?.failed && <p role="status">{t('could-not-count', told.failed)}</p>}
    </li>
  );
}

interface EntriesProps {
  readonly sheet: Sheet;
  readonly told: SheetResponse | null;
  /** How many entries are counted in what is told. */
  readonly counted: number;
  readonly fresh: boolean;
  readonly faults: readonly Fault[];
  readonly open: (at: number) => void;
}

/** As many as a phone shows in a few strokes; a long evening does not make each tap dear. */
const SHOWN = 12;

/** The newest entries first; a tap opens one for a look. */
export function Entries({ sheet, told, counted, fresh, faults, open }: EntriesProps) {
  const [all, showAll] = useState(false);
  const latestFirst = useMemo(() => sheet.entries.map((_, at) => at).reverse(), [sheet]);
  if (latestFirst.length === 0) return <p class="soft">{t('no-entries-yet')}</p>;
  const wrong = new Set(faults.map(({ pointer }) => Number(pointer.split('/')[2])));
  const shown = latestFirst.filter((at, index) => all || index < SHOWN || wrong.has(at));
  const hidden = latestFirst.length - shown.length;
  return (
    <>
      <ol class={`entries ${fresh ? '' : 'stale'}`} reversed>
        {shown.map((at) => (
          <Row
            key={at}
            sheet={sheet}
            at={at}
            told={at < counted ? told?.entries[at] : undefined}
            faults={faultsUnder(faults, `/entries/${at}`)}
            open={open}
          />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" class="quiet all" onClick={() => showAll(true)}>
          {t('show-earlier', hidden)}
        </button>
      )}
    </>
  );
}
