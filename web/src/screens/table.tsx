import { useState } from 'preact/hooks';
import { go } from '../router.ts';
import { isWritten, unkept } from '../storage/storage.ts';
import { isGoulashEntry } from '../model/goulash.ts';
import type { Sheet } from '../model/shapes.ts';
import { stepWords } from '../model/steps.ts';
import { totalsByPlayer } from '../model/seats.ts';
import { isWorthKeeping, type Kind, type State } from '../model/sitting.ts';
import { playerAt, type Ruleset, type Seating, takes } from '../model/responses.ts';
import { dealName, number, windName } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { Chart, Swatch } from '../components/chart.tsx';
import { Entries, Entry } from '../components/entries.tsx';
import { Faults } from '../components/faults.tsx';
import { later } from '../components/later.tsx';
import { Name, WindBadge } from '../components/name.tsx';
import { Payments } from '../components/payments.tsx';
import { PlayedBy } from '../components/played-by.tsx';
import { Sure } from '../components/sure.tsx';
import { Uncounted } from '../components/uncounted.tsx';
import { seatingOf, sitsOutNext, type Standings, startTotals, totalsOf } from '../api/use-standings.ts';
import { rich } from '../components/rich.ts';
import { t } from '../i18n/game.ts';
import './table.css';

const SitsOut = later(async () => (await import('../components/sits-out.tsx')).SitsOut);

export interface TableProps {
  readonly state: State;
  readonly sheet: Sheet;
  readonly standings: Standings;
  readonly ruleset: Ruleset | undefined;
  readonly startDeal: (winner: number | null) => void;
  readonly start: (kind: Kind) => void;
  readonly drop: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Names who of five sits out, undefined for in turn. */
  readonly sitOut: (player: number | undefined) => void;
}

const OTHERS: readonly { readonly kind: Exclude<Kind, 'deal'>; readonly label: string }[] = [
  {
    kind: 'washed-tiles',
    get label() {
      return t('washed-tiles');
    },
  },
  {
    kind: 'false-mahjong',
    get label() {
      return t('wrong-call');
    },
  },
  {
    kind: 'fine',
    get label() {
      return t('fine');
    },
  },
  {
    kind: 'correction',
    get label() {
      return t('correction');
    },
  },
];

interface SeatProps {
  readonly name: string;
  readonly player: number;
  /** Round the table. */
  readonly place: number;
  readonly total: number | undefined;
  readonly seating: Seating | null;
  /** Tells that this player won; null while nobody can be asked for. */
  readonly won: (() => void) | null;
}

/** A press on a player says that he won: "Ann won, East, 0". */
function Seat({ name, player, place, total, seating, won }: SeatProps) {
  const wind = seating?.winds[player];
  const told = (
    <>
      <Name>{name}</Name>
      <span class="unseen">
        {[won ? t('player-won', '').trim() : '', wind ? windName(wind) : ''].filter((part) => part !== '').join(', ')},
      </span>
      <span class="wind" aria-hidden="true">
        <WindBadge wind={wind} />
      </span>
      <Swatch player={player} />
      <b class="figure" data-total={player}>
        {total === undefined ? '\u2026' : number(total)}
      </b>
    </>
  );
  return (
    <li class={`player seat-${place} ${wind === 'east' ? 'east' : ''}`}>
      {won ? (
        <button type="button" class="seat" data-winner={player} onClick={won}>
          {told}
        </button>
      ) : (
        <div class="seat">{told}</div>
      )}
    </li>
  );
}

/** Whether the next deal can be begun with its first question, which the table itself asks: one tap less for each. */
const isAsking = ({ state, sheet, standings }: TableProps): boolean =>
  !isWorthKeeping(state.draft, sheet) && !standings.told?.setOver;

/** The players as they sit, counter-clockwise as the turn goes; a tap on one tells that he won. */
function Round(props: TableProps) {
  const { state, sheet, standings, startDeal } = props;
  const totals = totalsOf(standings, sheet);
  const seating = seatingOf(standings, standings.counted);
  const asks = isAsking(props);
  const out = sitsOutNext(sheet, standings);
  const places = sheet.players.flatMap((_, player) => (player === out ? [] : [player]));
  return (
    <div class="round">
      {asks && <h2 class="unseen">{t('who-won')}</h2>}
      <ul class={`players of-${places.length} ${standings.fresh ? '' : 'stale'}`} aria-label={t('totals')}>
        {places.map((player, place) => (
          <Seat
            key={player}
            name={sheet.players[player] ?? ''}
            player={player}
            place={place}
            total={totals?.[player]}
            seating={seating}
            won={asks ? () => startDeal(player) : null}
          />
        ))}
      </ul>
      {asks ? (
        <div class="middle">
          <p class="asked" aria-hidden="true">
            {t('who-won')}
          </p>
          <button type="button" class="quiet" onClick={() => startDeal(null)}>
            {t('nobody')}
          </button>
        </div>
      ) : (
        isWorthKeeping(state.draft, sheet) && (
          <div class="middle">
            <h2>{t('not-finished')}</h2>
            <button type="button" class="main" onClick={() => go({ screen: 'entry' })}>
              {t('go-on')}
            </button>
          </div>
        )
      )}
    </div>
  );
}

function History({ state, undo, redo }: TableProps) {
  const { past, future } = state.sitting;
  return (
    <div class="history">
      <button type="button" class="quiet" disabled={past.length === 0} onClick={undo}>
        <span aria-hidden="true">↶ </span>
        {t('undo')}
      </button>
      {past.length > 0 && <span class="soft">{past.slice(-1).map(stepWords)}</span>}
      {future.length > 0 && (
        <button type="button" class="quiet" onClick={redo}>
          <span aria-hidden="true">↷ </span>
          {t('redo')}
        </button>
      )}
      <p class="soft" role="status">
        {unkept.value ? t('only-in-this-page') : isWritten.value ? t('kept-on-this-phone') : t('being-written')}
      </p>
    </div>
  );
}

const openEntry = (at: number): void => go({ screen: 'seen', at });

/** The newest entry with its result and the way to take it back, where the eye is after it was kept. */
function Latest(props: TableProps) {
  const { state, sheet, standings } = props;
  const at = sheet.entries.length - 1;
  const entry = sheet.entries[at];
  const told = at < standings.counted ? standings.told?.entries[at] : undefined;
  if (!entry && state.sitting.past.length + state.sitting.future.length === 0) return null;
  return (
    <section class={standings.fresh ? 'latest' : 'latest stale'}>
      <Entry {...standings} sheet={sheet} at={at} open={openEntry} />
      {told && told.payments.length > 0 && (
        <details>
          <summary>{t('who-pays-whom')}</summary>
          <Payments
            players={sheet.players}
            payments={told.payments}
            isGoulash={entry !== undefined && isGoulashEntry(entry)}
            scores={told.hands.map((hand) => hand?.score)}
          />
        </details>
      )}
      <History {...props} />
    </section>
  );
}

function Running({ sheet, standings }: TableProps) {
  const entries = standings.told?.entries.slice(0, standings.counted) ?? [];
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>{t('running-totals')}</h2>
      <Chart
        players={sheet.players}
        totals={[startTotals(sheet), ...entries.map((entry, at) => totalsByPlayer(sheet, at, entry.totals))]}
      />
    </section>
  );
}

function title({ standings }: TableProps): string {
  const { told } = standings;
  if (!told) return t('the-table');
  if (told.setOver || !told.next) return t('the-set-is-over');
  return dealName(told.next);
}

const offeredOf = ({ standings, ruleset }: TableProps) =>
  OTHERS.filter(({ kind }) => kind === 'correction' || (!standings.told?.setOver && takes(ruleset, kind)));

function Others(props: TableProps) {
  return (
    <div class="others">
      {offeredOf(props).map(({ kind, label }) => (
        <button key={kind} type="button" class="quiet" onClick={() => props.start(kind)}>
          {label}
        </button>
      ))}
      <Leaves />
    </div>
  );
}

/** The way to who plays, by the words that are looked for. */
const Leaves = () => (
  <button type="button" class="quiet" onClick={() => go({ screen: 'terms' })}>
    {t('somebody-leaves')}
  </button>
);

/** What happens more rarely than a deal. */
function Rest(props: TableProps) {
  const [isOpen, open] = useState(false);
  const [only, ...rest] = offeredOf(props);
  return (
    <>
      {isOpen && <Others {...props} />}
      <div class="keep-row">
        {only && rest.length === 0 ? <Leaves /> : <span />}
        {only && rest.length === 0 ? (
          <button type="button" class="quiet" onClick={() => props.start(only.kind)}>
            {only.label}
          </button>
        ) : (
          <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
            {t('other')}
          </button>
        )}
      </div>
    </>
  );
}

/** A set that is over takes corrections only. */
function Begin(props: TableProps) {
  const { state, sheet, standings } = props;
  if (isWorthKeeping(state.draft, sheet)) {
    return (
      <Sure
        label={t('drop-it')}
        question={t('drop-question')}
        yes={t('yes-drop-it')}
        no={t('no-go-on-with-it')}
        act={props.drop}
      />
    );
  }
  if (!standings.told?.setOver) return <Rest {...props} />;
  return (
    <>
      <p role="status">{t('set-over')}</p>
      <button type="button" class="main" onClick={() => go({ screen: 'end' })}>
        {t('to-the-end')}
      </button>
      <Others {...props} />
    </>
  );
}

function WhoIsEast({ sheet, standings }: TableProps) {
  const seating = seatingOf(standings, standings.counted);
  const isWhole = standings.counted === sheet.entries.length;
  return (
    <p class="east-now">
      {standings.told?.roundOver && `${t('new-round')} `}
      {seating
        ? rich(
            t('is-east'),
            <b>
              <Name>{sheet.players[playerAt(seating, 'east')]}</Name>
            </b>,
          )
        : '\u00a0'}
      {standings.told?.goulashFollows && isWhole && ` ${t('goulash-next')}`}
      {seating && !isWhole && <small> {t('as-last-counted')}</small>}
    </p>
  );
}

/** Where the sitting stands, and what has happened so far. */
export function TableScreen(props: TableProps) {
  const { sheet, standings } = props;
  const general = standings.faults.filter(({ pointer }) => !pointer.startsWith('/entries/'));
  return (
    <main>
      <Bar title={title(props)}>
        <button type="button" class="next" onClick={() => go({ screen: 'end' })}>
          {t('end')}
        </button>
        <button type="button" class="next" onClick={() => go({ screen: 'terms' })}>
          {t('sitting')}
        </button>
      </Bar>
      <div class="stack two">
        <div class="column">
          <Faults faults={general} />
          <WhoIsEast {...props} />
          <Round {...props} />
          {sheet.players.length > 4 && (
            <SitsOut
              sheet={sheet}
              out={sitsOutNext(sheet, standings)}
              total={(player) => totalsOf(standings, sheet)?.[player]}
              choose={isAsking(props) ? props.sitOut : null}
            />
          )}
          <Uncounted sheet={sheet} standings={standings} />
          <Latest {...props} />
        </div>
        <div class="column">
          {sheet.entries.length !== 1 && (
            <section>
              <h2>{t('what-happened')}</h2>
              {sheet.entries.length === 0 && <p class="soft">{t('no-entries-yet')}</p>}
              <Entries {...standings} sheet={sheet} open={openEntry} />
            </section>
          )}
          <Running {...props} />
          <PlayedBy sheet={sheet} title={props.ruleset?.title ?? sheet.ruleset} />
        </div>
      </div>
      <footer class="dock">
        <Begin {...props} />
      </footer>
    </main>
  );
}
