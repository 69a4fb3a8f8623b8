/** A hand entered by what the table counted: a score, points with doubles, or a hand that the rulebook names. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { byScore } from '../storage/store.ts';
import { doublesOf, isLimitHand, pointsOf, scoreOf } from '../model/count.ts';
import { type Held, type NamedHand, isSought, namedHands } from '../model/counted.ts';
import { changeOf, type HouseRules } from '../model/house.ts';
import { drawnHands } from '../model/layout.ts';
import { handOf, nextOpenHand, playsIn, withHand } from '../model/deal.ts';
import { goBeside } from '../router.ts';
import { isEmpty, withLimit, withNamed, withPoints, withScore } from '../model/hand.ts';
import { pictureOf, type Pictures } from '../model/pictures.ts';
import type { Count, Hand, Sheet } from '../model/shapes.ts';
import { faultsUnder, type RuleResponse } from '../model/responses.ts';
import { countWords } from '../model/entry-words.ts';
import { number } from '../model/words.ts';
import { Choice, Toggle } from '../components/choice.tsx';
import { Faults } from '../components/faults.tsx';
import { Name } from '../components/name.tsx';
import { Pointpad, Scorepad, UsualScores } from '../components/scorepad.tsx';
import { Fan } from '../components/tile.tsx';
import { useResolved } from '../api/rulesets.ts';
import { doubtOfCount, heldBy, limited } from './counted.ts';
import type { DealScreenProps } from './deal-props.ts';
import { useSheet } from '../components/use-sheet.ts';
import { t } from '../i18n/game.ts';
import './by-score.css';

/** Fetched once they are looked at. */
function usePictures(): Pictures {
  const [pictures, show] = useState<Pictures>({});
  useEffect(
    () =>
      void import('../model/pictures.json').then(
        (file) => show(file.default as Pictures),
        () => undefined,
      ),
    [],
  );
  return pictures;
}

/** A hand of the table's own as it may look, of tiles that the box has; nothing where its layout was typed. */
const sampleOf = (layout: string): readonly string[] => drawnHands(layout, 1)[0]?.flat() ?? [];

interface NamedProps {
  readonly ruleset: string;
  readonly house: HouseRules | undefined;
  readonly hands: readonly NamedHand[];
  readonly chosen: string | undefined;
  readonly choose: (hand: NamedHand) => void;
}

/** The hands that the rulebook names, each with an example: a screen of its own, in which a tap chooses. */
function NamedScreen({ ruleset, house, hands, chosen, choose, close }: NamedProps & { readonly close: () => void }) {
  const pictures = usePictures();
  const [sought, seek] = useState('');
  const found = hands.filter((hand) => isSought(hand, sought));
  const box = useSheet();
  return (
    <dialog ref={box} class="named-screen" aria-label={t('a-special-hand-by-its-name')} onClose={close}>
      <header class="bar">
        <button class="back" type="button" onClick={close}>
          <span aria-hidden="true">‹ </span>
          {t('back')}
        </button>
        <input
          type="search"
          aria-label={t('search-a-special-hand')}
          placeholder={t('search-a-special-hand')}
          value={sought}
          onInput={({ currentTarget }) => seek(currentTarget.value)}
        />
      </header>
      {found.length === 0 && <p role="status">{t('no-hand-is-called-so')}</p>}
      <ul>
        {found.map((hand) => {
          const own = house && changeOf(house, hand.id)?.layout;
          const tiles = own ? sampleOf(own.tiles) : pictureOf(pictures, ruleset, hand.id, hand.concept);
          return (
            <li key={hand.id}>
              <button type="button" data-named={hand.id} aria-pressed={hand.id === chosen} onClick={() => choose(hand)}>
                <b>{hand.isWaiting ? t('waiting-for', hand.name) : hand.name}</b>
                <span class="worth">{hand.score === null ? t('the-limit') : number(hand.score)}</span>
                {tiles.length > 0 && <Fan tiles={tiles} kind="line" />}
              </button>
            </li>
          );
        })}
      </ul>
    </dialog>
  );
}

/** The way to the hands that the rulebook names. */
function NamedHands({ choose, ...props }: NamedProps) {
  const [isOpen, open] = useState(false);
  const close = (): void => open(false);
  const take = (hand: NamedHand): void => {
    choose(hand);
    close();
  };
  if (props.hands.length === 0) return null;
  return (
    <div class="named-hands">
      <button type="button" class="quiet all" aria-haspopup="dialog" onClick={() => open(true)}>
        {t('a-special-hand-by-its-name')} <span aria-hidden="true">›</span>
      </button>
      {isOpen && <NamedScreen {...props} choose={take} close={close} />}
    </div>
  );
}

const PADS = [
  {
    value: false,
    get label() {
      return t('its-score');
    },
  },
  {
    value: true,
    get label() {
      return t('points-and-doubles');
    },
  },
];

interface ByScoreProps extends DealScreenProps {
  readonly player: number;
  readonly ways: ComponentChildren;
  /** All players, one below the other; beside each stand the usual scores. */
  readonly tabs: ComponentChildren;
}

interface ClaimedSetProps {
  readonly hand: Hand;
  readonly change: (hand: Hand) => void;
}

/** Requested only where it halves the hand that was named. */
function ClaimedSet({ hand, change }: ClaimedSetProps) {
  const { counted } = hand;
  if (!counted || !('exposed' in counted) || counted.exposed === undefined) return null;
  return (
    <Toggle
      label={t('a-set-was-claimed')}
      on={counted.exposed}
      turn={(exposed) => change({ ...hand, counted: { ...counted, exposed } })}
    />
  );
}

/** A winner has a key of its own for it. */
const LimitHand = ({ hand, isWinner, change }: ClaimedSetProps & { readonly isWinner: boolean }) =>
  isWinner ? null : (
    <Toggle label={t('a-limit-hand')} on={isLimitHand(hand.counted)} turn={(on) => change(withLimit(hand, on))} />
  );

/** What the table counted, and what the limit leaves of it. */
const CountedScore = ({ counted, cut }: { readonly counted: Count; readonly cut: number | null }) => (
  <>
    <b class="figure">{countWords(counted)}</b>
    {cut !== null && <span class="soft"> {t('counts-the-limit', number(cut))}</span>}
  </>
);

/** A limit hand or one of a name has no count of its own; where there is no limit it needs one. */
const isNoCount = (counted: Count | undefined): boolean =>
  counted !== undefined &&
  ('special' in counted || (isLimitHand(counted) && scoreOf(counted) === undefined && pointsOf(counted) === undefined));

interface CountPadProps {
  readonly hand: Hand;
  readonly byPoints: boolean;
  readonly becomes: (hand: Hand) => void;
}

const CountPad = ({ hand, byPoints, becomes }: CountPadProps) =>
  byPoints ? (
    <Pointpad
      points={pointsOf(hand.counted)}
      doubles={doublesOf(hand.counted)}
      set={(points, doubles) => becomes(withPoints(hand, points, doubles))}
    />
  ) : (
    <Scorepad score={scoreOf(hand.counted)} set={(score) => becomes(withScore(hand, score))} />
  );

/** What the rulebook gives at this table; nothing until it is received. */
function useBook(sheet: Sheet): { readonly rules: readonly RuleResponse[]; readonly held: Held } {
  const { reply } = useResolved(sheet);
  const book = reply?.kind === 'answer' ? reply.answer : null;
  return { rules: book?.rules ?? [], held: heldBy(sheet, book?.options ?? []) };
}

/** All players with their usual scores, but for those whose hands are entered by tiles. */
function Everybody({ players, deal, player, change, tabs, byPoints }: ByScoreProps & { readonly byPoints: boolean }) {
  // The digits below are of the hand on the screen: it is the next of which nothing is said, else the one just entered.
  const tell = (at: number, score: number): void => {
    const next = withHand(deal, at, withScore(handOf(deal, at), score));
    change(next);
    byScore.value = true;
    const onward = nextOpenHand(next, at) ?? at;
    if (onward !== player) goBeside({ screen: 'hand', player: onward });
  };
  const isCounting = (at: number): boolean =>
    at === player || deal.hands[at]?.counted !== undefined || isEmpty(handOf(deal, at));
  return (
    <div class="counts">
      {tabs}
      <div class="usuals">
        {deal.hands.map((each, at) =>
          !playsIn(deal, at) ? null : isCounting(at) && !(at === player && byPoints) ? (
            <UsualScores
              key={at}
              isWinner={at === deal.winner}
              player={at}
              name={players[at] ?? ''}
              score={scoreOf(each.counted)}
              set={(score) => tell(at, score)}
            />
          ) : (
            <span key={at} />
          ),
        )}
      </div>
    </div>
  );
}

export function ByScore(props: ByScoreProps) {
  const { sheet, players, deal, player, preview, change } = props;
  const hand = handOf(deal, player);
  const { counted } = hand;
  const [byPoints, choosePad] = useState(pointsOf(counted) !== undefined);
  const { rules, held } = useBook(sheet);
  const becomes = (next: Hand): void => change(withHand(deal, player, next));
  const set = (next: number | undefined): void => becomes(withScore(hand, next));
  const name = (chosen: NamedHand): void =>
    becomes(
      withNamed(
        hand,
        chosen.id,
        chosen.isWaiting ? t('waiting-for', chosen.name) : chosen.name,
        chosen.isHalvedByClaim ? false : undefined,
      ),
    );
  const turn = (points: boolean): void => {
    choosePad(points);
    set(undefined);
  };
  const doubt = counted ? doubtOfCount(counted, rules, held) : null;
  const isWorthTheLimit = isNoCount(counted) && held('limit') !== null;
  return (
    <>
      <div class="hand-side">
        <Everybody {...props} byPoints={byPoints} />
        {props.ways}
        <div class="hand" tabIndex={-1}>
          {!isWorthTheLimit && (
            <Choice
              legend={t('what-is-entered')}
              hideLegend
              kind="inline"
              offers={PADS}
              chosen={byPoints}
              choose={turn}
            />
          )}
          <LimitHand hand={hand} isWinner={deal.winner === player} change={becomes} />
          <NamedHands
            ruleset={sheet.ruleset}
            house={sheet.house_rules}
            hands={namedHands(rules, held, deal.winner === player)}
            chosen={counted && 'special' in counted ? counted.special : undefined}
            choose={name}
          />
          <ClaimedSet hand={hand} change={becomes} />
        </div>
      </div>
      <div class="stated-count">
        <Name>{players[player]}</Name>
        <p class="stated-score" role="status">
          {counted === undefined ? (
            <span class="soft">{t('enter-what-was-counted')}</span>
          ) : (
            <CountedScore counted={counted} cut={limited(hand, preview?.hands[player])} />
          )}
        </p>
        {doubt && (
          <p role="status" class="doubt">
            {doubt}
          </p>
        )}
        <Faults faults={faultsUnder(counted && preview?.fresh ? preview.faults : [], `/hands/${player}`)} />
      </div>
      {!isWorthTheLimit && <CountPad key={player} hand={hand} byPoints={byPoints} becomes={becomes} />}
    </>
  );
}
