import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { goInstead, up } from '../router.ts';
import { byScore, keepMode, keptMode } from '../storage/store.ts';
import { isLimitHand, scoreOf } from '../model/count.ts';
import { isGoulash } from '../model/goulash.ts';
import { type DraftDeal, handOf, isClaimed, isInTheBox, nextHand, winningTile, unsaidHands, withHand, withWinning, wonWith } from '../model/deal.ts';
import {
  describeGroup, firstMode, isJustGrown, isEmpty, isFull, type Kind, KINDS, lacksOnlyItsPair, type Mode, openKongs, placeOf, removeGroup, takenBack, tapped, tellingOf, tileCount, turnedOver, withClaimed, withKind, withLimit, withoutCount, withPlace,
} from '../model/hand.ts';
import type { Hand, Telling } from '../model/shapes.ts';
import { nameOf, type Tile as TileId } from '../model/tiles.ts';
import { type Fault, faultsAt, looksAt, type Ruleset } from '../model/responses.ts';
import { strange, typedInto } from '../model/typed.ts';
import { capital, isolated, number, windName } from '../model/words.ts';
import { Heading } from '../components/bar.tsx';
import { Choice, type Offer, Toggle } from '../components/choice.tsx';
import { Circumstances } from '../components/circumstances.tsx';
import { Faults, isMissing } from '../components/faults.tsx';
import { Keypad } from '../components/keypad.tsx';
import { Name, WindBadge } from '../components/name.tsx';
import { Roving } from '../components/roving.tsx';
import { Items, Sum, spoken } from '../components/score.tsx';
import { Fan } from '../components/tile.tsx';
import { Tray, TrayFaults, type Won } from '../components/tray.tsx';
import type { Worth } from '../api/use-deal-preview.ts';
import { ByScore } from './by-score.tsx';
import { type DealScreenProps, isWaiting } from './deal-props.ts';
import { KeepDock } from './keep-dock.tsx';
import { rich } from '../components/rich.ts';
import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/game.ts';
import './hand-screen.css';

export interface HandScreenProps extends DealScreenProps {
  readonly player: number;
}

/** The hands side by side, each with its score. */
function Tabs({ players, deal, player, seating, preview }: HandScreenProps) {
  return (
    <header class="tabs">
      <button type="button" class="back" aria-label={t('deal')} onClick={() => up({ screen: 'entry' })}>
        <span aria-hidden="true">‹</span>
      </button>
      <Roving kind="tab-row" label={t('hands')} landmark>
        {players.map((name, at) => {
          const told = preview?.hands[at];
          const hand = handOf(deal, at);
          const score = told && !told.soFar ? told.answer.score : (scoreOf(hand.counted) ?? (hand.nothing ? 0 : undefined));
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

/** "Worth 92 or 96.": what a hand may come to while its winning tile is not said, the least first. */
function worthWords(scores: readonly number[]): string {
  const [least = 0] = scores;
  const most = scores.at(-1) ?? 0;
  if (scores.length === 1) return t('worth-any-tile', number(most));
  return t('worth', scores.length === 2 ? t('one-or-other', number(least), number(most)) : t('least-to-most', number(least), number(most)));
}

const TILE = '/win/tile';

/** What the hand may come to, and where that depends on the tile: which of them give more than the least. It has its line before that is told. */
function Worths({ worths }: { readonly worths: readonly Worth[] }) {
  const scores = [...new Set(worths.flatMap(({ score }) => (score === null ? [] : [score])))].sort((one, other) => one - other);
  return (
    <p class="worths">
      {scores.length > 0 && <b>{worthWords(scores)}</b>}
      {scores.slice(1).map((each) => (
        <span key={each} class="dearer">
          {' '}
          <b>{number(each)}</b>
          <Fan tiles={[...new Set(worths.filter(({ score }) => score === each).map(({ tile }) => tile))]} kind="small" />
        </span>
      ))}
      {scores.length > 1 && <span>{t('otherwise-n', number(scores[0] ?? 0))}</span>}
    </p>
  );
}

interface WinningTileProps extends HandScreenProps {
  readonly faults: readonly Fault[];
}

/** With which tile the hand was won: said, or still to be tapped below, and what depends on it. */
function WinningTile({ deal, player, players, preview, faults }: WinningTileProps) {
  const hand = handOf(deal, player);
  const tile = winningTile(deal);
  const isTold = tile !== undefined || isFull(hand);
  const isAsked = isTold && tile === undefined;
  useEffect(() => {
    if (isAsked && !isGoulash(deal)) document.querySelector('.tray-row[data-place=concealed]')?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  if (deal.win?.source === 'original-hand' || !isTold) return null;
  return (
    <section class={`winning-tile ${tile === undefined ? 'unsaid' : ''} ${faultsAt(faults, TILE).length > 0 ? 'wrong' : ''}`} data-place="win-tile">
      <div role="status">
        <p>{tile === undefined ? rich(t('tap-the-winning-tile'), <Name>{players[player]}</Name>) : t('won-with-tile', nameOf(tile))}</p>
        {tile === undefined && <Worths worths={preview?.fresh ? preview.worths : []} />}
      </div>
    </section>
  );
}

const TELLINGS: readonly { readonly value: Telling; readonly label: string }[] = [
  { value: 'partial', get label() { return t('only-what-scores'); } },
  { value: 'whole', get label() { return t('whole-hand'); } },
  { value: 'dead', get label() { return t('dead-hand'); } },
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
  return t(counted(tiles, 'tile-1', 'tiles-n'), tiles);
}

interface ScoreLineProps extends HandScreenProps {
  readonly isChanging: boolean;
  readonly setChanging: (on: boolean) => void;
}

function ScoreLine({ deal, player, preview, isChanging, setChanging }: ScoreLineProps) {
  const hand = handOf(deal, player);
  const told = preview?.hands[player];
  const fresh = preview?.fresh ?? false;
  const hint = isEmpty(hand) ? t('choose-then-tap') : t('not-counted-yet');
  return (
    <div class={`score-line ${fresh ? '' : 'stale'}`} aria-busy={!fresh}>
      <p class="unseen" role="status">
        {told && fresh ? spoken(told.answer) : ''}
      </p>
      {told ? <Sum told={told.answer} soFar={told.soFar} /> : <span class="soft">{hint}</span>}
      <span class="count">{count(hand)}</span>
      {!isEmpty(hand) && (
        <button type="button" class="change-sets" aria-pressed={isChanging} onClick={() => setChanging(!isChanging)}>
          <span aria-hidden="true">✎</span>
          <span class="unseen">{t('change-sets')}</span>
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
      <small>{t('type-tiles-legend')}</small>
    </form>
  );
}

/** To the next hand around the table, and after the last one to all of them. */
function Onward({ sheet, players, deal, player }: HandScreenProps) {
  const next = nextHand(deal, player);
  if (next === null) {
    return (
      <button type="button" class="quiet" onClick={() => up({ screen: 'entry' })}>
        {t('all-hands')} <span aria-hidden="true">›</span>
      </button>
    );
  }
  return (
    <button type="button" class={`${unsaidHands(sheet, deal).length > 0 ? 'main' : 'quiet'} next-hand`} onClick={() => goInstead({ screen: 'hand', player: next })}>
      <span>
        {rich(t('next-hand'), <Name>{players[next]}</Name>)}{'\u00a0'}<span aria-hidden="true">›</span>
      </span>
    </button>
  );
}

/** A second tap on a pung made a kong of it: said, with the way back. It lies over the hand and moves no key. */
const Grown = ({ hand, undo }: { readonly hand: Hand; readonly undo: () => void }) =>
  isJustGrown(hand) && (
    <div class="grown">
      <p role="status">{t('pung-to-kong')}</p>
      <button type="button" class="quiet" onClick={undo}>
        {t('undo')}
      </button>
    </div>
  );

interface HandProps extends HandScreenProps {
  /** Between tiles and a score; it gives way to the tiles once there are some. */
  readonly ways: ComponentChildren;
  readonly tabs: ComponentChildren;
}

type Way = 'tiles' | 'score' | 'limit';

const WAYS: readonly Offer<Way>[] = [
  { value: 'tiles', get label() { return t('by-tiles'); } },
  { value: 'score', get label() { return t('by-its-score'); } },
];
const WAYS_OF_A_WINNER: readonly Offer<Way>[] = [...WAYS, { value: 'limit', get label() { return t('limit-hand'); } }];

/** Whether this hand is told by its score: as it was told, else as the last one was. */
const isByScore = (hand: Hand): boolean => (isEmpty(hand) ? byScore.value : hand.counted !== undefined);

const kindsOf = (deal: DraftDeal): readonly Kind[] => KINDS.map(({ kind }) => kind).filter((kind) => kind !== 'wild' || isGoulash(deal));

/** What a tap adds, as it was last chosen for this hand. */
function useMode({ deal, player }: HandProps): readonly [Mode, (mode: Mode) => void] {
  const hasDrawn = deal.winner === player && !isClaimed(deal.win?.source);
  const id = deal.id ?? '';
  const [mode, set] = useState<Mode>(() => {
    const kept = keptMode(id, player);
    return kept && kindsOf(deal).includes(kept.kind) ? kept : firstMode(hasDrawn);
  });
  const choose = (next: Mode): void => {
    set(next);
    keepMode(id, player, next);
  };
  return [mode, choose];
}

/** A winner says with which tile he won by a tap on it; an original hand has none. */
const sayable = ({ deal, player, change }: HandScreenProps): Won | undefined =>
  deal.winner === player && deal.win?.source !== 'original-hand' ? { said: wonWith(deal), isClaimed: isClaimed(deal.win?.source), say: (winning) => change(withWinning(deal, winning)) } : undefined;

/** What a hand that is still being entered lacks need not be said. */
function shownFaults({ deal, player, preview }: HandProps, hand: Hand): readonly Fault[] {
  const isGrowing = deal.winner === player ? !isFull(hand) : isEmpty(hand);
  return (preview?.faults ?? []).filter((fault) => !isGrowing || !isMissing(fault));
}

function ByTiles(props: HandProps) {
  const { players, deal, player, preview, ruleset, ways, tabs, change } = props;
  const hand = handOf(deal, player);
  const [mode, choose] = useMode(props);
  const [isChanging, setChanging] = useState(false);
  const won = deal.winner === player;
  const faults = shownFaults(props, hand);
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
    // A pair or one tile stands in the hand, and so does what is tapped after it.
    if (kind !== mode.kind && (kind === 'pair' || kind === 'one')) choose(withPlace(mode, false));
  };
  const back = takenBack(hand);
  const told = preview?.hands[player];
  return (
    <>
      <div class="hand-side">
        {tabs}
        {isEmpty(hand) && ways}
        <ScoreLine {...props} isChanging={isChanging} setChanging={setChanging} />
        {won && <WinningTile {...props} faults={faults} />}
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
          {!won && <HowTold {...props} />}
          <ClaimedKongs hand={hand} ruleset={ruleset} change={becomes} />
          <Typed add={(text) => becomes(typedInto(hand, placeOf(mode), text))} />
          {isEmpty(hand) && <p class="soft">{t('tap-and-flick')}</p>}
          {!isEmpty(hand) && ways}
          {won && <Circumstances players={players} deal={deal} ruleset={ruleset} change={change} />}
          <div class="told-faults">
            {won && <Faults faults={faultsAt(faults, TILE)} />}
            <TrayFaults at={place} faults={faults} />
            <Faults faults={[...faultsAt(faults, `${place}/dead`), ...faultsAt(faults, `${place}/partial`), ...faultsAt(faults, place)]} />
          </div>
          {told && <Items told={told.answer} />}
        </div>
      </div>
      <Grown hand={hand} undo={() => back && becomes(back)} />
      <Keypad
        kinds={kindsOf(deal)}
        table
        mode={mode}
        choose={choose}
        add={add}
        isFree={(tile, kind) => grown(tile, kind) !== null}
        takeBack={back && (() => becomes(back))}
      />
    </>
  );
}

/** How this hand is entered, and the choice of that. */
function useWay({ deal, player, change }: HandScreenProps): { readonly isCounted: boolean; readonly ways: ComponentChildren } {
  const hand = handOf(deal, player);
  const [isCounted, setCounted] = useState(() => isByScore(hand));
  const turn = (way: Way): void => {
    if (way !== 'limit') byScore.value = way === 'score';
    setCounted(way !== 'tiles');
    if (way === 'limit') change(withHand(deal, player, withLimit(withoutCount(hand), true)));
    else if (hand.counted && (way === 'tiles' || isLimitHand(hand.counted))) change(withHand(deal, player, withoutCount(hand)));
  };
  const way = isLimitHand(hand.counted) ? 'limit' : isCounted ? 'score' : 'tiles';
  const offers = deal.winner === player ? WAYS_OF_A_WINNER : WAYS;
  return { isCounted, ways: <Choice leadsOn legend={t('how-it-is-entered')} hideLegend kind="inline ways" offers={offers} chosen={way} choose={turn} /> };
}

/** One hand of the deal, entered by taps. */
export function HandScreen(props: HandScreenProps) {
  const { players, deal, player, seating } = props;
  const wind = seating?.winds[player];
  const { isCounted, ways } = useWay(props);
  const tabs = <Tabs {...props} />;
  return (
    <main class={isWaiting(props) ? 'hand-screen stale' : 'hand-screen'}>
      <Heading title={wind ? t('player-wind', isolated(players[player] ?? ''), windName(wind)) : isolated(players[player] ?? '')} hidden />
      {isCounted ? <ByScore {...props} ways={ways} tabs={tabs} /> : <ByTiles {...props} ways={ways} tabs={tabs} />}
      <footer class="dock">
        <KeepDock {...props} brief={!isCounted && nextHand(deal, player) !== null} onward={<Onward {...props} />} />
      </footer>
    </main>
  );
}
