import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { goInstead, up } from '../router.ts';
import { byScore } from '../storage/store.ts';
import { isLimitHand, scoreOf } from '../model/count.ts';
import { handOf, nextHand, playsIn, unsaidHands, withHand } from '../model/deal.ts';
import { isEmpty, withLimit, withoutCount } from '../model/hand.ts';
import { bonusInPlace } from '../model/house.ts';
import type { Hand } from '../model/shapes.ts';
import { isolated, number, windName } from '../model/words.ts';
import { Heading } from '../components/bar.tsx';
import { Choice, type Offer } from '../components/choice.tsx';
import { Name, WindBadge } from '../components/name.tsx';
import { Roving } from '../components/roving.tsx';
import { ByScore } from './by-score.tsx';
import { ByTiles } from './by-tiles.tsx';
import { type DealScreenProps, isWaiting } from './deal-props.ts';
import { KeepDock } from './keep-dock.tsx';
import { playerOf, shownFaults } from './obstacle.ts';
import { rich } from '../components/rich.ts';
import { t } from '../i18n/game.ts';
import './hand-screen.css';

interface HandScreenProps extends DealScreenProps {
  readonly player: number;
}

interface TabProps extends HandScreenProps {
  readonly at: number;
  readonly isWrong: boolean;
}

function Tab({ players, deal, player, seating, preview, at, isWrong }: TabProps) {
  const handPreview = preview?.hands[at];
  const hand = handOf(deal, at);
  const score =
    handPreview && !handPreview.soFar
      ? handPreview.answer.score
      : (scoreOf(hand.counted) ?? (hand.nothing ? 0 : undefined));
  return (
    <button
      type="button"
      class={isWrong ? 'tab wrong' : 'tab'}
      aria-current={at === player}
      onClick={() => goInstead({ screen: 'hand', player: at })}
    >
      <WindBadge wind={seating?.winds[at]} />
      <Name>{players[at]}</Name>
      <b>{score === undefined ? '\u2013' : number(score)}</b>
      {isWrong && (
        <span class="mark" role="img" aria-label={t('something-wrong')}>
          !
        </span>
      )}
    </button>
  );
}

/** The hands side by side, each with its score, and with a mark where something is wrong. */
function Tabs(props: HandScreenProps) {
  const { players, deal } = props;
  const wrong = shownFaults(props).map((fault) => playerOf(fault, deal));
  return (
    <header class="tabs">
      <button type="button" class="back" aria-label={t('deal')} onClick={() => up({ screen: 'entry' })}>
        <span aria-hidden="true">‹</span>
      </button>
      <Roving kind="tab-row" label={t('hands')} landmark>
        {players.map((_, at) => playsIn(deal, at) && <Tab key={at} {...props} at={at} isWrong={wrong.includes(at)} />)}
      </Roving>
    </header>
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
    <button
      type="button"
      class={`${unsaidHands(sheet, deal).length > 0 ? 'main' : 'quiet'} next-hand`}
      onClick={() => goInstead({ screen: 'hand', player: next })}
    >
      <span>
        {rich(t('next-hand'), <Name>{players[next]}</Name>)}
        {'\u00a0'}
        <span aria-hidden="true">›</span>
      </span>
    </button>
  );
}

type Way = 'tiles' | 'score' | 'limit';

const WAYS: readonly Offer<Way>[] = [
  {
    value: 'tiles',
    get label() {
      return t('by-tiles');
    },
  },
  {
    value: 'score',
    get label() {
      return t('by-its-score');
    },
  },
];
const WAYS_OF_A_WINNER: readonly Offer<Way>[] = [
  ...WAYS,
  {
    value: 'limit',
    get label() {
      return t('limit-hand');
    },
  },
];

/** Whether this hand is entered by its score: as it was entered, else as the last one was. */
const isByScore = (hand: Hand): boolean => (isEmpty(hand) ? byScore.value : hand.counted !== undefined);

/** How this hand is entered, and the choice of that. */
function useWay({ deal, player, change }: HandScreenProps): {
  readonly isCounted: boolean;
  readonly ways: ComponentChildren;
} {
  const hand = handOf(deal, player);
  const [isCounted, setCounted] = useState(() => isByScore(hand));
  const turn = (way: Way): void => {
    if (way !== 'limit') byScore.value = way === 'score';
    setCounted(way !== 'tiles');
    if (way === 'limit') change(withHand(deal, player, withLimit(withoutCount(hand), true)));
    else if (hand.counted && (way === 'tiles' || isLimitHand(hand.counted)))
      change(withHand(deal, player, withoutCount(hand)));
  };
  const way = isLimitHand(hand.counted) ? 'limit' : isCounted ? 'score' : 'tiles';
  const offers = deal.winner === player ? WAYS_OF_A_WINNER : WAYS;
  return {
    isCounted,
    ways: (
      <Choice
        leadsOn
        legend={t('how-it-is-entered')}
        hideLegend
        kind="inline ways"
        offers={offers}
        chosen={way}
        choose={turn}
      />
    ),
  };
}

/** One hand of the deal, entered by taps. */
export function HandScreen(props: HandScreenProps) {
  const { players, deal, player, seating } = props;
  const wind = seating?.winds[player];
  const { isCounted, ways } = useWay(props);
  const tabs = <Tabs {...props} />;
  return (
    <main class={isWaiting(props) ? 'hand-screen stale' : 'hand-screen'}>
      <Heading
        title={
          wind ? t('player-wind', isolated(players[player] ?? ''), windName(wind)) : isolated(players[player] ?? '')
        }
        hidden
      />
      {isCounted ? (
        <ByScore {...props} ways={ways} tabs={tabs} />
      ) : (
        <ByTiles {...props} inPlace={bonusInPlace(props.sheet)} ways={ways} head={tabs} />
      )}
      <footer class="dock">
        <KeepDock {...props} brief={!isCounted && nextHand(deal, player) !== null} onward={<Onward {...props} />} />
      </footer>
    </main>
  );
}
