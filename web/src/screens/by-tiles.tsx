/** A hand entered by taps on tiles: at the table, and by itself. */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { keepMode, storedMode } from '../storage/store.ts';
import { holdStill } from '../storage/still.ts';
import { isGoulash } from '../model/goulash.ts';
import {
  type DraftDeal,
  handOf,
  isClaimed,
  isInTheBox,
  winningTile,
  withHand,
  withWinning,
  wonWith,
} from '../model/deal.ts';
import {
  describeGroup,
  firstMode,
  isJustMadeKong,
  isEmpty,
  isFull,
  mayBeComplete,
  type Kind,
  KINDS,
  lacksOnlyItsPair,
  type Mode,
  openKongs,
  placeOf,
  removeGroup,
  takenBack,
  tapped,
  tellingOf,
  tileCount,
  turnedOver,
  withClaimed,
  withKind,
  withoutCount,
  withPlace,
} from '../model/hand.ts';
import type { Hand, Telling } from '../model/shapes.ts';
import { nameOf, type Tile as TileId } from '../model/tiles.ts';
import { type Fault, faultsAt, faultsUnder, looksAt, type Ruleset } from '../model/responses.ts';
import { strange, typedInto } from '../model/typed.ts';
import { capital, number } from '../model/words.ts';
import { Choice, Toggle } from '../components/choice.tsx';
import { Circumstances } from '../components/circumstances.tsx';
import { Faults } from '../components/faults.tsx';
import { Keypad } from '../components/keypad.tsx';
import { Name } from '../components/name.tsx';
import { Items, Sum, spoken } from '../components/score.tsx';
import { Fan } from '../components/tile.tsx';
import { Tray, TrayFaults, type Won } from '../components/tray.tsx';
import type { Worth } from '../api/use-deal-preview.ts';
import type { DealScreenProps } from './deal-props.ts';
import { shownFaults } from './obstacle.ts';
import { rich } from '../components/rich.ts';
import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/game.ts';
import './hand-screen.css';

interface ByTilesProps extends Pick<DealScreenProps, 'players' | 'deal' | 'ruleset' | 'preview' | 'change'> {
  readonly player: number;
  /** The flowers and seasons that may be one of a hand's fourteen tiles. */
  readonly inPlace: readonly TileId[];
  /** What stands above the hand. */
  readonly head: ComponentChildren;
  /** Between tiles and a score, where there is that choice. */
  readonly ways?: ComponentChildren;
  /** What a complete hand leads on to, beside the keys that are folded then. */
  readonly onward?: ComponentChildren;
  /** What is entered below the score. */
  readonly children?: ComponentChildren;
}

/** "Worth 92 or 96.": what a hand may come to while its winning tile is not said, the least first. */
function worthWords(scores: readonly number[]): string {
  const [least = 0] = scores;
  const most = scores.at(-1) ?? 0;
  if (scores.length === 1) return t('worth-any-tile', number(most));
  return t(
    'worth',
    scores.length === 2
      ? t('one-or-other', number(least), number(most))
      : t('least-to-most', number(least), number(most)),
  );
}

const TILE = '/win/tile';

/** "With 4 or White: 352": the tiles with which the hand is worth so much. */
function WorthWith({ worths, score }: { readonly worths: readonly Worth[]; readonly score: number }) {
  const tiles = [...new Set(worths.filter((each) => each.score === score).map(({ tile }) => tile))];
  return (
    <p class="dearer">
      {rich(
        t('worth-with'),
        <>
          <Fan tiles={tiles} kind="small" />
          <span class="unseen">{tiles.map(nameOf).join(', ')}</span>
        </>,
        <b>{number(score)}</b>,
      )}
    </p>
  );
}

/** What the hand may come to, the least first, each once. */
const scoresOf = (worths: readonly Worth[]): readonly number[] =>
  [...new Set(worths.flatMap(({ score }) => (score === null ? [] : [score])))].sort((one, other) => one - other);

interface WinningTileProps extends ByTilesProps {
  readonly isChanging: boolean;
  readonly faults: readonly Fault[];
}

/**
 * What the hand is worth with other tiles than the one that it is taken to be won with, or with each while none is said. It lies below
 * all that is tapped, so that it takes the lines it needs and moves nothing.
 */
function Worths({ deal, player, preview }: ByTilesProps) {
  if (deal.winner !== player) return null;
  const worths = preview?.fresh ? preview.worths : [];
  const isSaid = winningTile(deal) !== undefined;
  const score = isSaid ? preview?.hands[player]?.answer.score : undefined;
  const scores = scoresOf(worths);
  const others = scores.filter((each, at) => (isSaid ? each !== score : at > 0));
  if (worths.length === 0 || (isSaid && score === undefined)) return null;
  return (
    <div class="worths">
      {isSaid && others.length === 0 && <p>{t('any-other-tile-too', number(score ?? 0))}</p>}
      {others.map((each) => (
        <WorthWith key={each} worths={worths} score={each} />
      ))}
      {!isSaid && scores.length > 1 && <p>{t('otherwise-n', number(scores[0] ?? 0))}</p>}
    </div>
  );
}

const askedTile = (isChanging: boolean, name: string | undefined): ComponentChildren =>
  rich(t(isChanging ? 'finish-changing-then-tap' : 'tap-the-winning-tile'), <Name>{name}</Name>);

/** With which tile the hand was won: said, or still to be tapped below, and what depends on it. */
function WinningTile({ deal, player, players, inPlace, preview, faults, isChanging }: WinningTileProps) {
  const hand = handOf(deal, player);
  const tile = winningTile(deal);
  const isStated = tile !== undefined || mayBeComplete(hand, inPlace);
  const isAsked = isStated && tile === undefined;
  const scores = scoresOf(preview?.fresh ? preview.worths : []);
  useEffect(() => {
    if (isAsked && !isGoulash(deal))
      document.querySelector('.tray-row[data-place=concealed]')?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  if (deal.win?.source === 'original-hand' || !isStated) return null;
  return (
    <section
      class={`winning-tile ${tile === undefined ? 'unsaid' : ''} ${faultsAt(faults, TILE).length > 0 ? 'wrong' : ''}`}
      data-place="win-tile"
    >
      <div role="status">
        <p>{tile === undefined ? askedTile(isChanging, players[player]) : t('won-with-tile', nameOf(tile))}</p>
        <b class="worth-line">{isAsked && scores.length > 0 && worthWords(scores)}</b>
      </div>
    </section>
  );
}

const TELLINGS: readonly { readonly value: Telling; readonly label: string }[] = [
  {
    value: 'partial',
    get label() {
      return t('only-what-scores');
    },
  },
  {
    value: 'whole',
    get label() {
      return t('whole-hand');
    },
  },
  {
    value: 'dead',
    get label() {
      return t('dead-hand');
    },
  },
];

/** How a hand that did not win is entered: by its scoring sets alone, whole, or dead. */
function HowStated({ deal, player, inPlace, change }: ByTilesProps) {
  const hand = handOf(deal, player);
  return (
    <Choice
      legend={t('how-it-is-stated')}
      hideLegend
      kind="inline"
      offers={TELLINGS}
      chosen={tellingOf(hand, inPlace)}
      choose={(telling) => change(withHand(deal, player, { ...hand, telling }))}
    />
  );
}

function count(hand: Hand): string {
  const tiles = tileCount(hand);
  return t(counted(tiles, 'tile-1', 'tiles-n'), tiles);
}

interface ScoreLineProps extends ByTilesProps {
  readonly isChanging: boolean;
  readonly setChanging: (on: boolean) => void;
}

function ScoreLine({ deal, player, inPlace, preview, isChanging, setChanging }: ScoreLineProps) {
  const hand = handOf(deal, player);
  const handPreview = preview?.hands[player];
  const fresh = preview?.fresh ?? false;
  const isTileAsked = deal.winner === player && mayBeComplete(hand, inPlace) && winningTile(deal) === undefined;
  const hint = isEmpty(hand) ? t('choose-then-tap') : isTileAsked ? '' : t('not-counted-yet');
  return (
    <div class={`score-line ${fresh ? '' : 'stale'}`} aria-busy={!fresh}>
      <p class="unseen" role="status">
        {handPreview && fresh ? spoken(handPreview.answer) : ''}
      </p>
      {handPreview ? <Sum response={handPreview.answer} soFar={handPreview.soFar} /> : <span class="soft">{hint}</span>}
      <span class="count">{count(hand)}</span>
      {!isEmpty(hand) && (
        <button
          type="button"
          class="change-sets"
          aria-label={t('change-sets')}
          aria-pressed={isChanging}
          onClick={() => setChanging(!isChanging)}
        >
          <span aria-hidden="true">✎</span>
          <span class="word">{t('change-sets')}</span>
        </button>
      )}
    </div>
  );
}

interface ClaimedKongsProps {
  readonly hand: Hand;
  readonly ruleset: Ruleset | undefined;
  readonly change: (hand: Hand) => void;
}

/** Requested only where it counts, of each kong that lies open. */
function ClaimedKongs({ hand, ruleset, change }: ClaimedKongsProps) {
  const asked = openKongs(hand).filter(
    ({ claimed }) => claimed || (ruleset !== undefined && looksAt(ruleset, 'claimed_kongs')),
  );
  if (asked.length === 0) return null;
  return (
    <div class="toggles">
      {asked.map(({ kong, claimed }) => (
        <Toggle
          key={kong}
          label={t('claimed-whole', capital(describeGroup(kong)))}
          on={claimed}
          turn={(on) => change(withClaimed(hand, kong, on))}
        />
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
      <small>{t('type-tiles-legend')}</small>
    </form>
  );
}

/** A second tap on a pung made a kong of it: said, with the way back. It lies over the hand and moves no key. */
const MadeKong = ({ hand, undo }: { readonly hand: Hand; readonly undo: () => void }) =>
  isJustMadeKong(hand) && (
    <div class="grown">
      <p role="status">{t('pung-to-kong')}</p>
      <button type="button" class="quiet" onClick={undo}>
        {t('undo')}
      </button>
    </div>
  );

const kindsOf = (deal: DraftDeal): readonly Kind[] =>
  KINDS.map(({ kind }) => kind).filter((kind) => kind !== 'wild' || isGoulash(deal));

/** What a tap adds, as it was last chosen for this hand. */
function useMode({ deal, player }: ByTilesProps): readonly [Mode, (mode: Mode) => void] {
  const hasDrawn = deal.winner === player && !isClaimed(deal.win?.source);
  const id = deal.id ?? '';
  const [mode, set] = useState<Mode>(() => {
    const stored = storedMode(id, player);
    return stored && kindsOf(deal).includes(stored.kind) ? stored : firstMode(hasDrawn);
  });
  const choose = (next: Mode): void => {
    set(next);
    keepMode(id, player, next);
  };
  return [mode, choose];
}

/** A winner says with which tile he won by a tap on it; an original hand has none. */
const sayable = ({ deal, player, change }: ByTilesProps): Won | undefined =>
  deal.winner === player && deal.win?.source !== 'original-hand'
    ? {
        said: wonWith(deal),
        isClaimed: isClaimed(deal.win?.source),
        say: (winning) => change(withWinning(deal, winning)),
      }
    : undefined;

/** What is wrong with the hand, or with the tile that it was won with. */
const HandFaults = ({ at, faults }: { readonly at: string; readonly faults: readonly Fault[] }) => (
  <div class="stated-faults">
    <Faults faults={faultsUnder(faults, '/win')} />
    <TrayFaults at={at} faults={faults} />
    <Faults
      faults={['dead', 'partial'].flatMap((member) => faultsAt(faults, `${at}/${member}`)).concat(faultsAt(faults, at))}
    />
  </div>
);

/** Which keys of a complete hand are shown: all, those of flowers, or none. */
type Shown = 'all' | 'bonus' | null;

/** At its last tile the keys of a hand fold away; a tap that was meant for one of them does nothing. */
function useFolded(isDone: boolean): readonly [Shown, (shown: Shown) => void] {
  const [shown, show] = useState<Shown>(null);
  const before = useRef(isDone);
  useLayoutEffect(() => {
    if (before.current === isDone) return;
    before.current = isDone;
    show(null);
    holdStill();
  }, [isDone]);
  return [shown, show];
}

interface FoldedProps {
  readonly shown: Shown;
  readonly show: (shown: Shown) => void;
  readonly onward: ComponentChildren;
}

/** In place of the keys of a complete hand: what brings them back. */
function Folded({ shown, show, onward }: FoldedProps) {
  const turn = (keys: Shown): void => {
    holdStill();
    show(shown === keys ? null : keys);
  };
  return (
    <div class="folded-keys">
      <button type="button" class="quiet" data-unfold="all" aria-expanded={shown === 'all'} onClick={() => turn('all')}>
        {t('tiles')} <span aria-hidden="true">✎</span>
      </button>
      <button
        type="button"
        class="quiet"
        data-unfold="bonus"
        aria-expanded={shown === 'bonus'}
        onClick={() => turn('bonus')}
      >
        <span aria-hidden="true">+ </span>
        {t('a-flower')}
      </button>
      {onward}
    </div>
  );
}

interface Taps {
  readonly hand: Hand;
  readonly mode: Mode;
  readonly choose: (mode: Mode) => void;
  readonly becomes: (hand: Hand) => void;
  /** The hand after a tap; null where that adds nothing. */
  readonly afterTap: (tile: TileId, kind: Kind) => Hand | null;
  readonly add: (tile: TileId, kind: Kind) => void;
  /** Null where there is nothing to take back. */
  readonly takeBack: (() => void) | null;
}

function useTaps(props: ByTilesProps): Taps {
  const { deal, player, change } = props;
  const hand = handOf(deal, player);
  const [mode, choose] = useMode(props);
  const becomes = (next: Hand): void => {
    const tiles = withoutCount(next);
    change(withHand(deal, player, tiles));
    if (deal.winner === player && mode.kind !== 'wild' && lacksOnlyItsPair(tiles)) choose(withKind(mode, 'pair'));
  };
  const afterTap = (tile: TileId, kind: Kind): Hand | null => {
    const next = tapped(hand, withKind(mode, kind), tile);
    return next && isInTheBox(deal.hands, withHand(deal, player, next).hands, isGoulash(deal)) ? next : null;
  };
  const add = (tile: TileId, kind: Kind): void => {
    const next = afterTap(tile, kind);
    if (!next) return;
    becomes(next);
    // A pair or one tile stands in the hand, and so does what is tapped after it.
    if (kind !== mode.kind && (kind === 'pair' || kind === 'one')) choose(withPlace(mode, false));
  };
  const back = takenBack(hand);
  return { hand, mode, choose, becomes, afterTap, add, takeBack: back && (() => becomes(back)) };
}

/** The keys of a hand; those of a complete one are folded until they are asked for. */
function Keys({ deal, taps, shown }: { readonly deal: DraftDeal; readonly taps: Taps; readonly shown: Shown }) {
  const { mode, choose, add, afterTap, takeBack } = taps;
  return (
    <Keypad
      kinds={kindsOf(deal)}
      table
      bonusAlone={shown === 'bonus'}
      mode={mode}
      choose={choose}
      add={add}
      isFree={(tile, kind) => afterTap(tile, kind) !== null}
      takeBack={takeBack}
    />
  );
}

export function ByTiles(props: ByTilesProps) {
  const { players, deal, player, preview, ruleset, change } = props;
  const taps = useTaps(props);
  const { hand, becomes } = taps;
  const [isChanging, setChanging] = useState(false);
  const won = deal.winner === player;
  const isDone = won && isFull(hand);
  const [shown, show] = useFolded(isDone);
  // A hand that becomes complete asks for a tap on the tile that it was won with; turning a set over keeps it complete.
  useEffect(() => {
    if (isDone && winningTile(deal) === undefined) setChanging(false);
  }, [isDone]);
  const isFolded = isDone && shown === null;
  const faults = shownFaults(props).filter(({ pointer }) => won || !pointer.startsWith('/win'));
  const place = `/hands/${player}`;
  const handPreview = preview?.hands[player];
  return (
    <>
      <div class="hand-side">
        {props.head}
        <ScoreLine {...props} isChanging={isChanging} setChanging={setChanging} />
        {won && <WinningTile {...props} faults={faults} isChanging={isChanging} />}
        <div class="hand" tabIndex={-1}>
          <Tray
            hand={hand}
            at={place}
            faults={faults}
            isChanging={isChanging}
            remove={(at, index) => becomes(removeGroup(hand, at, index))}
            turn={(at, index) => becomes(turnedOver(hand, at, index))}
            win={sayable(props)}
          />
          {!isFolded && props.ways}
          {!won && <HowStated {...props} />}
          <ClaimedKongs hand={hand} ruleset={ruleset} change={becomes} />
          <Typed add={(text) => becomes(typedInto(hand, placeOf(taps.mode), text))} />
          {isEmpty(hand) && <p class="soft">{t('tap-and-flick')}</p>}
          {won && <Circumstances players={players} deal={deal} ruleset={ruleset} change={change} />}
          <Worths {...props} />
          <HandFaults at={place} faults={faults} />
          {handPreview && <Items response={handPreview.answer} />}
          {props.children}
        </div>
      </div>
      <MadeKong hand={hand} undo={() => taps.takeBack?.()} />
      <div class="keys-side">
        {isDone && <Folded shown={shown} show={show} onward={props.onward} />}
        {!isFolded && <Keys deal={deal} taps={taps} shown={shown} />}
      </div>
    </>
  );
}
