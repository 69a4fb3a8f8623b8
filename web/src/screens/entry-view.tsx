import { useMemo } from 'preact/hooks';
import { up } from '../router.ts';
import { playsIn } from '../model/deal.ts';
import { hasWildTiles } from '../model/goulash.ts';
import type { DealEntry, Entry, Sheet } from '../model/shapes.ts';
import { type Change, correctAt, isWorthKeeping, removeEntry, type State } from '../model/session.ts';
import { nameOf } from '../model/tiles.ts';
import { isMove, playersAt, sitsOutOf } from '../model/seats.ts';
import { type EntryResponse, faultsUnder } from '../model/responses.ts';
import { entryWords } from '../model/entry-words.ts';
import { dealName } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { WinFlags } from '../components/circumstances.tsx';
import { Danger } from '../components/danger.tsx';
import { Faults } from '../components/faults.tsx';
import { SmallHand } from '../components/hand-view.tsx';
import { Name, WindBadge } from '../components/name.tsx';
import { Nearly } from '../components/nearly.tsx';
import { Nets } from '../components/nets.tsx';
import { Payments } from '../components/payments.tsx';
import { Items, Sum } from '../components/score.tsx';
import { Uncounted } from '../components/uncounted.tsx';
import type { Standings } from '../api/use-standings.ts';
import { ChangesScreen, useChanges } from './changes.tsx';
import { t } from '../i18n/game.ts';

interface EntryViewProps {
  readonly state: State;
  readonly sheet: Sheet;
  readonly standings: Standings;
  readonly at: number;
  readonly edit: () => void;
  /** Makes a change and goes to the table. */
  readonly act: (change: Change) => void;
}

interface HandsProps {
  readonly sheet: Sheet;
  readonly entry: DealEntry;
  readonly response: EntryResponse | undefined;
}

function Hands({ sheet, entry, response }: HandsProps) {
  return (
    <section>
      <h2>{t('the-hands')}</h2>
      <ul class="hand-rows">
        {entry.hands.map((hand, player) => {
          if (!playsIn(entry, player)) return null;
          const score = response?.hands[player];
          return (
            <li key={player} class="hand-row">
              <span class="who">
                <WindBadge wind={response?.seating?.winds[player]} />
                <b>
                  <Name>{sheet.players[player]}</Name>
                </b>
                {player === entry.winner && (
                  <span class="tag">{entry.win?.tile ? t('winner-with', nameOf(entry.win.tile)) : t('winner')}</span>
                )}
              </span>
              <SmallHand hand={hand} />
              {score && <Sum response={score} />}
              {score && score.items.length > 0 && (
                <details>
                  <summary>{t('why')}</summary>
                  <Items response={score} />
                </details>
              )}
              {score && response?.seating && !hand.counted && score.items.length > 0 && (
                <Nearly sheet={sheet} entry={entry} seating={response.seating} player={player} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Actions({ state, sheet, edit, strike }: EntryViewProps & { readonly strike: () => void }) {
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

const nameOfEntry = (entry: Entry | undefined, response: EntryResponse | undefined, at: number): string =>
  response?.seating && entry?.type !== 'fine' ? dealName(response.seating) : t('entry-n', at + 1);

/** A kept entry, to be looked at; a change is a step of its own. */
export function EntryView({ sheet: whole, ...rest }: EntryViewProps) {
  const { standings, at, act } = rest;
  // With the names of whoever sat there then.
  const sheet = useMemo(() => ({ ...whole, players: playersAt(whole, at) }), [whole, at]);
  const props = { ...rest, sheet };
  const remove = (): void => act(removeEntry(at));
  const change = { at, next: null };
  const asking = useChanges(whole, change, true, remove);
  const entry = sheet.entries[at];
  const response = at < standings.counted ? standings.response?.entries[at] : undefined;
  if (!entry) return null;
  if (asking.comparison) {
    return (
      <ChangesScreen
        sheet={whole}
        change={change}
        comparison={asking.comparison}
        yes={remove}
        asPlayed={(correction) => act(correctAt(at, correction))}
        no={asking.drop}
      />
    );
  }
  return (
    <main>
      <Bar title={nameOfEntry(entry, response, at)} back={{ label: t('table'), go: () => up({ screen: 'table' }) }} />
      <div class="stack">
        <p class="lead">{entryWords(entry, sheet.players)}</p>
        {entry.type === 'deal' && entry.win && <WinFlags win={entry.win} players={sheet.players} />}
        {!isMove(entry) && (
          <Nets players={sheet.players} net={response?.net} out={sitsOutOf(entry)} label={t('what-each-got')} />
        )}
        {at >= standings.counted && <Uncounted sheet={sheet} standings={standings} jump={false} />}
        <Faults faults={faultsUnder(standings.faults, `/entries/${at}`)} players={sheet.players} />
        {entry.type === 'deal' && <Hands sheet={sheet} entry={entry} response={response} />}
        {response && entry.type !== 'correction' && (
          <section>
            <h2>{t('who-pays-whom')}</h2>
            <Payments
              players={sheet.players}
              payments={response.payments}
              isGoulash={hasWildTiles(entry)}
              scores={response.hands.map((hand) => hand?.score)}
            />
            {response.danger && <Danger response={response.danger} />}
          </section>
        )}
      </div>
      <footer class="dock">
        <Actions {...props} strike={asking.ask} />
      </footer>
    </main>
  );
}
