import { go } from '../model/route.ts';
import type { State } from '../model/sitting.ts';
import { Bar } from '../parts/bar.tsx';
import { Chart, Swatch } from '../parts/chart.tsx';
import { Entries } from '../parts/entries.tsx';
import { Faults } from '../parts/faults.tsx';
import { Tile } from '../parts/tile.tsx';
import { hasRule } from '../service/rulesets.ts';
import { type Seating, playerAt } from '../service/seating.ts';
import type { Ruleset, Sheet } from '../service/shapes.ts';
import { type Standing, seatingOf, startTotals, totalsOf } from '../service/sheet.ts';
import { dealName, number, windTile } from '../words.ts';

export interface TableProps {
  readonly state: State;
  readonly sheet: Sheet;
  readonly standing: Standing;
  readonly ruleset: Ruleset | undefined;
  readonly start: (kind: Kind) => void;
  readonly resume: () => void;
  readonly drop: () => void;
  readonly open: (at: number) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export type Kind = 'deal' | 'washed-tiles' | 'false-mahjong' | 'correction';

const OTHERS: readonly { readonly kind: Exclude<Kind, 'deal'>; readonly label: string }[] = [
  { kind: 'washed-tiles', label: 'Washed tiles' },
  { kind: 'false-mahjong', label: 'Wrong call' },
  { kind: 'correction', label: 'Correction' },
];

function Player({ name, player, total, seating }: { readonly name: string; readonly player: number; readonly total: number | undefined; readonly seating: Seating | null }) {
  const wind = seating?.winds[player];
  return (
    <li class={wind === 'east' ? 'player east' : 'player'}>
      {wind && <Tile tile={windTile(wind)} kind="badge" />}
      <span class="name">{name}</span>
      <Swatch player={player} />
      <b class="figure" data-total={player}>
        {total === undefined ? '\u2026' : number(total)}
      </b>
    </li>
  );
}

function Players({ sheet, standing }: TableProps) {
  const totals = totalsOf(standing, sheet);
  const seating = seatingOf(standing, standing.counted);
  return (
    <ul class={`players ${standing.fresh ? '' : 'stale'}`} aria-label="Totals">
      {sheet.players.map((name, player) => (
        <Player key={player} name={name} player={player} total={totals?.[player]} seating={seating} />
      ))}
    </ul>
  );
}

function Waiting({ sheet, standing }: TableProps) {
  const waiting = sheet.entries.length - standing.counted;
  if (standing.fresh || waiting === 0) return null;
  return <p class="soft" role="status">{waiting === 1 ? 'One entry is' : `${waiting} entries are`} not counted yet.</p>;
}

function History({ state, undo, redo }: TableProps) {
  return (
    <div class="history">
      <button type="button" class="quiet" disabled={state.past.length === 0} onClick={undo}>
        <span aria-hidden="true">↶ </span>Undo
      </button>
      <button type="button" class="quiet" disabled={state.future.length === 0} onClick={redo}>
        <span aria-hidden="true">↷ </span>Redo
      </button>
    </div>
  );
}

function Running({ sheet, standing }: TableProps) {
  const entries = standing.told?.entries.slice(0, standing.counted) ?? [];
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>Running totals</h2>
      <Chart players={sheet.players} totals={[startTotals(sheet), ...entries.map((entry) => entry.totals)]} />
    </section>
  );
}

function title({ standing }: TableProps): string {
  const { told } = standing;
  if (!told) return 'The table';
  if (told.setOver || !told.next) return 'The set is over';
  return dealName(told.next);
}

function Unfinished({ at, drop, resume }: { readonly at: number; readonly drop: () => void; readonly resume: () => void }) {
  return (
    <div class="buttons">
      <button type="button" class="quiet" onClick={drop}>
        Drop it
      </button>
      <button type="button" class="main" onClick={resume}>
        Go on with entry {at + 1}
      </button>
    </div>
  );
}

/** A set that is over takes corrections only. */
function Begin({ state, standing, ruleset, start, resume, drop }: TableProps) {
  if (state.draft) return <Unfinished at={state.draft.at} drop={drop} resume={resume} />;
  const over = standing.told?.setOver ?? false;
  const others = OTHERS.filter(({ kind }) => kind === 'correction' || (!over && hasRule(ruleset, kind)));
  return (
    <>
      {over ? (
        <p role="status">Four rounds are played: the set is over.</p>
      ) : (
        <button type="button" class="main" onClick={() => start('deal')}>
          New deal
        </button>
      )}
      <details class="others">
        <summary>Something else happened</summary>
        {others.map(({ kind, label }) => (
          <button key={kind} type="button" class="quiet" onClick={() => start(kind)}>
            {label}
          </button>
        ))}
      </details>
    </>
  );
}

function WhoIsEast({ sheet, standing }: TableProps) {
  const seating = seatingOf(standing, standing.counted);
  if (!seating) return null;
  return (
    <p class="east-now">
      {standing.told?.roundOver && 'A new round begins. '}
      <b>{sheet.players[playerAt(seating, 'east')]}</b> is East.
    </p>
  );
}

/** Where the sitting stands, and what has happened so far. */
export function TableScreen(props: TableProps) {
  const { sheet, standing, open } = props;
  const general = standing.faults.filter(({ pointer }) => !pointer.startsWith('/entries/'));
  return (
    <main>
      <Bar title={title(props)}>
        <button type="button" class="next" onClick={() => go({ screen: 'terms' })}>
          Sitting
        </button>
      </Bar>
      <div class="stack">
        <Faults faults={general} />
        <WhoIsEast {...props} />
        <Players {...props} />
        <Waiting {...props} />
        <Running {...props} />
        <section>
          <div class="heading">
            <h2>What happened</h2>
            <History {...props} />
          </div>
          <Entries sheet={sheet} standing={standing} open={open} />
        </section>
      </div>
      <footer class="dock">
        <Begin {...props} />
      </footer>
    </main>
  );
}
