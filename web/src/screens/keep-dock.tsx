/** How a deal is kept: what each gets, what is asked before, the key itself and the one that leads on. */

import type { ComponentChild } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { holdStill } from '../storage/still.ts';
import { type DraftDeal, handOf, isTileUnsaid, openQuestion, winningsOf, withWinning } from '../model/deal.ts';
import { isFull, type Winning } from '../model/hand.ts';
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
import { doubtOf, doubtOfGoulash, doubtOfUnlooked, obstacle } from './obstacle.ts';
import './keep-dock.css';

interface AskedProps {
  readonly no: () => void;
}

interface DoubtProps extends AskedProps {
  readonly doubt: string;
  readonly yes: () => void;
}

/** What keeps it all the same never lies where the key that asked was. */
const Doubt = ({ doubt, yes, no }: DoubtProps) => (
  <div class="sure" role="alertdialog" aria-label={t('keep-it-all-the-same')}>
    <p>{doubt}</p>
    <div class="keep-row">
      <button type="button" class="quiet" onClick={no}>
        {t('no-go-on-with-it')}
      </button>
      <button type="button" class="quiet danger" onClick={yes}>
        {t('yes-keep-it-all-the-same')}
      </button>
    </div>
  </div>
);

interface TileAskedProps extends AskedProps {
  readonly worths: readonly Worth[];
  readonly deal: DraftDeal;
  readonly name: string;
  readonly say: (winning: Winning) => void;
}

/** The winning tile, asked for where the deal is to be kept without it: each with what the hand is worth then. */
function TileAsked({ worths, deal, name, say, no }: TileAskedProps) {
  const offered: readonly (Winning & { readonly score?: number | null })[] = worths.length > 0 ? worths.filter(({ score }) => score !== null) : winningsOf(deal);
  return (
    <div class="sure tile-asked" role="alertdialog" aria-label={t('ask-which-tile')}>
      <p>{rich(t('tap-the-winning-tile'), <Name>{name}</Name>)}</p>
      <div class="tiles-asked">
        {offered.map(({ tile, laid, score }) => (
          <button key={`${tile}${laid}`} type="button" data-won={tile} aria-label={t('won-with-tile', nameOf(tile))} onClick={() => say({ tile, laid })}>
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
 * where the service cannot look at it now, a hand that cannot be complete; that a goulash has no wild tiles; that
 * hands were not looked at.
 */
function useDoubt({ sheet, players, deal, unlooked = [] }: KeepDockProps, isSeen: boolean): { readonly doubt: string | null; readonly isKnown: boolean } {
  const hasCount = isSeen && deal.hands.some(({ counted }) => counted);
  const resolved = useResolved(hasCount ? sheet : null).told;
  const book = resolved?.kind === 'answer' ? resolved.answer : null;
  const ofBook = book && doubtOfDeal(deal, players, book.rules, heldBy(sheet, book.options));
  return { doubt: (isSeen ? ofBook : doubtOf(deal)) ?? doubtOfGoulash(deal) ?? doubtOfUnlooked(sheet, deal, unlooked), isKnown: !hasCount || resolved !== null };
}

interface KeepButtonProps {
  readonly isDisabled: boolean;
  /** Whether no number can be told of the deal as it is kept. */
  readonly isLater: boolean;
  /** Whether something may still be entered first. */
  readonly isEarly: boolean;
  readonly isAbsent: boolean;
  readonly keep: () => void;
}

/** As large with either label. */
const KeepButton = ({ isDisabled, isLater, isEarly, isAbsent, keep }: KeepButtonProps) => (
  <button type="button" class={`${isEarly ? 'quiet' : 'main'} ${isAbsent ? 'absent' : ''}`} disabled={isDisabled} onClick={keep}>
    <span class="either">
      <span class={isLater ? 'absent' : ''}>{t('keep-the-deal')}</span>
      <span class={isLater ? '' : 'absent'}>{t('keep-the-deal-count-later')}</span>
    </span>
  </button>
);

/** Whether the service is about to tell something of the deal; who sits where in it comes first. */
function isAwaited({ standings, seating, preview }: DealScreenProps, isLater: boolean): boolean {
  if (isLater) return false;
  return preview ? !preview.fresh : seating !== null || !standings.fresh;
}

interface ToldProps extends DealScreenProps {
  readonly problem: string | null;
  readonly isLater: boolean;
}

/** What each gets; why that cannot be told stands in its place. */
const Told = ({ sheet, standings, players, preview, problem, isLater }: ToldProps) => (
  <div class="either">
    <Nets players={players} net={preview?.deal?.net} missing={isLater ? t('waits') : '\u2026'} label={t('what-each-gets')} />
    {problem && <p role="status">{problem}</p>}
    {!problem && isLater && <Uncounted sheet={sheet} standings={standings} jump={false} />}
  </div>
);

/** Whether the hand is told but for the tile that it was won with. */
const lacksItsTile = (deal: DraftDeal): boolean =>
  typeof deal.winner === 'number' && isTileUnsaid(deal) && openQuestion(deal) === null && isFull(handOf(deal, deal.winner));

/** A deal that was to be kept, with what was known then: no tile of the question goes or moves when more is. */
interface ToBeKept {
  readonly deal: DraftDeal;
  readonly worths: readonly Worth[];
}

/** What is asked before the deal is kept; null where nothing is, or not of this deal. */
function asking({ players, deal, change, keep }: DealScreenProps, asked: ToBeKept | null, doubt: string | null, no: () => void): ComponentChild {
  if (asked?.deal !== deal) return null;
  if (lacksItsTile(deal)) {
    const winner = deal.winner ?? 0;
    const say = (winning: Winning): void => change(withWinning(deal, winning));
    return <TileAsked worths={asked.worths} deal={deal} name={players[winner] ?? ''} say={say} no={no} />;
  }
  return doubt === null ? null : <Doubt doubt={doubt} yes={keep} no={no} />;
}

/** A tap just after it was asked, or was answered by the service, was meant for what lay there before. */
function useStill(isAsked: boolean): void {
  const wasAsked = useRef(isAsked);
  useLayoutEffect(() => {
    if (wasAsked.current !== isAsked) holdStill();
    wasAsked.current = isAsked;
  }, [isAsked]);
}

interface KeepDockProps extends DealScreenProps {
  /** Before the last hand: without what each gets, and only for when nothing is missing. */
  readonly brief?: boolean;
  /** A winner's hand is followed by others; until it is counted, the key has its room. */
  readonly offers?: 'key' | 'room' | 'nothing';
  /** Whose hands nobody looked at. */
  readonly unlooked?: readonly number[];
  readonly onward?: ComponentChild;
}

/**
 * What each gets, and the button that keeps it: neither moves as the service answers, goes away and comes back. It lies to the left,
 * what leads on to the right, so that no second tap on the one is one on the other. An unsaid winning tile is asked for; so is
 * a hand that the service cannot look at and that cannot be complete, since all deals after it would wait too.
 */
export function KeepDock({ brief = false, offers = 'key', onward, ...props }: KeepDockProps) {
  const { standings, deal, preview, isAway, keep, unlooked = [] } = props;
  const [asked, ask] = useState<ToBeKept | null>(null);
  const seen = isAway ? null : preview;
  const problem = obstacle(props, seen);
  const { doubt, isKnown } = useDoubt(props, seen !== null);
  const isLater = isAway || (seen === null && standings.faults.length > 0);
  const isSound = !brief || Boolean(seen?.deal) || lacksItsTile(deal);
  const isReady = isSound && problem === null && isKnown && !isAwaited(props, isLater);
  const question = asking(props, asked, doubt, () => ask(null));
  useStill(question !== null);
  if (question !== null) return question;
  return (
    <>
      {!brief && <Told {...props} preview={seen} problem={problem} isLater={isLater} />}
      <div class="keep-row">
        {offers !== 'nothing' ? <KeepButton isAbsent={offers === 'room'} isDisabled={!isReady} isLater={isLater} isEarly={unlooked.length > 0} keep={() => (doubt === null && !lacksItsTile(deal) ? keep() : ask({ deal, worths: seen?.worths ?? [] }))} /> : <span />}
        {onward}
      </div>
    </>
  );
}
