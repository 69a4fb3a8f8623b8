/** How a deal is kept: what each gets, what is asked before, the key itself and the one that leads on. */

import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { go, goInstead, route } from '../router.ts';
import { holdStill, SHEET_MS } from '../storage/still.ts';
import { isLimitHand } from '../model/count.ts';
import {
  type DraftDeal,
  handOf,
  isTileUnsaid,
  nextHand,
  openQuestion,
  unsaidHands,
  winningsOf,
  withNothing,
  withWinning,
} from '../model/deal.ts';
import { mayBeComplete, type Winning } from '../model/hand.ts';
import { bonusInPlace } from '../model/house.ts';
import type { Hand } from '../model/shapes.ts';
import { nameOf } from '../model/tiles.ts';
import { number } from '../model/words.ts';
import { Name } from '../components/name.tsx';
import { Nets } from '../components/nets.tsx';
import { rich } from '../components/rich.ts';
import { Tile } from '../components/tile.tsx';
import { Uncounted } from '../components/uncounted.tsx';
import type { Worth } from '../api/use-deal-preview.ts';
import { useResolved } from '../api/rulesets.ts';
import { t } from '../i18n/game.ts';
import { doubtOfDeal, heldBy } from './counted.ts';
import type { DealScreenProps } from './deal-props.ts';
import { doubtOf, doubtOfGoulash, type Obstacle, obstacle } from './obstacle.ts';
import { SaveCheck, zeroWords } from './save-check.tsx';
import './keep-dock.css';

interface AskedProps {
  readonly no: () => void;
}

interface TileAskedProps extends AskedProps {
  readonly worths: readonly Worth[];
  readonly deal: DraftDeal;
  readonly name: string;
  readonly say: (winning: Winning) => void;
}

/** The winning tile, asked for where the deal is to be kept without it: each with what the hand is worth then. */
function TileAsked({ worths, deal, name, say, no }: TileAskedProps) {
  const offered: readonly (Winning & { readonly score?: number | null })[] =
    worths.length > 0 ? worths.filter(({ score }) => score !== null) : winningsOf(deal);
  return (
    <div class="sure tile-asked" role="alertdialog" aria-label={t('ask-which-tile')}>
      <p>{rich(t('tap-the-winning-tile'), <Name>{name}</Name>)}</p>
      <div class="tiles-asked">
        {offered.map(({ tile, laid, score }) => (
          <button
            key={`${tile}${laid}`}
            type="button"
            data-won={tile}
            aria-label={t('won-with-tile', nameOf(tile))}
            onClick={() => say({ tile, laid })}
          >
            <Tile tile={tile} />
            {laid && <small>{t('on-the-table')}</small>}
            {typeof score === 'number' && <b>{number(score)}</b>}
          </button>
        ))}
      </div>
      <button type="button" class="quiet" onClick={no}>
        {t('no-go-on-with-it')}
      </button>
    </div>
  );
}

/**
 * What is asked before it is kept, and whether that is known yet: what the rulebook cannot give of what the table counted;
 * where the service cannot look at it now, a hand that cannot be complete; that a goulash has no wild tiles.
 */
function useDoubt(
  { sheet, players, deal }: KeepDockProps,
  isSeen: boolean,
): { readonly doubt: string | null; readonly isKnown: boolean } {
  const hasCount = isSeen && deal.hands.some(({ counted }) => counted);
  const resolved = useResolved(hasCount ? sheet : null).reply;
  const book = resolved?.kind === 'answer' ? resolved.answer : null;
  const ofBook = book && doubtOfDeal(deal, players, book.rules, heldBy(sheet, book.options));
  return {
    doubt: (isSeen ? ofBook : doubtOf(sheet, deal)) ?? doubtOfGoulash(deal),
    isKnown: !hasCount || resolved !== null,
  };
}

interface KeepButtonProps {
  readonly isDisabled: boolean;
  /** Whether no number is known of the deal as it is kept. */
  readonly isLater: boolean;
  /** Whether something may still be entered first. */
  readonly isEarly: boolean;
  readonly isChange: boolean;
  readonly keep: () => void;
}

/** As large with either label. */
const KeepButton = ({ isDisabled, isLater, isEarly, isChange, keep }: KeepButtonProps) => (
  <button type="button" class={isEarly ? 'quiet' : 'main'} data-keep disabled={isDisabled} onClick={keep}>
    <span class="either">
      <span class={isLater ? 'absent' : ''}>{isChange ? t('keep-the-change') : t('keep-the-deal')}</span>
      <span class={isLater ? '' : 'absent'}>{t('keep-the-deal-count-later')}</span>
    </span>
  </button>
);

/** Whether the service is about to tell something of the deal; who sits where in it comes first. */
function isPending({ standings, seating, preview }: DealScreenProps, isLater: boolean): boolean {
  if (isLater) return false;
  return preview ? !preview.fresh : seating !== null || !standings.fresh;
}

interface WhatEachGetsProps extends KeepDockProps {
  readonly missing: readonly number[];
  readonly problem: Obstacle | null;
  readonly isLater: boolean;
}

interface ProblemProps extends Obstacle {
  readonly players: readonly string[];
  /** Whose hand is on the screen. */
  readonly here: number | undefined;
}

/** Why it cannot be saved, and the way to the hand. */
const Problem = ({ text, player, players, here, isGrowing = false }: ProblemProps) => (
  <div class={isGrowing ? 'problem growing' : 'problem'}>
    <p role="status">{text}</p>
    {player !== null && player !== here && (
      <button type="button" class="quiet" data-to={player} onClick={() => toHand(player)}>
        <span>{rich(t('to-the-hand-of'), <Name>{players[player]}</Name>)}</span> <span aria-hidden="true">›</span>
      </button>
    )}
  </div>
);

const toHand = (player: number): void => (route.peek().screen === 'hand' ? goInstead : go)({ screen: 'hand', player });

/** What each gets, once every hand is said; why that is not known stands in its place. */
const WhatEachGets = ({
  sheet,
  standings,
  players,
  deal,
  player,
  preview,
  missing,
  problem,
  isLater,
}: WhatEachGetsProps) => (
  <div class="either">
    <Nets
      players={players}
      out={deal.sits_out}
      net={missing.length > 0 ? undefined : preview?.deal?.net}
      missing={isLater ? t('waits') : '\u2026'}
      label={t('what-each-gets')}
    />
    {problem && <Problem {...problem} players={players} here={player} />}
    {!problem && isLater && <Uncounted sheet={sheet} standings={standings} jump={false} />}
  </div>
);

/** Whether the hand is entered but for the tile that it was won with. */
const lacksItsTile = ({ sheet, deal }: Pick<DealScreenProps, 'sheet' | 'deal'>): boolean =>
  typeof deal.winner === 'number' &&
  isTileUnsaid(deal) &&
  openQuestion(deal) === null &&
  mayBeComplete(handOf(deal, deal.winner), bonusInPlace(sheet));

/** A tap just after it was asked, or was answered by the service, was meant for what lay there before. */
function useStill(stage: string): void {
  const before = useRef(stage);
  useLayoutEffect(() => {
    if (before.current !== stage) holdStill(SHEET_MS);
    before.current = stage;
  }, [stage]);
}

interface KeepDockProps extends DealScreenProps {
  /** Whose hand is on the screen; absent where all are. */
  readonly player?: number;
  /** Before the last hand: without what each gets, and only for when nothing is missing. */
  readonly brief?: boolean;
  readonly onward?: ComponentChild;
}

/** Whose hands the key in the dock says to score 0: the one that is missing, all beside a limit hand, or the one on the screen. */
function zeroes({ deal }: DealScreenProps, missing: readonly number[], player: number | undefined): readonly number[] {
  const isLimit = typeof deal.winner === 'number' && isWorthTheLimit(handOf(deal, deal.winner));
  if (missing.length === 1 || isLimit) return missing;
  return missing.filter((each) => each === player);
}

/** A limit hand by the table's word or by its name: what the others hold is seldom counted beside it. */
const isWorthTheLimit = ({ counted }: Hand): boolean =>
  isLimitHand(counted) || (counted !== undefined && 'special' in counted);

/** What stands between the deal and its being saved, as the dock and the sheet say it. */
interface Keeping {
  readonly seen: DealScreenProps['preview'];
  readonly missing: readonly number[];
  readonly doubt: string | null;
  readonly problem: Obstacle | null;
  readonly isLater: boolean;
  readonly isReady: boolean;
}

function useKeeping(props: KeepDockProps): Keeping {
  const { sheet, standings, deal, preview, isAway, brief = false } = props;
  const seen = isAway ? null : preview;
  const problem = obstacle(props, seen);
  const { doubt, isKnown } = useDoubt(props, seen !== null);
  const isLater = isAway || (seen === null && standings.faults.length > 0);
  const isSound = !brief || Boolean(seen?.deal) || lacksItsTile(props);
  return {
    seen,
    missing: unsaidHands(sheet, deal),
    doubt,
    problem,
    isLater,
    isReady: isSound && problem === null && isKnown && !isPending(props, isLater),
  };
}

interface KeyProps extends KeepDockProps {
  readonly keeping: Keeping;
  readonly open: () => void;
}

/** Says that hands score 0; when no other is missing then, the sheet opens. As large as the key that takes its place. */
function ZeroKey({
  players,
  deal,
  change,
  player,
  brief = false,
  onward,
  keeping,
  open,
  zero,
}: KeyProps & { readonly zero: readonly number[] }) {
  const isLast = zero.length === keeping.missing.length;
  const next = player === undefined ? null : nextHand(deal, player);
  const act = (): void => {
    change(withNothing(deal, zero));
    if (isLast) open();
    else if (next !== null) goInstead({ screen: 'hand', player: next });
  };
  return (
    <button
      type="button"
      class={isLast && !brief && !onward ? 'main' : 'quiet'}
      data-zero="dock"
      disabled={isLast && !keeping.isReady}
      onClick={act}
    >
      <span class="either">
        <span>{zeroWords(zero, players)}</span>
        <span class="absent">{t('keep-the-deal')}</span>
        <span class="absent">{t('keep-the-deal-count-later')}</span>
      </span>
    </button>
  );
}

/** Opens the sheet, but for a draw, in which nobody pays. */
function Key(props: KeyProps) {
  const { deal, player, changing, keep, keeping, open } = props;
  const zero = lacksItsTile(props) ? [] : zeroes(props, keeping.missing, player);
  if (zero.length > 0) return <ZeroKey {...props} zero={zero} />;
  const isDraw = deal.winner === null && keeping.doubt === null && changing === null;
  return (
    <KeepButton
      isDisabled={!keeping.isReady}
      isLater={keeping.isLater}
      isEarly={keeping.missing.length > 0}
      isChange={changing !== null}
      keep={isDraw ? keep : open}
    />
  );
}

function TileQuestion({
  players,
  deal,
  change,
  worths,
  no,
}: KeepDockProps & { readonly worths: readonly Worth[]; readonly no: () => void }) {
  const winner = deal.winner ?? 0;
  return (
    <TileAsked
      worths={worths}
      deal={deal}
      name={players[winner] ?? ''}
      say={(winning) => change(withWinning(deal, winning))}
      no={no}
    />
  );
}

/**
 * What each gets, and the key that leads to the sheet in which the deal is saved: neither moves as the service answers, goes away
 * and comes back. It lies to the left, what leads on to the right. An unsaid winning tile is asked for first.
 */
export function KeepDock(props: KeepDockProps) {
  const { deal, change, onward, brief = false } = props;
  const [worths, ask] = useState<readonly Worth[] | null>(null);
  const keeping = useKeeping(props);
  const { seen, ...rest } = keeping;
  const close = (): void => ask(null);
  const isTileAsked = worths !== null && lacksItsTile(props);
  useStill(worths === null ? '' : isTileAsked ? 'tile' : 'sheet');
  if (isTileAsked) return <TileQuestion {...props} worths={worths} no={close} />;
  return (
    <>
      {brief ? <div class="either reserved" /> : <WhatEachGets {...props} {...rest} preview={seen} />}
      <div class="keep-row">
        <Key {...props} keeping={keeping} open={() => ask(seen?.worths ?? [])} />
        {onward}
      </div>
      {worths !== null && (
        <SaveCheck
          {...props}
          {...rest}
          problem={rest.problem?.text ?? null}
          preview={seen}
          say={(of) => change(withNothing(deal, of))}
          close={close}
        />
      )}
    </>
  );
}
