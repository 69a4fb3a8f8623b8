import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { go, up } from '../router.ts';
import {
  type DraftDeal,
  handOf,
  isClaimed,
  isWonByCount,
  openQuestion,
  playsIn,
  unsaidHands,
  winningTile,
  withExcuse,
  withGoulash,
  withSource,
  withSwapped,
  withWin,
  withWinner,
} from '../model/deal.ts';
import { isGoulash } from '../model/goulash.ts';
import { isEmpty, wildTiles } from '../model/hand.ts';
import type { Source } from '../model/shapes.ts';
import { finishedEntry } from '../model/session.ts';
import { nameOf } from '../model/tiles.ts';
import { type Fault, faultsUnder, looksAt } from '../model/responses.ts';
import { countWords, entryWords } from '../model/entry-words.ts';
import { dealName, isolated, windName } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { Choice, type Offer, Toggle } from '../components/choice.tsx';
import { Circumstances } from '../components/circumstances.tsx';
import { Danger, Ruling } from '../components/danger.tsx';
import { Faults } from '../components/faults.tsx';
import { SmallHand } from '../components/hand-view.tsx';
import { Name, WindBadge } from '../components/name.tsx';
import { Payments } from '../components/payments.tsx';
import { Sum } from '../components/score.tsx';
import { touched } from '../components/touch.ts';
import { type DealScreenProps, isWaiting } from './deal-props.ts';
import { playerOf, shownFaults } from './obstacle.ts';
import { KeepDock } from './keep-dock.tsx';
import { rich } from '../components/rich.ts';
import { useSheet } from '../components/use-sheet.ts';
import { t } from '../i18n/game.ts';
import '../components/sheet.css';
import './deal-screen.css';

const NOBODY = -1;

interface SwapProps extends DealScreenProps {
  readonly former: number;
}

interface ResultProps extends DealScreenProps {
  /** Who won as the screen was opened. */
  readonly former: DraftDeal['winner'];
}

/** With another winner the hands stay with their players; this exchanges the two. */
function Swap({ players, deal, change, former }: SwapProps) {
  const { winner } = deal;
  if (typeof winner !== 'number' || winner === former || isEmpty(handOf(deal, former))) return null;
  const swap = (): void => change(withSwapped(deal, former, winner));
  return (
    <button type="button" class="quiet" onClick={swap}>
      {rich(t('swap-hands'), <Name>{players[former]}</Name>, <Name>{players[winner]}</Name>)}
    </button>
  );
}

function Winner(props: ResultProps) {
  const { players, deal, seating, change, former } = props;
  const person = (name: string, player: number): Offer<number> => {
    const wind = seating?.winds[player];
    return {
      value: player,
      name: wind ? t('player-wind', name, windName(wind)) : name,
      label: (
        <>
          <WindBadge wind={wind} />
          <Name>{name}</Name>
        </>
      ),
    };
  };
  return (
    <>
      <Choice
        leadsOn
        legend={t('who-won')}
        kind="people"
        offers={[
          ...players.map(person).filter(({ value }) => playsIn(deal, value)),
          { value: NOBODY, label: t('nobody-a-draw') },
        ]}
        chosen={deal.winner === null ? NOBODY : deal.winner}
        choose={(player) => change(withWinner(deal, player === NOBODY ? null : player))}
      />
      {typeof former === 'number' && <Swap {...props} former={former} />}
    </>
  );
}

/** Requested only where the rulebook plays it; where it was entered already, it can be taken back. */
function Goulash({ deal, ruleset, change }: DealScreenProps) {
  const on = isGoulash(deal);
  if (!on && (ruleset === undefined || !looksAt(ruleset, 'wild'))) return null;
  return <Toggle label={t('is-goulash')} on={on} turn={(next) => change(withGoulash(deal, next))} />;
}

const OTHER_WAYS: readonly Offer<string>[] = [
  {
    value: 'loose-tile',
    get label() {
      return t('way-loose-tile');
    },
  },
  {
    value: 'robbed-kong',
    get label() {
      return t('way-robbed-kong');
    },
  },
  {
    value: 'original-hand',
    get label() {
      return t('way-as-dealt');
    },
  },
];

const DISCARD = 'discard';

/** A discard is entered together with whose it was. */
function chosenWay({ win }: DraftDeal): string | undefined {
  return win?.source === DISCARD ? `${DISCARD}/${win.discarder}` : win?.source;
}

function withWay(deal: DraftDeal, way: string): DraftDeal {
  const [source, player] = way.split('/');
  return withSource(deal, source as Source, player === undefined ? undefined : Number(player));
}

/** With the last question answered, the next thing is the winner's hand. */
function enter(before: DraftDeal, after: DraftDeal): void {
  const { winner } = after;
  const isAnswered = winner !== undefined && winner !== null && openQuestion(after) === null;
  if (touched() && isAnswered && isEmpty(handOf(before, winner))) go({ screen: 'hand', player: winner });
}

/** The usual ways first; the others behind one key. */
function Way({ players, deal, ruleset, change, ...props }: DealScreenProps) {
  const discards = players.flatMap((name, player) =>
    player === deal.winner || !playsIn(deal, player)
      ? []
      : [
          {
            value: `${DISCARD}/${player}`,
            label: <span>{rich(t('way-discard'), <Name>{name}</Name>)}</span>,
            name: t('way-discard', isolated(name)),
          },
        ],
  );
  const choose = (way: string): void => {
    const next = withWay(deal, way);
    change(next);
    enter(deal, next);
  };
  const way = chosenWay(deal);
  const isRare = OTHER_WAYS.some(({ value }) => value === way);
  return (
    <>
      <Choice
        leadsOn
        legend={t('how')}
        kind="ways-won"
        offers={[{ value: 'wall', label: t('way-wall') }, ...discards]}
        chosen={way}
        choose={choose}
      />
      <details class="rare" open={isRare || isGoulash(deal)}>
        <summary>{t('rarer-ways')}</summary>
        <Choice leadsOn legend={t('rarer-ways')} hideLegend offers={OTHER_WAYS} chosen={way} choose={choose} />
        <Goulash {...props} players={players} deal={deal} ruleset={ruleset} change={change} />
      </details>
    </>
  );
}

function Robbed({ players, deal, change }: DealScreenProps) {
  const others = players
    .map((name, player) => ({ value: player, label: <Name>{name}</Name>, name }))
    .filter(({ value }) => value !== deal.winner && playsIn(deal, value));
  const choose = (discarder: number): void => {
    const next = withWin(deal, { discarder });
    change(next);
    enter(deal, next);
  };
  return (
    <Choice
      leadsOn
      legend={t('whose-kong')}
      kind="people"
      offers={others}
      chosen={deal.win?.discarder}
      choose={choose}
    />
  );
}

/** Requested only where it matters: there is a dangerous discard, or the service cannot tell from the hands. */
function Excuse({ deal, ruleset, preview, change }: DealScreenProps) {
  const chosen = deal.win?.discarder_excused;
  const choose = (excused: boolean | undefined): void => change(withExcuse(deal, excused));
  if (deal.win?.source === DISCARD && isWonByCount(deal) && looksAt(ruleset, 'discarder_excused')) {
    return <Ruling byCount chosen={chosen} choose={choose} />;
  }
  const undecided = faultsUnder(preview?.faults ?? [], '/win/discarder_excused').length > 0;
  if (!isClaimed(deal.win?.source) || (!undecided && chosen === undefined && !preview?.deal?.danger)) return null;
  return <Ruling chosen={chosen} choose={choose} />;
}

function HowWon(props: DealScreenProps) {
  const { deal } = props;
  if (typeof deal.winner !== 'number') return null;
  return (
    <div class="how">
      <Way {...props} />
      {deal.win?.source === 'robbed-kong' && <Robbed {...props} />}
      <Circumstances {...props} />
    </div>
  );
}

/** Requested once: who won and how is one line from then on, behind which both can be changed. */
function Result(props: ResultProps) {
  const { deal, players } = props;
  if (deal.winner === undefined) return <Winner {...props} />;
  const isAsked = typeof deal.winner === 'number' && openQuestion(deal) !== null;
  return (
    <section class="result">
      {isAsked && <HowWon {...props} />}
      <details>
        <summary>{isAsked ? t('another-winner') : entryWords(finishedEntry(deal), players)}</summary>
        <div class="how">
          <Winner {...props} />
          {!isAsked && <HowWon {...props} />}
          {deal.winner === null && <Goulash {...props} />}
        </div>
      </details>
    </section>
  );
}

function handState({ deal }: DealScreenProps, player: number): string {
  const hand = handOf(deal, player);
  if (hand.counted) return t('as-the-table-counted', countWords(hand.counted));
  if (hand.telling === 'dead') return t('dead-hand');
  if (!isEmpty(hand)) return '';
  if (player === deal.winner) return t('tap-to-enter-winning-hand');
  return hand.nothing || deal.winner === null ? t('nothing-written-down') : t('nothing-entered-yet');
}

function WinnerTag({ deal }: DealScreenProps) {
  const tile = winningTile(deal);
  return <span class="tag">{tile ? t('winner-with', nameOf(tile)) : t('winner')}</span>;
}

/** What is wrong with a hand; a winner's tile is part of it. */
const faultsOf = (props: DealScreenProps, player: number): readonly Fault[] =>
  shownFaults(props).filter((fault) => playerOf(fault, props.deal) === player);

const notesOf = (player: number): string => `notes-${player}`;

function HandRow({ player, ...props }: DealScreenProps & { readonly player: number }) {
  const { players, deal, seating, preview } = props;
  const hand = handOf(deal, player);
  const handPreview = preview?.hands[player];
  const isWrong = faultsOf(props, player).length > 0;
  const isCounted = !isEmpty(hand) || hand.telling === 'dead';
  return (
    <li>
      <button
        type="button"
        class={`hand-row ${isWrong ? 'wrong' : ''}`}
        aria-describedby={isWrong ? notesOf(player) : undefined}
        onClick={() => go({ screen: 'hand', player })}
      >
        <span class="who">
          <WindBadge wind={seating?.winds[player]} />
          <b>
            <Name>{players[player]}</Name>
          </b>
          {player === deal.winner && <WinnerTag {...props} />}
          <span aria-hidden="true" class="more">
            ›
          </span>
        </span>
        <SmallHand hand={hand} />
        <span class={isCounted ? 'row-sum' : ''}>
          {handPreview ? (
            <Sum response={handPreview.answer} soFar={handPreview.soFar} />
          ) : (
            <span class="soft">{handState(props, player)}</span>
          )}
        </span>
      </button>
    </li>
  );
}

/** What the service finds wrong, below all that is tapped: as it comes and goes, it moves no row. */
function Notes(props: DealScreenProps) {
  const { players, preview } = props;
  if (!preview || preview.faults.length === 0) return null;
  return (
    <section>
      <Faults faults={faultsUnder(preview.faults, '/win').filter(({ pointer }) => pointer !== '/win/tile')} />
      {players.map((name, player) => (
        <Faults key={player} id={notesOf(player)} whose={name} faults={faultsOf(props, player)} />
      ))}
    </section>
  );
}

function Outcome({ sheet, players, deal, preview }: DealScreenProps) {
  if (!preview?.deal) return null;
  const { payments, danger } = preview.deal;
  return (
    <section class={preview.fresh ? '' : 'stale'}>
      {unsaidHands(sheet, deal).length === 0 && (
        <>
          <h2>{t('who-pays-whom')}</h2>
          <Payments
            players={players}
            payments={payments}
            isGoulash={deal.hands.some((hand) => wildTiles(hand).length > 0)}
            scores={preview.deal.hands.map((hand) => hand?.score)}
          />
        </>
      )}
      {danger && <Danger response={danger} />}
    </section>
  );
}

function title({ players, deal, seating, changing }: DealScreenProps): string {
  if (typeof deal.winner === 'number' && openQuestion(deal) !== null)
    return t('player-won', isolated(players[deal.winner] ?? ''));
  if (changing !== null) return t('changing-deal', seating?.deal ?? changing + 1);
  return seating ? dealName(seating) : t('a-deal');
}

/** The hands, and what follows from them. */
function HandsAndOutcome(props: DealScreenProps) {
  return (
    <div class="two">
      <section>
        <h2>{t('the-hands')}</h2>
        <ul class="hand-rows">
          {props.players.map(
            (_, player) => playsIn(props.deal, player) && <HandRow key={player} player={player} {...props} />,
          )}
        </ul>
      </section>
      <div class="column">
        <Excuse {...props} />
        <Notes {...props} />
        <Outcome {...props} />
      </div>
    </div>
  );
}

const toTable = (): void => up({ screen: 'table' });

const back = {
  get label() {
    return t('table');
  },
  go: toTable,
};

interface AskedProps extends ResultProps {
  readonly behind: ComponentChildren;
}

/** Who won and how, on a sheet over the table. */
function Asked({ behind, ...props }: AskedProps) {
  const box = useSheet();
  const words = title(props);
  const leave = (event: Event): void => {
    event.preventDefault();
    toTable();
  };
  return (
    <>
      <div class="behind" inert aria-hidden="true">
        {behind}
      </div>
      <dialog ref={box} class="sheet asks" aria-label={words} onCancel={leave}>
        <Bar title={words} back={back} />
        <div class="sheet-body">
          <Result {...props} />
        </div>
      </dialog>
    </>
  );
}

interface DealProps extends DealScreenProps {
  /** The table, which is seen behind what is asked. */
  readonly behind: ComponentChildren;
}

/** One deal: how it was won, as long as that is to be asked; then the hands, and what follows from them. */
export function DealScreen({ behind, ...props }: DealProps) {
  const { deal } = props;
  const [former] = useState(deal.winner);
  const isAsked = deal.winner === undefined || (typeof deal.winner === 'number' && openQuestion(deal) !== null);
  if (isAsked) return <Asked {...props} former={former} behind={behind} />;
  return (
    <main class={`deal ${isWaiting(props) ? 'stale' : ''}`}>
      <Bar title={title(props)} back={back} />
      <div class="stack">
        <Result {...props} former={former} />
        <HandsAndOutcome {...props} />
      </div>
      <footer class="dock">
        <KeepDock {...props} />
      </footer>
    </main>
  );
}
