import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { goInstead, up } from '../keep/route.ts';
import { byScore, keepMode, keptMode } from '../keep/store.ts';
import { isGoulash } from '../model/goulash.ts';
import { type DraftDeal, handOf, isClaimed, isInTheBox, nextHand, winningTile, withHand, withWin } from '../model/deal.ts';
import {
  concealedKinds, describeGroup, firstMode, isEmpty, isFull, isWhole, type Kind, KINDS, lacksOnlyItsPair, type Mode, openKongs, placeOf, removeGroup, takenBack, tapped, tellingOf, tileCount, withClaimed, withKind, withLimit, withoutCount,
} from '../model/hand.ts';
import type { Hand, Telling } from '../model/shapes.ts';
import { nameOf, type Tile as TileId } from '../model/tiles.ts';
import { type Fault, faultsAt, looksAt, type Ruleset } from '../model/told.ts';
import { strange, typedInto } from '../model/typed.ts';
import { capital, isolated, number, windName } from '../model/words.ts';
import { Heading } from '../parts/bar.tsx';
import { Choice, type Offer, Toggle } from '../parts/choice.tsx';
import { Circumstances } from '../parts/circumstances.tsx';
import { Faults, isMissing } from '../parts/faults.tsx';
import { Keypad } from '../parts/keypad.tsx';
import { Name, WindBadge } from '../parts/name.tsx';
import { Roving } from '../parts/roving.tsx';
import { Items, Sum, spoken } from '../parts/score.tsx';
import { Tile } from '../parts/tile.tsx';
import { touched } from '../parts/touch.ts';
import { Tray } from '../parts/tray.tsx';
import { ByScore } from './by-score.tsx';
import { type DealScreenProps, KeepDock, KeepNow } from './deal-screen.tsx';
import { rich } from '../parts/rich.ts';
import { t } from '../words/game.ts';

export interface HandScreenProps extends DealScreenProps {
  readonly player: number;
}

/** The hands side by side, each with its score. */
function Tabs({ players, deal, player, seating, look }: HandScreenProps) {
  return (
    <header class="tabs">
      <button type="button" class="back" aria-label={t('deal')} onClick={() => up({ screen: 'entry' })}>
        <span aria-hidden="true">‹</span>
      </button>
      <Roving kind="tab-row" label={t('hands')} landmark>
        {players.map((name, at) => {
          const told = look?.hands[at];
          const score = handOf(deal, at).counted?.score ?? (told && !told.soFar ? told.answer.score : undefined);
          return (
            <button key={at} type="button" class="tab" aria-current={at === player} onClick={() => goInstead({ screen: 'hand', player: at })}>
              <WindBadge wind={seating?.winds[at]} />
              <Name>{name}</Name>
              <b>{score === undefined ? '\u2013' : number(score)}</b>
            </button>
          );
        })}
      </Roving>
    </header>
  );
}

/** Once it is chosen or guessed, and once the hand has all its tiles, it stands above the keys. */
const isTileInView = (deal: DraftDeal, hand: Hand): boolean => winningTile(deal) !== undefined || isFull(hand);

interface WinningTileProps extends HandScreenProps {
  readonly faults: readonly Fault[];
  readonly pinned?: boolean;
}

function WinningTile({ faults, pinned = false, ...props }: WinningTileProps) {
  const { deal, player, change } = props;
  const choose = (tile: TileId): void => {
    const next = withWin(deal, { tile });
    change(next);
    turnAfter({ ...props, deal: next }, handOf(next, player));
  };
  const kinds = concealedKinds(handOf(deal, player));
  const chosen = winningTile(deal);
  const stray = chosen !== undefined && !kinds.includes(chosen) ? [chosen] : [];
  const wrong = faultsAt(faults, '/win/tile');
  const strip = useRef<HTMLElement>(null);
  useEffect(() => strip.current?.querySelector(':checked + span')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [chosen]);
  if (deal.win?.source === 'original-hand') return null;
  if (kinds.length + stray.length === 0) return <Faults faults={wrong} />;
  const isGuess = chosen !== undefined && deal.win?.tile === undefined;
  return (
    <section class={`winning-tile ${pinned ? 'pinned' : ''} ${isGuess ? 'guess' : ''}`} ref={strip} data-place="win-tile">
      <Choice
        legend={t('won-with')}
        kind={wrong.length > 0 ? 'tiles-offered wrong' : 'tiles-offered'}
        offers={[...kinds, ...stray].map((tile) => ({ value: tile, label: <Tile tile={tile} />, name: nameOf(tile) }))}
        chosen={chosen}
        choose={choose}
      />
      {isGuess && <small>{t('a-guess')}</small>}
      <Faults faults={wrong} />
    </section>
  );
}

const TELLINGS: readonly { readonly value: Telling; readonly label: string }[] = [
  { value: 'partial', label: t('only-what-scores') },
  { value: 'whole', label: t('whole-hand') },
  { value: 'dead', label: t('dead-hand') },
];

/** How a hand that did not win is told: by its scoring sets alone, whole, or dead. */
function HowTold({ deal, player, change }: HandScreenProps) {
  const hand = handOf(deal, player);
  return (
    <Choice
      legend={t('how-it-is-told')}
      hideLegend
      kind="inline"
      offers={TELLINGS}
      chosen={tellingOf(hand)}
      choose={(telling) => change(withHand(deal, player, { ...hand, telling }))}
    />
  );
}

function count(hand: Hand): string {
  const tiles = tileCount(hand);
  return tiles === 1 ? t('tile-1') : t('tiles-n', tiles);
}

function ScoreLine({ deal, player, look }: HandScreenProps) {
  const hand = handOf(deal, player);
  const told = look?.hands[player];
  const fresh = look?.fresh ?? false;
  const hint = isEmpty(hand) ? t('choose-then-tap') : t('not-counted-yet');
  return (
    <div class={`score-line ${fresh ? '' : 'stale'}`} aria-busy={!fresh}>
      <p class="unseen" role="status">
        {told && fresh ? spoken(told.answer) : ''}
      </p>
      {told ? <Sum told={told.answer} soFar={told.soFar} /> : <span class="soft">{hint}</span>}
      <span class="count">{count(hand)}</span>
    </div>
  );
}

interface ClaimedKongsProps {
  readonly hand: Hand;
  readonly ruleset: Ruleset | undefined;
  readonly change: (hand: Hand) => void;
}

/** Asked only where it counts, of each kong that lies open. */
function ClaimedKongs({ hand, ruleset, change }: ClaimedKongsProps) {
  const asked = openKongs(hand).filter(({ claimed }) => claimed || (ruleset !== undefined && looksAt(ruleset, 'claimed_kongs')));
  if (asked.length === 0) return null;
  return (
    <div class="toggles">
      {asked.map(({ kong, claimed }) => (
        <Toggle key={kong} label={t('claimed-whole', capital(describeGroup(kong)))} on={claimed} turn={(on) => change(withClaimed(hand, kong, on))} />
      ))}
    </div>
  );
}

/** For a keyboard: the tiles as the contract writes them. */
function Typed({ add }: { readonly add: (text: string) => void }) {
  const [text, setText] = useState('');
  const [none, refuse] = useState('');
  const write = (next: string): void => {
    setText(next);
    refuse('');
  };
  const enter = (event: Event): void => {
    event.preventDefault();
    const found = strange(text);
    if (found.length > 0) refuse(found.join(' '));
    else {
      add(text);
      write('');
    }
  };
  return (
    <form class="typed" onSubmit={enter}>
      <input
        type="text"
        aria-label={t('type-tiles')}
        placeholder={t('type-tiles-hint')}
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value)}
      />
      <p role="status">
        {none && (
          <>
            {t('no-tiles')} <bdi>{none}</bdi>
          </>
        )}
      </p>
    </form>
  );
}

/** To the next hand around the table; after the last one the deal can be kept. */
function Onward(props: HandScreenProps) {
  const { players, deal, player } = props;
  const next = nextHand(deal, player);
  if (next === null) return <KeepDock {...props} />;
  const mayBeLast = deal.winner !== player || handOf(deal, player).counted?.limit_hand;
  return (
    <div class="onward">
      <button type="button" class="main next-hand" onClick={() => goInstead({ screen: 'hand', player: next })}>
        <span>
          {rich(t('next-hand'), <Name>{players[next]}</Name>)} <span aria-hidden="true">›</span>
        </span>
      </button>
      {mayBeLast && <KeepNow {...props} />}
    </div>
  );
}

interface HandProps extends HandScreenProps {
  /** Between tiles and a score; it gives way to the tiles once there are some. */
  readonly ways: ComponentChildren;
}

type Way = 'tiles' | 'score' | 'limit';

const WAYS: readonly Offer<Way>[] = [
  { value: 'tiles', label: t('by-tiles') },
  { value: 'score', label: t('by-its-score') },
];
const WAYS_OF_A_WINNER: readonly Offer<Way>[] = [...WAYS, { value: 'limit', label: t('limit-hand') }];

/** Whether this hand is told by its score: as it was told, else as the last one was. */
const isByScore = (hand: Hand): boolean => (isEmpty(hand) ? byScore.value : hand.counted !== undefined);

/** With a hand told whole by touch, the next one is at hand; in a goulash its wild tiles may still be to be told. */
function turnAfter(props: HandScreenProps, hand: Hand): void {
  const { deal, player } = props;
  const next = nextHand(deal, player);
  const isDone = deal.winner === player ? isFull(hand) && deal.win?.tile !== undefined : isWhole(hand);
  if (touched() && isDone && next !== null && !isGoulash(deal)) goInstead({ screen: 'hand', player: next });
}

/** What a tap adds, as it was last chosen for this hand. */
function useMode({ deal, player }: HandProps): readonly [Mode, (mode: Mode) => void] {
  const hasDrawn = deal.winner === player && !isClaimed(deal.win?.source);
  const id = deal.id ?? '';
  const [mode, set] = useState<Mode>(() => {
    const kept = keptMode(id, player);
    return kept && (kept.kind !== 'wild' || isGoulash(deal)) ? kept : firstMode(hasDrawn);
  });
  const choose = (next: Mode): void => {
    set(next);
    keepMode(id, player, next);
  };
  return [mode, choose];
}

function ByTiles(props: HandProps) {
  const { players, deal, player, look, ruleset, ways, change } = props;
  const hand = handOf(deal, player);
  const [mode, choose] = useMode(props);
  // An empty hand lacks everything: that need not be said.
  const faults = (look?.faults ?? []).filter((fault) => !isEmpty(hand) || !isMissing(fault));
  const won = deal.winner === player;
  const place = `/hands/${player}`;
  const becomes = (next: Hand): void => {
    const tiles = withoutCount(next);
    change(withHand(deal, player, tiles));
    if (won && mode.kind !== 'wild' && lacksOnlyItsPair(tiles)) choose(withKind(mode, 'pair'));
  };
  const grown = (tile: TileId, kind: Kind): Hand | null => {
    const next = tapped(hand, withKind(mode, kind), tile);
    return next && isInTheBox(deal.hands, withHand(deal, player, next).hands, isGoulash(deal)) ? next : null;
  };
  const add = (tile: TileId, kind: Kind): void => {
    const next = grown(tile, kind);
    if (!next) return;
    becomes(next);
    turnAfter(props, next);
  };
  const back = takenBack(hand);
  const told = look?.hands[player];
  return (
    <>
      {isEmpty(hand) && ways}
      <ScoreLine {...props} />
      <div class="hand" tabIndex={-1}>
        <Tray hand={hand} at={place} faults={faults} remove={(at, index) => becomes(removeGroup(hand, at, index))} />
        {!won && <HowTold {...props} />}
        {won && !isTileInView(deal, hand) && <WinningTile {...props} faults={faults} />}
        <Faults faults={[...faultsAt(faults, `${place}/dead`), ...faultsAt(faults, `${place}/partial`), ...faultsAt(faults, place)]} />
        <ClaimedKongs hand={hand} ruleset={ruleset} change={becomes} />
        <Typed add={(text) => becomes(typedInto(hand, placeOf(mode), text))} />
        {isEmpty(hand) && <p class="soft">{t('tap-and-flick')}</p>}
        {told && <Items told={told.answer} />}
        {!isEmpty(hand) && ways}
        {won && <Circumstances players={players} deal={deal} ruleset={ruleset} change={change} />}
      </div>
      {won && isTileInView(deal, hand) && <WinningTile {...props} faults={faults} pinned />}
      <Keypad
        kinds={KINDS.map(({ kind }) => kind).filter((kind) => kind !== 'wild' || isGoulash(deal))}
        table
        mode={mode}
        choose={choose}
        add={add}
        isFree={(tile) => grown(tile, mode.kind) !== null}
        takeBack={back && (() => becomes(back))}
      />
    </>
  );
}

/** One hand of the deal, entered by taps. */
export function HandScreen(props: HandScreenProps) {
  const { players, deal, player, seating, change } = props;
  const wind = seating?.winds[player];
  const hand = handOf(deal, player);
  const [counted, setCounted] = useState(() => isByScore(hand));
  const turn = (way: Way): void => {
    if (way !== 'limit') byScore.value = way === 'score';
    setCounted(way !== 'tiles');
    if (way === 'limit') change(withHand(deal, player, withLimit(withoutCount(hand), true)));
    else if (hand.counted && (way === 'tiles' || hand.counted.limit_hand)) change(withHand(deal, player, withoutCount(hand)));
  };
  const way = hand.counted?.limit_hand ? 'limit' : counted ? 'score' : 'tiles';
  const offers = deal.winner === player ? WAYS_OF_A_WINNER : WAYS;
  const ways = <Choice legend={t('how-it-is-entered')} hideLegend kind="inline ways" offers={offers} chosen={way} choose={turn} />;
  return (
    <main class="hand-screen">
      <Heading title={wind ? t('player-wind', isolated(players[player] ?? ''), windName(wind)) : isolated(players[player] ?? '')} hidden />
      <Tabs {...props} />
      {counted ? <ByScore {...props} ways={ways} /> : <ByTiles {...props} ways={ways} />}
      <footer class="dock">
        <Onward {...props} />
      </footer>
    </main>
  );
}
