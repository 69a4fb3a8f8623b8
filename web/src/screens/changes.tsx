import { useState } from 'preact/hooks';
import { asCorrection, correctionAsPaid, type Moved, movedBy } from '../model/changes.ts';
import { totalsOf } from '../model/responses.ts';
import type { CorrectionEntry, Entry, Sheet } from '../model/shapes.ts';
import { playerAt, type SheetResponse } from '../model/responses.ts';
import { entryWords } from '../model/entry-words.ts';
import { entryName, signed } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { Faults } from '../components/faults.tsx';
import { Name } from '../components/name.tsx';
import { OldAndNew } from '../components/totals.tsx';
import { compared, type Comparison } from '../api/compared.ts';
import { rich } from '../components/rich.ts';
import { t } from '../i18n/game.ts';
import '../components/amounts.css';
import './changes.css';

/** One entry that is about to be changed, or struck out where `next` is null. */
interface OneChange {
  readonly at: number;
  readonly next: Entry | null;
}

const sheetAfter = (sheet: Sheet, { at, next }: OneChange): Sheet => {
  const entries = [...sheet.entries];
  entries.splice(at, 1, ...(next ? [next] : []));
  return { ...sheet, entries };
};

/** Nothing where either cannot be counted. */
const moves = ({ before, after }: Comparison, { at, next }: OneChange): readonly Moved[] =>
  before && after ? movedBy(before, after, at, next === null) : [];

/** Whether the table would miss being asked: something else changes, or it cannot be counted. */
const isFarReaching = (comparison: Comparison, change: OneChange): boolean =>
  comparison.isAway || comparison.faults.length > 0 || moves(comparison, change).length > 0;

function MovedRow({ sheet, moved }: { readonly sheet: Sheet; readonly moved: Moved }) {
  const { at, before, after } = moved;
  const entry = sheet.entries[at];
  const east = (response: typeof before): string | undefined =>
    response.seating ? sheet.players[playerAt(response.seating, 'east')] : undefined;
  return (
    <li>
      <p class="soft">{entryName(at, before.seating)}</p>
      <p>
        <b>{entry && entryWords(entry, sheet.players)}</b>
      </p>
      {moved.seats && <p>{rich(t('east-becomes'), <Name>{east(before)}</Name>, <Name>{east(after)}</Name>)}</p>}
      <dl class="amounts">
        {sheet.players.map((name, player) => (
          <div key={player}>
            <dt>
              <Name>{name}</Name>
            </dt>
            <dd>
              {signed(before.net[player] ?? 0)} <span class="becomes">→ {signed(after.net[player] ?? 0)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const MovedRows = ({
  title,
  sheet,
  moved,
}: {
  readonly title: string;
  readonly sheet: Sheet;
  readonly moved: readonly Moved[];
}) =>
  moved.length > 0 && (
    <section>
      <h2>{title}</h2>
      <ul class="moved">
        {moved.map((each) => (
          <MovedRow key={each.at} sheet={sheet} moved={each} />
        ))}
      </ul>
    </section>
  );

interface ChangesProps {
  readonly sheet: Sheet;
  readonly change: OneChange;
  readonly comparison: Comparison;
  readonly yes: () => void;
  readonly asPlayed: (correction: CorrectionEntry) => void;
  readonly no: () => void;
}

function WhatChanges({
  sheet,
  comparison,
  moved,
  hasChoice,
}: Pick<ChangesProps, 'sheet' | 'comparison'> & { readonly moved: readonly Moved[]; readonly hasChoice: boolean }) {
  const { before, after, faults, isAway } = comparison;
  return (
    <div class="stack">
      {isAway && <p>{t('changes-away')}</p>}
      {faults.length > 0 && (
        <>
          <p>{t('changes-cannot-stand')}</p>
          <Faults faults={faults} players={sheet.players} />
        </>
      )}
      {before && after && (
        <OldAndNew caption={t('totals')} players={sheet.players} before={totalsOf(before)} after={totalsOf(after)} />
      )}
      <MovedRows title={t('others-otherwise')} sheet={sheet} moved={moved} />
      {hasChoice && <p>{t('as-played-explained')}</p>}
    </div>
  );
}

function yesWords({ next }: OneChange, moved: readonly Moved[]): string {
  if (next === null) return t('yes-strike-it-out');
  return moved.length > 0 ? t('yes-change-them-all') : t('yes-keep-the-change');
}

/** Before an older entry is changed or struck out: what else changes with it, and the way to leave all seats as they were played. */
export function ChangesScreen({ sheet, change, comparison, yes, asPlayed, no }: ChangesProps) {
  const { before, after } = comparison;
  const moved = moves(comparison, change);
  const correction =
    moved.some(({ seats }) => seats) && before && after
      ? asCorrection(sheet, change.at, change.next, before, after)
      : null;
  return (
    <main>
      <Bar title={t('what-changes')} back={{ label: t('back'), go: no }} />
      <WhatChanges sheet={sheet} comparison={comparison} moved={moved} hasChoice={correction !== null} />
      <footer class="dock">
        {correction && (
          <button type="button" class="main" onClick={() => asPlayed(correction)}>
            {t('keep-as-played')}
          </button>
        )}
        <button type="button" class="quiet danger" onClick={yes}>
          {yesWords(change, moved)}
        </button>
        <button type="button" class="quiet" onClick={no}>
          {change.next === null ? t('no-let-it-stand') : t('no-go-on-with-it')}
        </button>
      </footer>
    </main>
  );
}

interface RevisionProps {
  readonly sheet: Sheet;
  /** What was counted, and paid, by the revision before; null where it is not known any more. */
  readonly before: SheetResponse | null;
  readonly after: SheetResponse;
  readonly countAnew: () => void;
  readonly keepAsPaid: (correction: CorrectionEntry) => void;
}

/** Before an evening goes on by another revision of its rulebook: what that counts otherwise, and the way to leave what was paid. */
export function RevisionScreen({ sheet, before, after, countAnew, keepAsPaid }: RevisionProps) {
  const moved = before ? movedBy(before, after, -1, false) : [];
  const correction = correctionAsPaid(sheet, before, after);
  return (
    <main>
      <Bar title={t('what-changes')} />
      <div class="stack">
        <p>{before ? t('revision-changed') : t('revision-unknown')}</p>
        <OldAndNew
          caption={t('totals')}
          players={sheet.players}
          before={before ? totalsOf(before) : []}
          after={totalsOf(after)}
        />
        <MovedRows title={t('entries-otherwise')} sheet={sheet} moved={moved} />
        {correction && <p>{t('as-paid-explained')}</p>}
      </div>
      <footer class="dock">
        {correction && (
          <button type="button" class="main" onClick={() => keepAsPaid(correction)}>
            {t('keep-as-paid')}
          </button>
        )}
        <button type="button" class={correction ? 'quiet danger' : 'main'} onClick={countAnew}>
          {t('count-anew')}
        </button>
      </footer>
    </main>
  );
}

interface Asking {
  /** In place of the screen that asked; null where nothing is asked. */
  readonly comparison: Comparison | null;
  readonly ask: () => void;
  readonly drop: () => void;
}

/** `always` shows what changes even where that is the entry alone. What was edited since it was asked is asked anew. */
export function useChanges(sheet: Sheet, change: OneChange | null, always: boolean, act: () => void): Asking {
  const [shown, setShown] = useState<{ readonly to: string; readonly comparison: Comparison } | null>(null);
  const question = JSON.stringify([sheet, change]);
  const ask = async (): Promise<void> => {
    if (!change) return act();
    const comparison = await compared(sheet, sheetAfter(sheet, change));
    if (always || isFarReaching(comparison, change)) setShown({ to: question, comparison });
    else act();
  };
  return {
    comparison: shown?.to === question ? shown.comparison : null,
    ask: () => void ask(),
    drop: () => setShown(null),
  };
}
