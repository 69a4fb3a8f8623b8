import {
  type DraftDeal, faultsAt, faultsUnder, handOf, isClaimed, openQuestion, withExcuse, withSource, withWin, withWinner,
} from '../model/deal.ts';
import { type Place, groupsAt, isEmpty } from '../model/hand.ts';
import { go } from '../model/route.ts';
import { nameOf, tilesOf } from '../model/tiles.ts';
import { Bar } from '../parts/bar.tsx';
import { Choice, Toggle } from '../parts/choice.tsx';
import { Danger, Ruling } from '../parts/danger.tsx';
import { Faults } from '../parts/faults.tsx';
import { Payments } from '../parts/payments.tsx';
import { Sum } from '../parts/score.tsx';
import { Fan, Tile, hiddenKong } from '../parts/tile.tsx';
import type { Look } from '../service/look.ts';
import { hasRule } from '../service/rulesets.ts';
import { type Seating, paymentsOf } from '../service/seating.ts';
import type { Fault, Hand, RuleId, Ruleset, Source } from '../service/shapes.ts';
import { SOURCES, dealName, windTile } from '../words.ts';

export interface DealScreenProps {
  readonly players: readonly string[];
  readonly deal: DraftDeal;
  readonly ruleset: Ruleset | undefined;
  readonly seating: Seating | null;
  readonly look: Look | null;
  readonly away: boolean;
  readonly change: (deal: DraftDeal) => void;
  readonly keep: () => void;
  readonly remove: (() => void) | null;
}

const NOBODY = -1;

function Winner({ players, deal, seating, change }: DealScreenProps) {
  const person = (name: string, player: number) => ({
    value: player,
    name,
    label: (
      <>
        {seating?.winds[player] && <Tile tile={windTile(seating.winds[player])} kind="badge" />}
        {name}
      </>
    ),
  });
  return (
    <section>
      <Choice
        legend="Who won?"
        kind="people"
        offers={[...players.map(person), { value: NOBODY, label: 'Nobody: a draw' }]}
        chosen={deal.winner === null ? NOBODY : deal.winner}
        choose={(player) => change(withWinner(deal, player === NOBODY ? null : player))}
      />
    </section>
  );
}

function Discarder({ players, deal, change }: DealScreenProps) {
  const others = players.map((name, player) => ({ value: player, label: name })).filter(({ value }) => value !== deal.winner);
  return (
    <Choice
      legend={deal.win?.source === 'discard' ? 'Whose discard?' : 'Whose kong?'}
      kind="people"
      offers={others}
      chosen={deal.win?.discarder}
      choose={(discarder) => change(withWin(deal, { discarder }))}
    />
  );
}

type Flag = 'last_tile' | 'first_discard' | 'standing_hand';

interface Circumstance {
  readonly flag: Flag;
  readonly label: string;
  readonly sources: readonly Source[];
  /** The rule without which a rulebook does not look at it. */
  readonly rule: RuleId;
}

const CIRCUMSTANCES: readonly Circumstance[] = [
  { flag: 'last_tile', label: 'It was the last tile of the wall', sources: ['wall'], rule: 'last-tile' },
  { flag: 'first_discard', label: "It was East's first discard", sources: ['discard'], rule: 'first-discard' },
  {
    flag: 'standing_hand',
    label: 'The hand was declared waiting from the start',
    sources: ['wall', 'discard', 'loose_tile', 'robbed_kong'],
    rule: 'standing-hand',
  },
];

/** Only what goes with the way of winning, and what the rulebook looks at, is offered. */
function Circumstances({ deal, ruleset, change }: DealScreenProps) {
  const { source } = deal.win ?? {};
  const offered = CIRCUMSTANCES.filter(({ sources, rule }) => source && sources.includes(source) && hasRule(ruleset, rule));
  return (
    <div class="toggles">
      {offered.map(({ flag, label }) => (
        <Toggle key={flag} label={label} on={deal.win?.[flag] ?? false} turn={(on) => change(withWin(deal, { [flag]: on }))} />
      ))}
    </div>
  );
}

/** Asked only where it matters: there is a dangerous discard, or the service cannot tell from the hands. */
function Excuse({ deal, look, change }: DealScreenProps) {
  const chosen = deal.win?.discarder_excused;
  const undecided = faultsUnder(look?.faults ?? [], '/win/discarder_excused').length > 0;
  if (!undecided && chosen === undefined && !look?.deal?.settlement.dangerous_discard) return null;
  return <Ruling chosen={chosen} choose={(excused) => change(withExcuse(deal, excused))} />;
}

function HowWon(props: DealScreenProps) {
  const { deal, look, change } = props;
  if (typeof deal.winner !== 'number') return null;
  const faults = faultsUnder(look?.faults ?? [], '/win').filter(({ pointer }) => pointer !== '/win/tile');
  return (
    <section class="how">
      <Choice legend="How?" offers={SOURCES} chosen={deal.win?.source} choose={(source) => change(withSource(deal, source))} />
      {isClaimed(deal.win?.source) && <Discarder {...props} />}
      <Circumstances {...props} />
      <Excuse {...props} />
      <Faults faults={faults} />
    </section>
  );
}

const PLACES: readonly Place[] = ['exposed', 'concealed_kongs', 'concealed', 'bonus'];

function SmallHand({ hand }: { readonly hand: Hand }) {
  return (
    <span class="small-hand">
      {PLACES.flatMap((place) =>
        groupsAt(hand, place).map((group, index) => (
          <Fan key={`${place}${index}`} kind="small" step={28} tiles={place === 'concealed_kongs' ? hiddenKong(group) : tilesOf(group)} />
        )),
      )}
    </span>
  );
}

function handState(props: DealScreenProps, player: number): string {
  const hand = handOf(props.deal, player);
  if (hand.dead) return 'Dead hand';
  if (!isEmpty(hand)) return '';
  return player === props.deal.winner ? 'Tap to enter the winning hand' : 'Nothing written down';
}

function HandRow({ player, ...props }: DealScreenProps & { readonly player: number }) {
  const { players, deal, seating, look } = props;
  const wind = seating?.winds[player];
  const told = look?.hands[player];
  const faults: readonly Fault[] = faultsUnder(look?.faults ?? [], `/hands/${player}`);
  const tile = player === deal.winner ? faultsAt(look?.faults ?? [], '/win/tile') : [];
  return (
    <li>
      <button type="button" class="hand-row" onClick={() => go({ screen: 'hand', player })}>
        <span class="who">
          {wind && <Tile tile={windTile(wind)} kind="badge" />}
          <b>{players[player]}</b>
          {player === deal.winner && <span class="tag">Winner{deal.win?.tile ? `: ${nameOf(deal.win.tile)}` : ''}</span>}
          <span aria-hidden="true" class="more">
            ›
          </span>
        </span>
        <SmallHand hand={handOf(deal, player)} />
        {told ? <Sum look={told} /> : <span class="soft">{handState(props, player)}</span>}
      </button>
      <Faults faults={[...faults, ...tile]} />
    </li>
  );
}

/** What stands between the table and keeping the deal; nothing where it can be kept. */
function obstacle({ deal, look, away }: DealScreenProps): string | null {
  const question = openQuestion(deal);
  if (question || away || look === null) return question;
  return look.faults.length > 0 ? 'Something is missing or wrong: see the notes above.' : null;
}

function Outcome({ players, seating, look }: DealScreenProps) {
  if (!look?.deal || !seating) return null;
  const { payments, dangerous_discard } = look.deal.settlement;
  return (
    <section class={look.fresh ? '' : 'stale'}>
      <h2>Who pays whom</h2>
      <Payments players={players} payments={paymentsOf(payments, seating)} />
      {dangerous_discard && <Danger told={dangerous_discard} />}
    </section>
  );
}

/** One deal: who won and how, the hands, and what follows from them. */
export function DealScreen(props: DealScreenProps) {
  const { players, seating, look, away, keep, remove } = props;
  const problem = obstacle(props);
  const waiting = !away && look !== null && !look.fresh;
  return (
    <main class={waiting ? 'stale' : ''}>
      <Bar title={seating ? dealName(seating) : 'A deal'} back={{ label: 'Table', go: () => go({ screen: 'table' }) }} />
      <div class="stack">
        <Winner {...props} />
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
        {remove && (
          <button type="button" class="quiet danger" onClick={remove}>
            Strike this deal out
          </button>
        )}
      </div>
      <footer class="dock">
        {problem && <p role="status">{problem}</p>}
        <button type="button" class="main" disabled={problem !== null || waiting} onClick={keep}>
          {away ? 'Keep the deal, count later' : 'Keep the deal'}
        </button>
      </footer>
    </main>
  );
}
