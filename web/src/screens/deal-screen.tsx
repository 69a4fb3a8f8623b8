import { useState } from 'preact/hooks';
import { go, up } from '../keep/route.ts';
import { type DraftDeal, handOf, isClaimed, isWonByCount, winningTile, withExcuse, withGoulash, withSource, withWin, withWinner } from '../model/deal.ts';
import { isGoulash } from '../model/goulash.ts';
import { isEmpty, wildTiles } from '../model/hand.ts';
import type { Sheet, Source } from '../model/shapes.ts';
import { nameOf } from '../model/tiles.ts';
import { type Fault, faultsAt, faultsUnder, looksAt, type Ruleset, type Seating } from '../model/told.ts';
import { countWords, dealName, isolated, windName } from '../model/words.ts';
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
import { rich } from '../parts/rich.ts';
import { t } from '../words/game.ts';

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
    <Choice
      legend={t('who-won')}
      kind="people"
      offers={[...players.map(person), { value: NOBODY, label: t('nobody-a-draw') }]}
      chosen={deal.winner === null ? NOBODY : deal.winner}
      choose={(player) => change(withWinner(deal, player === NOBODY ? null : player))}
    />
  );
}

/** Asked only where the rulebook plays it; where it was told already, it can be taken back. */
function Goulash({ deal, ruleset, change }: DealScreenProps) {
  const on = isGoulash(deal);
  if (!on && (ruleset === undefined || !looksAt(ruleset, 'wild'))) return null;
  return <Toggle label={t('is-goulash')} on={on} turn={(next) => change(withGoulash(deal, next))} />;
}

const OTHER_WAYS: readonly Offer<string>[] = [
  { value: 'loose-tile', label: t('way-loose-tile') },
  { value: 'robbed-kong', label: t('way-robbed-kong') },
  { value: 'original-hand', label: t('way-as-dealt') },
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
  const isAnswered = winner !== undefined && winner !== null && obstacle(after, null) === null;
  if (touched() && isAnswered && isEmpty(handOf(before, winner))) go({ screen: 'hand', player: winner });
}

function Way({ players, deal, change }: DealScreenProps) {
  const discards = players.flatMap((name, player) =>
    player === deal.winner ? [] : [{ value: `${DISCARD}/${player}`, label: <span>{rich(t('way-discard'), <Name>{name}</Name>)}</span>, name: t('way-discard', isolated(name)) }],
  );
  const choose = (way: string): void => {
    const next = withWay(deal, way);
    change(next);
    enter(deal, next);
  };
  return (
    <Choice
      legend={t('how')}
      offers={[{ value: 'wall', label: t('way-wall') }, ...discards, ...OTHER_WAYS]}
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
  return <Choice legend={t('whose-kong')} kind="people" offers={others} chosen={deal.win?.discarder} choose={choose} />;
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
  const { deal } = props;
  if (typeof deal.winner !== 'number') return null;
  return (
    <section class="how">
      <Way {...props} />
      {deal.win?.source === 'robbed-kong' && <Robbed {...props} />}
      <Circumstances {...props} />
    </section>
  );
}

function handState({ deal }: DealScreenProps, player: number): string {
  const hand = handOf(deal, player);
  if (hand.counted) return t('as-the-table-counted', countWords(hand.counted));
  if (hand.telling === 'dead') return t('dead-hand');
  if (!isEmpty(hand)) return '';
  return player === deal.winner ? t('tap-to-enter-winning-hand') : t('nothing-written-down');
}

function WinnerTag({ deal }: DealScreenProps) {
  const tile = winningTile(deal);
  return <span class="tag">{tile ? t('winner-with', nameOf(tile)) : t('winner')}</span>;
}

/** What is wrong with a hand; a winner's tile is part of it. */
function faultsOf({ deal, look }: DealScreenProps, player: number): readonly Fault[] {
  const faults = look?.faults ?? [];
  return [...faultsUnder(faults, `/hands/${player}`), ...(player === deal.winner ? faultsAt(faults, '/win/tile') : [])];
}

const notesOf = (player: number): string => `notes-${player}`;

function HandRow({ player, ...props }: DealScreenProps & { readonly player: number }) {
  const { players, deal, seating, look } = props;
  const hand = handOf(deal, player);
  const told = look?.hands[player];
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
          {told ? <Sum told={told.answer} soFar={told.soFar} /> : <span class="soft">{handState(props, player)}</span>}
        </span>
      </button>
    </li>
  );
}

/** What the service finds wrong, below all that is tapped: as it comes and goes, it moves no row. */
function Notes(props: DealScreenProps) {
  const { players, look } = props;
  if (!look || look.faults.length === 0) return null;
  return (
    <section>
      <Faults faults={faultsUnder(look.faults, '/win').filter(({ pointer }) => pointer !== '/win/tile')} />
      {players.map((name, player) => (
        <Faults key={player} id={notesOf(player)} whose={name} faults={faultsOf(props, player)} />
      ))}
    </section>
  );
}

function Outcome({ players, deal, look }: DealScreenProps) {
  if (!look?.deal) return null;
  const { payments, danger } = look.deal;
  return (
    <section class={look.fresh ? '' : 'stale'}>
      <h2>{t('who-pays-whom')}</h2>
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
  <div class="sure" role="alertdialog" aria-label={t('keep-it-all-the-same')}>
    <p>{doubt}</p>
    <button type="button" class="quiet danger" onClick={yes}>
      {t('yes-keep-it-all-the-same')}
    </button>
    <button type="button" class="quiet" onClick={no}>
      {t('no-go-on-with-it')}
    </button>
  </div>
);

/**
 * What is asked before it is kept, and whether that is known yet: what the rulebook cannot give of what the table counted;
 * where the service cannot look at it now, a hand that cannot be complete; that a goulash has no wild tiles.
 */
function useDoubt({ sheet, players, deal }: DealScreenProps, isSeen: boolean): { readonly doubt: string | null; readonly isKnown: boolean } {
  const hasCount = isSeen && deal.hands.some(({ counted }) => counted);
  const resolved = useResolved(hasCount ? sheet : null).told;
  const book = resolved?.kind === 'answer' ? resolved.answer : null;
  const ofBook = book && doubtOfDeal(deal, players, book.rules, heldBy(sheet, book.options));
  return { doubt: (isSeen ? ofBook : doubtOf(deal)) ?? doubtOfGoulash(deal), isKnown: !hasCount || resolved !== null };
}

/** Beside the way to the next hand, for when nothing is missing; a deal that is asked about is kept from its own screen. */
export function KeepNow(props: DealScreenProps) {
  const { deal, look, isAway, keep } = props;
  const { doubt, isKnown } = useDoubt(props, !isAway);
  const isSound = !isAway && look?.deal && look.fresh && obstacle(deal, look) === null;
  return (
    <button type="button" class="quiet" disabled={!isSound || doubt !== null || !isKnown} onClick={keep}>
      {t('keep-the-deal')}
    </button>
  );
}

interface KeepButtonProps {
  readonly isDisabled: boolean;
  /** Whether no number can be told of the deal as it is kept. */
  readonly isLater: boolean;
  readonly keep: () => void;
}

/** As large with either label. */
const KeepButton = ({ isDisabled, isLater, keep }: KeepButtonProps) => (
  <button type="button" class="main" disabled={isDisabled} onClick={keep}>
    <span class="either">
      <span class={isLater ? 'absent' : ''}>{t('keep-the-deal')}</span>
      <span class={isLater ? '' : 'absent'}>{t('keep-the-deal-count-later')}</span>
    </span>
  </button>
);

/** Whether the service is about to tell something of the deal; who sits where in it comes first. */
function isAwaited({ standing, seating, look }: DealScreenProps, isLater: boolean): boolean {
  if (isLater) return false;
  return look ? !look.fresh : seating !== null || !standing.fresh;
}

interface ToldProps extends DealScreenProps {
  readonly problem: string | null;
  readonly isLater: boolean;
}

/** What each gets; why that cannot be told stands in its place. */
const Told = ({ sheet, standing, players, look, problem, isLater }: ToldProps) => (
  <div class="either">
    <Nets players={players} net={look?.deal?.net} missing={isLater ? t('waits') : '\u2026'} label={t('what-each-gets')} />
    {problem && <p role="status">{problem}</p>}
    {!problem && isLater && <Uncounted sheet={sheet} standing={standing} jump={false} />}
  </div>
);

/**
 * What each gets, and the button that keeps it: neither moves as the service answers, goes away and comes back. A hand that it
 * cannot look at and that cannot be complete is asked about, since all deals after it would wait too.
 */
export function KeepDock(props: DealScreenProps) {
  const { standing, deal, look, isAway, keep } = props;
  const [asked, ask] = useState<{ readonly deal: DraftDeal; readonly doubt: string } | null>(null);
  const seen = isAway ? null : look;
  const problem = obstacle(deal, seen);
  const { doubt, isKnown } = useDoubt(props, seen !== null);
  const isLater = isAway || (seen === null && standing.faults.length > 0);
  if (asked?.deal === deal) return <Doubt doubt={asked.doubt} yes={keep} no={() => ask(null)} />;
  return (
    <>
      <Told {...props} look={seen} problem={problem} isLater={isLater} />
      <KeepButton
        isDisabled={problem !== null || !isKnown || isAwaited(props, isLater)}
        isLater={isLater}
        keep={() => (doubt === null ? keep() : ask({ deal, doubt }))}
      />
    </>
  );
}

/** One deal: who won and how, the hands, and what follows from them. */
export function DealScreen(props: DealScreenProps) {
  const { players, seating, look, isAway } = props;
  const waiting = !isAway && look !== null && !look.fresh;
  return (
    <main class={waiting ? 'stale' : ''}>
      <Bar title={seating ? dealName(seating) : t('a-deal')} back={{ label: t('table'), go: () => up({ screen: 'table' }) }} />
      <div class="stack">
        <section>
          <Winner {...props} />
          <Goulash {...props} />
        </section>
        <HowWon {...props} />
        <section>
          <h2>{t('the-hands')}</h2>
          <ul class="hand-rows">
            {players.map((_, player) => (
              <HandRow key={player} player={player} {...props} />
            ))}
          </ul>
        </section>
        <Excuse {...props} />
        <Notes {...props} />
        <Outcome {...props} />
      </div>
      <footer class="dock">
        <KeepDock {...props} />
      </footer>
    </main>
  );
}
