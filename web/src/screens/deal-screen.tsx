import { useState } from 'preact/hooks';
import { go, up } from '../keep/route.ts';
import { type DraftDeal, handOf, isClaimed, isWonByCount, winningTile, withExcuse, withGoulash, withSource, withWin, withWinner } from '../model/deal.ts';
import { isGoulash } from '../model/goulash.ts';
import { isEmpty, wildTiles } from '../model/hand.ts';
import type { Sheet, Source } from '../model/shapes.ts';
import { nameOf } from '../model/tiles.ts';
import { type Fault, faultsAt, faultsUnder, looksAt, type Ruleset, type Seating } from '../model/told.ts';
import { capital, countWords, dealName, isolated } from '../model/words.ts';
import { Bar } from '../parts/bar.tsx';
import { Choice, type Offer, Toggle } from '../parts/choice.tsx';
import { Circumstances } from '../parts/circumstances.tsx';
import { Danger, Ruling } from '../parts/danger.tsx';
import { Faults } from '../parts/faults.tsx';
import { SmallHand } from '../parts/hand-view.tsx';
import { Name, WindBadge } from '../parts/name.tsx';
import { Nets } from '../parts/nets.tsx';
import { Payments } from '../parts/payments.tsx';
import { Sum } from '../parts/score.tsx';
import { touched } from '../parts/touch.ts';
import { Uncounted } from '../parts/uncounted.tsx';
import type { Look } from '../service/look.ts';
import { useResolved } from '../service/rulesets.ts';
import type { Standing } from '../service/standing.ts';
import { doubtOfDeal, heldBy } from './counted.ts';
import { doubtOf, doubtOfGoulash, obstacle } from './obstacle.ts';

export interface DealScreenProps {
  readonly sheet: Sheet;
  readonly standing: Standing;
  readonly players: readonly string[];
  readonly deal: DraftDeal;
  readonly ruleset: Ruleset | undefined;
  readonly seating: Seating | null;
  readonly look: Look | null;
  readonly isAway: boolean;
  readonly change: (deal: DraftDeal) => void;
  readonly keep: () => void;
}

const NOBODY = -1;

function Winner({ players, deal, seating, change }: DealScreenProps) {
  const person = (name: string, player: number): Offer<number> => {
    const wind = seating?.winds[player];
    return {
      value: player,
      name: wind ? `${name}, ${capital(wind)}` : name,
      label: (
        <>
          <WindBadge wind={wind} />
          <Name>{name}</Name>
        </>
      ),
    };
  };
  return (
    <Choice
      legend="Who won?"
      kind="people"
      offers={[...players.map(person), { value: NOBODY, label: 'Nobody: a draw' }]}
      chosen={deal.winner === null ? NOBODY : deal.winner}
      choose={(player) => change(withWinner(deal, player === NOBODY ? null : player))}
    />
  );
}

/** Asked only where the rulebook plays it; where it was told already, it can be taken back. */
function Goulash({ deal, ruleset, change }: DealScreenProps) {
  const on = isGoulash(deal);
  if (!on && (ruleset === undefined || !looksAt(ruleset, 'wild'))) return null;
  return <Toggle label="A goulash: blanks stand for other tiles" on={on} turn={(next) => change(withGoulash(deal, next))} />;
}

const OTHER_WAYS: readonly Offer<string>[] = [
  { value: 'loose-tile', label: 'On a loose tile' },
  { value: 'robbed-kong', label: 'By robbing a kong' },
  { value: 'original-hand', label: 'As dealt' },
];

const DISCARD = 'discard';

/** A discard is told together with whose it was. */
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
  const isAnswered = winner !== undefined && winner !== null && obstacle(after, null, false) === null;
  if (touched() && isAnswered && isEmpty(handOf(before, winner))) go({ screen: 'hand', player: winner });
}

function Way({ players, deal, change }: DealScreenProps) {
  const discards = players.flatMap((name, player) =>
    player === deal.winner ? [] : [{ value: `${DISCARD}/${player}`, label: <span><Name>{name}</Name>'s discard</span>, name: `${isolated(name)}'s discard` }],
  );
  const choose = (way: string): void => {
    const next = withWay(deal, way);
    change(next);
    enter(deal, next);
  };
  return (
    <Choice
      legend="How?"
      offers={[{ value: 'wall', label: 'Drawn from the wall' }, ...discards, ...OTHER_WAYS]}
      chosen={chosenWay(deal)}
      choose={choose}
    />
  );
}

function Robbed({ players, deal, change }: DealScreenProps) {
  const others = players.map((name, player) => ({ value: player, label: <Name>{name}</Name>, name })).filter(({ value }) => value !== deal.winner);
  const choose = (discarder: number): void => {
    const next = withWin(deal, { discarder });
    change(next);
    enter(deal, next);
  };
  return <Choice legend="Whose kong?" kind="people" offers={others} chosen={deal.win?.discarder} choose={choose} />;
}

/** Asked only where it matters: there is a dangerous discard, or the service cannot tell from the hands. */
function Excuse({ deal, ruleset, look, change }: DealScreenProps) {
  const chosen = deal.win?.discarder_excused;
  const choose = (excused: boolean | undefined): void => change(withExcuse(deal, excused));
  if (deal.win?.source === DISCARD && isWonByCount(deal) && looksAt(ruleset, 'discarder_excused')) {
    return <Ruling byCount chosen={chosen} choose={choose} />;
  }
  const undecided = faultsUnder(look?.faults ?? [], '/win/discarder_excused').length > 0;
  if (!isClaimed(deal.win?.source) || (!undecided && chosen === undefined && !look?.deal?.danger)) return null;
  return <Ruling chosen={chosen} choose={choose} />;
}

function HowWon(props: DealScreenProps) {
  const { deal, look } = props;
  if (typeof deal.winner !== 'number') return null;
  const faults = faultsUnder(look?.faults ?? [], '/win').filter(({ pointer }) => pointer !== '/win/tile');
  return (
    <section class="how">
      <Way {...props} />
      {deal.win?.source === 'robbed-kong' && <Robbed {...props} />}
      <Circumstances {...props} />
      <Excuse {...props} />
      <Faults faults={faults} />
    </section>
  );
}

function handState({ deal }: DealScreenProps, player: number): string {
  const hand = handOf(deal, player);
  if (hand.counted) return `${countWords(hand.counted)}, as the table counted`;
  if (hand.telling === 'dead') return 'Dead hand';
  if (!isEmpty(hand)) return '';
  return player === deal.winner ? 'Tap to enter the winning hand' : 'Nothing written down';
}

function WinnerTag({ deal }: DealScreenProps) {
  const tile = winningTile(deal);
  return <span class="tag">Winner{tile ? `: ${nameOf(tile)}` : ''}</span>;
}

function HandRow({ player, ...props }: DealScreenProps & { readonly player: number }) {
  const { players, deal, seating, look } = props;
  const told = look?.hands[player];
  const faults: readonly Fault[] = faultsUnder(look?.faults ?? [], `/hands/${player}`);
  const tile = player === deal.winner ? faultsAt(look?.faults ?? [], '/win/tile') : [];
  return (
    <li>
      <button type="button" class="hand-row" onClick={() => go({ screen: 'hand', player })}>
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
        <SmallHand hand={handOf(deal, player)} />
        {told ? <Sum told={told.answer} soFar={told.soFar} /> : <span class="soft">{handState(props, player)}</span>}
      </button>
      <Faults faults={[...faults, ...tile]} />
    </li>
  );
}

function Outcome({ players, deal, look }: DealScreenProps) {
  if (!look?.deal) return null;
  const { payments, danger } = look.deal;
  return (
    <section class={look.fresh ? '' : 'stale'}>
      <h2>Who pays whom</h2>
      <Payments players={players} payments={payments} isGoulash={deal.hands.some((hand) => wildTiles(hand).length > 0)} scores={look.deal.hands.map((hand) => hand?.score)} />
      {danger && <Danger told={danger} />}
    </section>
  );
}

interface DoubtProps {
  readonly doubt: string;
  readonly yes: () => void;
  readonly no: () => void;
}

const Doubt = ({ doubt, yes, no }: DoubtProps) => (
  <div class="sure" role="alertdialog" aria-label="Keep it all the same?">
    <p>{doubt}</p>
    <button type="button" class="quiet danger" onClick={yes}>
      Yes, keep it all the same
    </button>
    <button type="button" class="quiet" onClick={no}>
      No, go on with it
    </button>
  </div>
);

interface KeepButtonProps {
  readonly isDisabled: boolean;
  /** Whether no number can be told of the deal as it is kept. */
  readonly isLater: boolean;
  readonly keep: () => void;
}

const KeepButton = ({ isDisabled, isLater, keep }: KeepButtonProps) => (
  <button type="button" class="main" disabled={isDisabled} onClick={keep}>
    {isLater ? 'Keep the deal, count later' : 'Keep the deal'}
  </button>
);

/** What the rulebook cannot give of what the table counted, or that a goulash has no wild tiles; and whether that is known yet. */
function useDoubt({ sheet, players, deal }: DealScreenProps): { readonly doubt: string | null; readonly isKnown: boolean } {
  const hasCount = deal.hands.some(({ counted }) => counted);
  const resolved = useResolved(hasCount ? sheet : null).told;
  const book = resolved?.kind === 'answer' ? resolved.answer : null;
  const doubt = (book && doubtOfDeal(deal, players, book.rules, heldBy(sheet, book.options))) ?? doubtOfGoulash(deal);
  return { doubt, isKnown: !hasCount || resolved !== null };
}

/** Beside the way to the next hand, once nothing is missing; a deal that is asked about is kept from its own screen. */
export function KeepNow(props: DealScreenProps) {
  const { deal, look, isAway, keep } = props;
  const { doubt, isKnown } = useDoubt(props);
  if (isAway || !look?.deal || doubt !== null || obstacle(deal, look, false) !== null) return null;
  return (
    <button type="button" class="quiet" disabled={!look.fresh || !isKnown} onClick={keep}>
      Keep the deal
    </button>
  );
}

/** What each gets, and the button that keeps it. */
function KeepSeen({ look, ...props }: DealScreenProps & { readonly look: Look }) {
  const { players, deal, keep } = props;
  const [isDoubted, hear] = useState(false);
  const problem = obstacle(deal, look, false);
  const { doubt, isKnown } = useDoubt({ ...props, look });
  if (doubt !== null && isDoubted) return <Doubt doubt={doubt} yes={keep} no={() => hear(false)} />;
  return (
    <>
      {problem && <p role="status">{problem}</p>}
      {look.deal && !problem && <Nets players={players} net={look.deal.net} label="What each gets" />}
      <KeepButton isDisabled={problem !== null || !look.fresh || !isKnown} isLater={false} keep={doubt === null ? keep : () => hear(true)} />
    </>
  );
}

/** A deal that the service cannot look at now: a hand that cannot be complete is asked about, since all deals after it would wait too. */
function KeepUnseen({ sheet, standing, deal, isAway, keep }: DealScreenProps) {
  const [isDoubted, hear] = useState(false);
  const problem = obstacle(deal, null, true);
  const doubt = problem === null ? (doubtOf(deal) ?? doubtOfGoulash(deal)) : null;
  const isLater = isAway || standing.faults.length > 0;
  if (doubt !== null && isDoubted) return <Doubt doubt={doubt} yes={keep} no={() => hear(false)} />;
  return (
    <>
      {isLater && <Uncounted sheet={sheet} standing={standing} />}
      {problem && <p role="status">{problem}</p>}
      <KeepButton isDisabled={problem !== null} isLater={isLater} keep={doubt === null ? keep : () => hear(true)} />
    </>
  );
}

export function KeepDock(props: DealScreenProps) {
  const { look, isAway } = props;
  return look && !isAway ? <KeepSeen {...props} look={look} /> : <KeepUnseen {...props} />;
}

/** One deal: who won and how, the hands, and what follows from them. */
export function DealScreen(props: DealScreenProps) {
  const { players, seating, look, isAway } = props;
  const waiting = !isAway && look !== null && !look.fresh;
  return (
    <main class={waiting ? 'stale' : ''}>
      <Bar title={seating ? dealName(seating) : 'A deal'} back={{ label: 'Table', go: () => up({ screen: 'table' }) }} />
      <div class="stack">
        <section>
          <Winner {...props} />
          <Goulash {...props} />
        </section>
        <HowWon {...props} />
        <section>
          <h2>The hands</h2>
          <ul class="hand-rows">
            {players.map((_, player) => (
              <HandRow key={player} player={player} {...props} />
            ))}
          </ul>
        </section>
        <Outcome {...props} />
      </div>
      <footer class="dock">
        <KeepDock {...props} />
      </footer>
    </main>
  );
}
