import { up } from '../keep/route.ts';
import { isGoulashEntry } from '../model/goulash.ts';
import type { DealEntry, Entry, Sheet } from '../model/shapes.ts';
import { type Change, correctAt, isWorthKeeping, removeEntry, type State } from '../model/sitting.ts';
import { nameOf } from '../model/tiles.ts';
import { type EntryTold, faultsUnder } from '../model/told.ts';
import { dealName, entryWords } from '../model/words.ts';
import { Bar } from '../parts/bar.tsx';
import { ToldOfTheWin } from '../parts/circumstances.tsx';
import { Danger } from '../parts/danger.tsx';
import { Faults } from '../parts/faults.tsx';
import { SmallHand } from '../parts/hand-view.tsx';
import { Name, WindBadge } from '../parts/name.tsx';
import { Nearly } from '../parts/nearly.tsx';
import { Nets } from '../parts/nets.tsx';
import { Payments } from '../parts/payments.tsx';
import { Items, Sum } from '../parts/score.tsx';
import { Uncounted } from '../parts/uncounted.tsx';
import type { Standing } from '../service/standing.ts';
import { ChangesScreen, useChanges } from './changes.tsx';
import { t } from '../words/game.ts';

interface SeenProps {
  readonly state: State;
  readonly sheet: Sheet;
  readonly standing: Standing;
  readonly at: number;
  readonly edit: () => void;
  /** Makes a change and goes to the table. */
  readonly act: (change: Change) => void;
}

interface HandsProps {
  readonly sheet: Sheet;
  readonly entry: DealEntry;
  readonly told: EntryTold | undefined;
}

function Hands({ sheet, entry, told }: HandsProps) {
  return (
    <section>
      <h2>{t('the-hands')}</h2>
      <ul class="hand-rows">
        {entry.hands.map((hand, player) => {
          const score = told?.hands[player];
          return (
            <li key={player} class="hand-row">
              <span class="who">
                <WindBadge wind={told?.seating?.winds[player]} />
                <b>
                  <Name>{sheet.players[player]}</Name>
                </b>
                {player === entry.winner && <span class="tag">{entry.win?.tile ? t('winner-with', nameOf(entry.win.tile)) : t('winner')}</span>}
              </span>
              <SmallHand hand={hand} />
              {score && <Sum told={score} />}
              {score && score.items.length > 0 && (
                <details>
                  <summary>{t('why')}</summary>
                  <Items told={score} />
                </details>
              )}
              {score && told?.seating && !hand.counted && score.items.length > 0 && <Nearly sheet={sheet} entry={entry} seating={told.seating} player={player} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Actions({ state, sheet, edit, strike }: SeenProps & { readonly strike: () => void }) {
  if (isWorthKeeping(state.draft, sheet)) {
    return (
      <>
        <p role="status">{t('another-in-work')}</p>
        <button type="button" class="main" onClick={() => up({ screen: 'table' })}>
          {t('to-the-table')}
        </button>
      </>
    );
  }
  return (
    <>
      <button type="button" class="main" onClick={edit}>
        {t('edit')}
      </button>
      <button type="button" class="quiet danger" onClick={strike}>
        {t('strike-it-out')}
      </button>
    </>
  );
}

const nameOfEntry = (entry: Entry | undefined, told: EntryTold | undefined, at: number): string =>
  told?.seating && entry?.type !== 'correction' ? dealName(told.seating) : t('entry-n', at + 1);

/** A kept entry, to be looked at; a change is a step of its own. */
export function SeenScreen(props: SeenProps) {
  const { sheet, standing, at, act } = props;
  const remove = (): void => act(removeEntry(at));
  const change = { at, next: null };
  const asking = useChanges(sheet, change, true, remove);
  const entry = sheet.entries[at];
  const told = at < standing.counted ? standing.told?.entries[at] : undefined;
  if (!entry) return null;
  if (asking.told) {
    return <ChangesScreen sheet={sheet} change={change} told={asking.told} yes={remove} asPlayed={(correction) => act(correctAt(at, correction))} no={asking.drop} />;
  }
  return (
    <main>
      <Bar title={nameOfEntry(entry, told, at)} back={{ label: t('table'), go: () => up({ screen: 'table' }) }} />
      <div class="stack">
        <p class="lead">{entryWords(entry, sheet.players)}</p>
        {entry.type === 'deal' && entry.win && <ToldOfTheWin win={entry.win} players={sheet.players} />}
        <Nets players={sheet.players} net={told?.net} label={t('what-each-got')} />
        {at >= standing.counted && <Uncounted sheet={sheet} standing={standing} jump={false} />}
        <Faults faults={faultsUnder(standing.faults, `/entries/${at}`)} players={sheet.players} />
        {entry.type === 'deal' && <Hands sheet={sheet} entry={entry} told={told} />}
        {told && entry.type !== 'correction' && (
          <section>
            <h2>{t('who-pays-whom')}</h2>
            <Payments players={sheet.players} payments={told.payments} isGoulash={isGoulashEntry(entry)} scores={told.hands.map(({ score }) => score)} />
            {told.danger && <Danger told={told.danger} />}
          </section>
        )}
      </div>
      <footer class="dock">
        <Actions {...props} strike={asking.ask} />
      </footer>
    </main>
  );
}

