import { useMemo, useState } from 'preact/hooks';
import type { Sheet } from '../model/shapes.ts';
import { isMove, playersAt, sitsOutOf } from '../model/seats.ts';
import { type Fault, faultsUnder, type SheetResponse } from '../model/responses.ts';
import { entryName, entryWords } from '../model/words.ts';
import { Faults } from './faults.tsx';
import { Nets } from './nets.tsx';
import { t } from '../i18n/game.ts';
import './entries.css';

interface EntriesProps {
  readonly sheet: Sheet;
  readonly told: SheetResponse | null;
  /** How many entries are counted in what is told. */
  readonly counted: number;
  readonly fresh: boolean;
  readonly faults: readonly Fault[];
  readonly open: (at: number) => void;
}

/** An entry in short; a tap opens it for a look. */
export function Entry({
  sheet,
  at,
  counted,
  faults: all,
  open,
  ...props
}: Omit<EntriesProps, 'fresh'> & { readonly at: number }) {
  const entry = sheet.entries[at];
  if (!entry) return null;
  const players = playersAt(sheet, at);
  const told = at < counted ? props.told?.entries[at] : undefined;
  const faults = faultsUnder(all, `/entries/${at}`);
  return (
    <>
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
    </>
  );
}

/** As many as a phone shows in a few strokes; a long evening does not make each tap dear. */
const SHOWN = 12;

/** The entries before the latest, the newest first. */
export function Entries({ fresh, ...props }: EntriesProps) {
  const { sheet, faults } = props;
  const [all, showAll] = useState(false);
  const latestFirst = useMemo(
    () =>
      sheet.entries
        .map((_, at) => at)
        .reverse()
        .slice(1),
    [sheet],
  );
  const wrong = new Set(faults.map(({ pointer }) => Number(pointer.split('/')[2])));
  const shown = latestFirst.filter((at, index) => all || index < SHOWN || wrong.has(at));
  const hidden = latestFirst.length - shown.length;
  return (
    <>
      <ol class={`entries ${fresh ? '' : 'stale'}`} reversed>
        {shown.map((at) => (
          <li key={at}>
            <Entry {...props} at={at} />
          </li>
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
