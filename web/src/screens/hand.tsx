import { useRef, useState } from 'preact/hooks';
import { type DraftDeal, faultsAt, handOf, withHand, withWin } from '../model/deal.ts';
import { type Mode, type Place, DEAL_MODES, FIRST_MODE, addGroup, concealedKinds, isEmpty, removeGroup, tileCount } from '../model/hand.ts';
import { nameOf } from '../model/tiles.ts';
import { go, goInstead } from '../model/route.ts';
import { Heading } from '../parts/bar.tsx';
import { Choice } from '../parts/choice.tsx';
import { Faults } from '../parts/faults.tsx';
import { Keypad } from '../parts/keypad.tsx';
import { Items, Sum, spoken } from '../parts/score.tsx';
import { Tile } from '../parts/tile.tsx';
import { Tray } from '../parts/tray.tsx';
import type { Look } from '../service/look.ts';
import type { Seating } from '../service/seating.ts';
import type { Fault, Hand } from '../service/shapes.ts';
import { capital, number, windTile } from '../words.ts';

interface HandScreenProps {
  readonly players: readonly string[];
  readonly deal: DraftDeal;
  readonly player: number;
  readonly seating: Seating | null;
  readonly look: Look | null;
  readonly change: (deal: DraftDeal) => void;
}

/** The mode outlives a change of hand: a table often tells hand after hand in the same order. */
let lastMode: Mode = FIRST_MODE;

/** The four hands side by side, each with its score. */
function Tabs({ players, player, seating, look }: HandScreenProps) {
  return (
    <header class="tabs">
      <button type="button" class="back" aria-label="Deal" onClick={() => go({ screen: 'entry' })}>
        <span aria-hidden="true">‹</span>
      </button>
      <nav aria-label="Hands">
        {players.map((name, at) => {
          const wind = seating?.winds[at];
          const score = look?.hands[at];
          return (
            <button key={at} type="button" class="tab" aria-current={at === player} onClick={() => goInstead({ screen: 'hand', player: at })}>
              {wind && <Tile tile={windTile(wind)} kind="badge" />}
              <span class="name">{name}</span>
              <b>{score && !score.soFar ? number(score.answer.score) : '\u2013'}</b>
            </button>
          );
        })}
      </nav>
    </header>
  );
}

function WinningTile({ deal, player, change, faults }: HandScreenProps & { readonly faults: readonly Fault[] }) {
  const kinds = concealedKinds(handOf(deal, player));
  const chosen = deal.win?.tile;
  const stray = chosen !== undefined && !kinds.includes(chosen) ? [chosen] : [];
  const wrong = faultsAt(faults, '/win/tile');
  if (kinds.length + stray.length === 0) return <Faults faults={wrong} />;
  return (
    <section class="winning-tile" data-place="win-tile">
      <Choice
        legend="Won with"
        kind={wrong.length > 0 ? 'tiles-offered wrong' : 'tiles-offered'}
        offers={[...kinds, ...stray].map((tile) => ({ value: tile, label: <Tile tile={tile} />, name: nameOf(tile) }))}
        chosen={chosen}
        choose={(tile) => change(withWin(deal, { tile }))}
      />
      <Faults faults={wrong} />
    </section>
  );
}

type Telling = 'whole' | 'partial' | 'dead';

const TELLINGS: readonly { readonly value: Telling; readonly label: string }[] = [
  { value: 'whole', label: 'Whole hand' },
  { value: 'partial', label: 'Only what scores' },
  { value: 'dead', label: 'Dead hand' },
];

const tellingOf = (hand: Hand): Telling => (hand.dead ? 'dead' : hand.partial ? 'partial' : 'whole');

/** How a hand that did not win is told: whole, by its scoring sets alone, or dead. */
function HowTold({ deal, player, change }: HandScreenProps) {
  const { dead: _dead, partial: _partial, ...hand } = handOf(deal, player);
  const tell = (telling: Telling): void =>
    change(withHand(deal, player, telling === 'whole' ? hand : { ...hand, [telling]: true }));
  return <Choice legend="How it is told" hideLegend kind="inline" offers={TELLINGS} chosen={tellingOf(handOf(deal, player))} choose={tell} />;
}

function Count({ hand }: { readonly hand: Hand }) {
  const tiles = tileCount(hand);
  return <span class="count">{tiles === 1 ? '1 tile' : `${tiles} tiles`}</span>;
}

function ScoreLine({ deal, player, look }: HandScreenProps) {
  const hand = handOf(deal, player);
  const told = look?.hands[player];
  const fresh = look?.fresh ?? false;
  return (
    <div class={`score-line ${fresh ? '' : 'stale'}`} aria-busy={!fresh}>
      <p class="unseen" role="status">
        {told && fresh ? spoken(told) : ''}
      </p>
      {told ? <Sum look={told} /> : <span class="soft">{isEmpty(hand) ? 'Choose how, then tap the tiles.' : 'Not counted yet.'}</span>}
      <Count hand={hand} />
    </div>
  );
}

/** One hand of the deal, entered by taps. */
export function HandScreen(props: HandScreenProps) {
  const { players, deal, player, seating, look, change } = props;
  const [mode, setMode] = useState(lastMode);
  const earlier = useRef<DraftDeal[]>([]);
  const hand = handOf(deal, player);
  const faults = look?.faults ?? [];
  const choose = (next: Mode): void => {
    lastMode = next;
    setMode(next);
  };
  const becomes = (next: Hand): void => {
    earlier.current.push(deal);
    change(withHand(deal, player, next));
  };
  const takeBack = earlier.current.length === 0 ? null : () => change(earlier.current.pop() ?? deal);
  const wind = seating?.winds[player];
  const place = `/hands/${player}`;
  const told = look?.hands[player];
  return (
    <main class="hand-screen">
      <Heading title={`${players[player] ?? ''}${wind ? `, ${capital(wind)}` : ''}`} hidden />
      <Tabs {...props} />
      <ScoreLine {...props} />
      <div class="hand" tabIndex={-1}>
        <Tray hand={hand} at={place} faults={faults} remove={(at: Place, index) => becomes(removeGroup(hand, at, index))} />
        {deal.winner === player ? <WinningTile {...props} faults={faults} /> : <HowTold {...props} />}
        <Faults faults={[...faultsAt(faults, `${place}/dead`), ...faultsAt(faults, `${place}/partial`), ...faultsAt(faults, place)]} />
        {told && <Items look={told} />}
      </div>
      <Keypad rows={DEAL_MODES} mode={mode} choose={choose} add={(group) => becomes(addGroup(hand, mode.place, group))} takeBack={takeBack} />
    </main>
  );
}
