import { useState } from 'preact/hooks';
import { go } from '../router.ts';
import { isSaved, isUnsaved } from '../storage/storage.ts';
import { hasWholeLimit } from '../model/counted.ts';
import { allTiles, EMPTY_HAND } from '../model/hand.ts';
import type { Sheet } from '../model/shapes.ts';
import { stepWords } from '../model/steps.ts';
import { chairAt, isMove, playersAt, sitsOutOf, totalsByPlayer } from '../model/seats.ts';
import { isWorthKeeping, type Kind, type State } from '../model/session.ts';
import { playerAt, type Ruleset, type Seating, takes } from '../model/responses.ts';
import { dealName, number, signed, windName } from '../model/words.ts';
import { Heading } from '../components/bar.tsx';
import { Chart, Swatch } from '../components/chart.tsx';
import { Faults } from '../components/faults.tsx';
import { Joy } from '../components/joy.tsx';
import { later } from '../components/later.tsx';
import { Name, WindBadge } from '../components/name.tsx';
import { PlayedBy } from '../components/played-by.tsx';
import { Scoresheet } from '../components/scoresheet.tsx';
import { Sure } from '../components/sure.tsx';
import { Uncounted } from '../components/uncounted.tsx';
import { seatingOf, sitsOutNext, type Standings, startTotals, totalsOf } from '../api/use-standings.ts';
import { rich } from '../components/rich.ts';
import { heldBy } from './counted.ts';
import { t } from '../i18n/game.ts';
import './table.css';

const HandOver = later(async () => (await import('./hand-over.tsx')).HandOver);
const SitsOut = later(async () => (await import('../components/sits-out.tsx')).SitsOut);

interface TableProps {
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
  /** What the last entry gave; null where it gave this player nothing. */
  readonly change: number | null;
  readonly seating: Seating | null;
  /** Tells that this player won; null while nobody can be asked for. */
  readonly won: (() => void) | null;
}

/** A press on a player says that he won: "Ann won, East, 0". */
function Seat({ name, player, place, total, change, seating, won }: SeatProps) {
  const wind = seating?.winds[player];
  const content = (
    <>
      <Name>{name}</Name>
      <span class="unseen">
        {[won ? t('player-won', '').trim() : '', wind ? windName(wind) : ''].filter((part) => part !== '').join(', ')},
      </span>
      <span class="wind" aria-hidden="true">
        <WindBadge wind={wind} />
        <Swatch player={player} />
      </span>
      <span class="sums">
        <b class="figure" data-total={player}>
          {total === undefined ? '\u2026' : number(total)}
        </b>
        {change !== null && (
          <span class={change > 0 ? 'change up' : 'change'}>
            <span class="unseen">{t('last-change')} </span>
            {signed(change)}
          </span>
        )}
      </span>
    </>
  );
  return (
    <li class={`player seat-${place} ${wind === 'east' ? 'east' : ''}`}>
      {won ? (
        <button type="button" class="seat" data-winner={player} onClick={won}>
          {content}
        </button>
      ) : (
        <div class="seat">{content}</div>
      )}
    </li>
  );
}

/** Whether the next deal can be begun with its first question, which the table itself asks: one tap less for each. */
const isAsking = ({ state, sheet, standings }: TableProps): boolean =>
  !isWorthKeeping(state.draft, sheet) && !standings.response?.setOver;

/** What the newest entry gave a player; null before it is counted, and of who sat out. */
function lastChange({ sheet, standings }: TableProps, player: number): number | null {
  const at = sheet.entries.length - 1;
  const entry = sheet.entries[at];
  const response = at < standings.counted ? standings.response?.entries[at] : undefined;
  if (!entry || !response || response.failed || isMove(entry)) return null;
  const chair = chairAt(sheet, at, player);
  return sitsOutOf(entry) === chair ? null : (response.net[chair] ?? null);
}

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
            change={lastChange(props, player)}
            seating={seating}
            won={asks ? () => startDeal(player) : null}
          />
        ))}
      </ul>
      {asks ? (
        <div class="middle">
          <p class="asked" aria-hidden="true">
            {t('who-won-tap')}
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

const Saved = () => (
  <p class="soft" role="status">
    {isUnsaved.value ? t('only-in-this-page') : isSaved.value ? t('kept-on-this-phone') : t('being-written')}
  </p>
);

/** The newest entry, where a limit hand or one for a share of the limit won: it has a moment of joy. */
function LimitHand({ sheet, standings, ruleset }: TableProps) {
  const at = sheet.entries.length - 1;
  const entry = sheet.entries[at];
  if (entry?.type !== 'deal' || entry.winner === null || at >= standings.counted) return null;
  const response = standings.response?.entries[at]?.hands[entry.winner];
  if (!response || response.limitHands.length === 0) return null;
  const tiles = allTiles(entry.hands[entry.winner] ?? EMPTY_HAND);
  const isWhole = hasWholeLimit(response, heldBy(sheet, ruleset?.options ?? []), sheet.house_rules);
  return (
    <Joy tiles={tiles.length > 0 ? tiles : ['5z', '7z', '6z']}>
      {rich(t(isWhole ? 'a-limit-hand-won' : 'a-special-hand-won'), <Name>{playersAt(sheet, at)[entry.winner]}</Name>)}
    </Joy>
  );
}

const openEntry = (at: number): void => go({ screen: 'seen', at });

function History(props: TableProps) {
  const { state, sheet, standings } = props;
  const { past, future } = state.session;
  return (
    <section class="history">
      <h2>{t('the-sheet')}</h2>
      {sheet.entries.length === 0 ? (
        <p class="soft">{t('no-entries-yet')}</p>
      ) : (
        <Scoresheet {...standings} sheet={sheet} totals={totalsOf(standings, sheet)} open={openEntry} />
      )}
      {past.length + future.length > 0 && <Saved />}
    </section>
  );
}

function Running({ sheet, standings }: TableProps) {
  const entries = standings.response?.entries.slice(0, standings.counted) ?? [];
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
  const { response } = standings;
  if (!response) return t('the-table');
  if (response.setOver || !response.next) return t('the-set-is-over');
  return dealName(response.next);
}

const offeredOf = ({ standings, ruleset }: TableProps) =>
  OTHERS.filter(({ kind }) => kind === 'correction' || (!standings.response?.setOver && takes(ruleset, kind)));

function Others(props: TableProps) {
  return (
    <div class="others">
      {offeredOf(props).map(({ kind, label }) => (
        <button key={kind} type="button" class="quiet" onClick={() => props.start(kind)}>
          {label}
        </button>
      ))}
      <Leaves />
      <Over {...props} />
    </div>
  );
}

/** The way to another phone, while the evening goes on. */
function Over({ sheet }: TableProps) {
  const [isOpen, open] = useState(false);
  if (sheet.entries.length === 0) return null;
  return (
    <>
      <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => open(true)}>
        {t('hand-over')}
      </button>
      {isOpen && <HandOver sheet={sheet} close={() => open(false)} />}
    </>
  );
}

/** The way to who plays, by the words that are looked for. */
const Leaves = () => (
  <button type="button" class="quiet" onClick={() => go({ screen: 'terms' })}>
    {t('somebody-leaves')}
  </button>
);

/** What Undo would take back is said with it. */
function Steps({ state, undo, redo }: TableProps) {
  const { past, future } = state.session;
  return (
    <>
      <button type="button" class="quiet step" disabled={past.length === 0} aria-describedby="step" onClick={undo}>
        <span>
          <span aria-hidden="true">↶ </span>
          {t('undo')}
        </span>
        <small id="step" aria-hidden="true">
          {past.slice(-1).map(stepWords)}
        </small>
      </button>
      {future.length > 0 && (
        <button type="button" class="quiet step" aria-label={t('redo')} onClick={redo}>
          <span aria-hidden="true">↷</span> <span class="where-wide">{t('redo')}</span>
        </button>
      )}
    </>
  );
}

interface MoreProps extends TableProps {
  readonly isOpen: boolean;
  readonly open: (isOpen: boolean) => void;
}

/** What happens more rarely than a deal; the only such thing has its own key. */
function More({ isOpen, open, ...props }: MoreProps) {
  const [only, ...rest] = offeredOf(props);
  if (only && rest.length === 0) {
    return (
      <>
        <Leaves />
        <button type="button" class="quiet" onClick={() => props.start(only.kind)}>
          {only.label}
        </button>
      </>
    );
  }
  return (
    <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
      {t('other')}
    </button>
  );
}

/** A game that is over takes corrections only; an entry that is not finished is finished or dropped first. */
function TableDock(props: TableProps) {
  const [isOpen, open] = useState(false);
  const isOver = props.standings.response?.setOver === true;
  const isInWork = isWorthKeeping(props.state.draft, props.sheet);
  return (
    <footer class="dock">
      {isOver && <p role="status">{t('set-over')}</p>}
      {isOpen && !isInWork && <Others {...props} />}
      <div class="table-keys">
        <Steps {...props} />
        {isInWork ? (
          <Sure
            label={t('drop-it')}
            question={t('drop-question')}
            yes={t('yes-drop-it')}
            no={t('no-go-on-with-it')}
            act={props.drop}
          />
        ) : (
          <More {...props} isOpen={isOpen} open={open} />
        )}
        <button type="button" class={isOver ? 'main' : 'quiet end'} onClick={() => go({ screen: 'end' })}>
          {t('end')}
        </button>
      </div>
    </footer>
  );
}

function WhoIsEast({ sheet, standings }: TableProps) {
  const seating = seatingOf(standings, standings.counted);
  const isWhole = standings.counted === sheet.entries.length;
  return (
    <p class="east-now">
      {standings.response?.roundOver && `${t('new-round')} `}
      {seating
        ? rich(
            t('is-east'),
            <b>
              <Name>{sheet.players[playerAt(seating, 'east')]}</Name>
            </b>,
          )
        : '\u00a0'}
      {standings.response?.goulashFollows && isWhole && ` ${t('goulash-next')}`}
      {seating && !isWhole && <small> {t('as-last-counted')}</small>}
    </p>
  );
}

const Gear = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="3.2" />
    <path d="M12 3v3.2M12 17.8V21M3 12h3.2M17.8 12H21M5.6 5.600l2.300 2.300M16.100 16.100l2.300 2.300M5.600 18.400l2.300-2.300M16.100 7.900l2.300-2.300" />
    <circle cx="12" cy="12" r="6.300" />
  </svg>
);

/** Where the session stands, and what has happened so far. */
export function TableScreen(props: TableProps) {
  const { sheet, standings } = props;
  const general = standings.faults.filter(({ pointer }) => !pointer.startsWith('/entries/'));
  return (
    <main class="at-the-table">
      <header class="bar">
        <div class="stands">
          <Heading title={title(props)} />
          <WhoIsEast {...props} />
        </div>
        <button type="button" class="next gear" aria-label={t('session')} onClick={() => go({ screen: 'terms' })}>
          <Gear />
          <span class="where-wide">{t('session')}</span>
        </button>
      </header>
      <div class="stack two">
        <div class="column">
          <Faults faults={general} />
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
          <LimitHand {...props} />
        </div>
        <div class="column">
          <History {...props} />
          <Running {...props} />
          <PlayedBy sheet={sheet} title={props.ruleset?.title ?? sheet.ruleset} />
        </div>
      </div>
      <TableDock {...props} />
    </main>
  );
}
