/** "What is this hand worth?": one hand, without a game. */

import { useState } from 'preact/hooks';
import { up } from '../router.ts';
import { openedForm } from '../storage/form.ts';
import type { OneHand } from '../storage/stored.ts';
import { keepOneHand, storedOneHand } from '../storage/store.ts';
import { commonest } from '../model/choosing.ts';
import { handOf, newDeal, withSource, withLastTile, withWinner, type DraftDeal } from '../model/deal.ts';
import { isEmpty, isFull, isWhole, lackingOf, mayBeComplete } from '../model/hand.ts';
import { bonusInPlace } from '../model/house.ts';
import { type Sheet, SOURCES, type Source, WINDS, type Wind } from '../model/shapes.ts';
import { nameOf, type Tile as TileId, tilesOf } from '../model/tiles.ts';
import type { DealPreview } from '../api/use-deal-preview.ts';
import type { Wait } from '../api/adapter.ts';
import { ITS_PLAYER, type Place, type Rules, useOneHand, useWaits } from '../api/one-hand.ts';
import type { Ruleset } from '../model/responses.ts';
import { number, windName } from '../model/words.ts';
import { Heading } from '../components/bar.tsx';
import { Faults, isMissing } from '../components/faults.tsx';
import { Fan } from '../components/tile.tsx';
import { t } from '../i18n/game.ts';
import { ByTiles } from './by-tiles.tsx';
import './one-hand.css';

/** A won hand, drawn, until a chip says otherwise; what a tap adds begins anew with it. */
const newHand = (): DraftDeal =>
  withSource(withWinner(newDeal(`one-hand-${Date.now().toString(36)}`, WINDS.length), ITS_PLAYER), 'wall');

const HOW: Readonly<Record<Source, () => string>> = {
  wall: () => t('drawn'),
  discard: () => t('claimed'),
  'loose-tile': () => t('short-loose-tile'),
  'robbed-kong': () => t('short-robbed-kong'),
  'original-hand': () => t('short-as-dealt'),
};

interface ChipProps<Value extends string> {
  readonly label: string;
  readonly chosen: Value;
  readonly offers: readonly (readonly [Value, string])[];
  readonly choose: (value: Value) => void;
}

/** One of several that has a default: a tap opens the list. */
function Chip<Value extends string>({ label, chosen, offers, choose }: ChipProps<Value>) {
  const change = (value: string): void => {
    const found = offers.find(([offer]) => offer === value);
    if (found) choose(found[0]);
  };
  return (
    <select
      class="chip"
      aria-label={label}
      value={chosen}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    >
      {offers.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface HeadProps {
  readonly place: Place;
  readonly deal: DraftDeal;
  readonly sit: (place: Place) => void;
  readonly change: (deal: DraftDeal) => void;
}

const NOT = 'not';

function withHow(deal: DraftDeal, how: Source | typeof NOT): DraftDeal {
  return how === NOT ? withWinner(deal, null) : withSource(withWinner(deal, ITS_PLAYER), how);
}

/** On what the score depends beside the tiles. */
function Head({ place, deal, sit, change }: HeadProps) {
  const winds = WINDS.map((wind) => [wind, windName(wind)] as const);
  const rounds = WINDS.map((wind) => [wind, t('wind-round', windName(wind))] as const);
  const hows = [...SOURCES.map((source) => [source, HOW[source]()] as const), [NOT, t('did-not-win')] as const];
  return (
    <header class="one-hand-head">
      <button type="button" class="back" aria-label={t('back')} onClick={() => up({ screen: 'table' })}>
        <span aria-hidden="true">‹</span>
      </button>
      <Chip label={t('seat')} chosen={place.seat} offers={winds} choose={(seat: Wind) => sit({ ...place, seat })} />
      <Chip
        label={t('round-wind')}
        chosen={place.round}
        offers={rounds}
        choose={(round: Wind) => sit({ ...place, round })}
      />
      <Chip
        label={t('how-it-was-won')}
        chosen={deal.winner === null ? NOT : (deal.win?.source ?? 'wall')}
        offers={hows}
        choose={(how: Source | typeof NOT) => change(withHow(deal, how))}
      />
    </header>
  );
}

function scoresOf({ drawn, claimed }: Wait): string {
  const parts = [
    drawn === null ? '' : t('drawn-n', number(drawn)),
    claimed === null ? '' : t('claimed-n', number(claimed)),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const WaitRow = ({ wait }: { readonly wait: Wait }) => (
  <li data-wait={wait.tile}>
    <Fan tiles={[wait.tile]} kind="small" />
    <span class="unseen">{nameOf(wait.tile)}</span>
    <span class="what">{scoresOf(wait)}</span>
    <small>{t('n-left', wait.unseen)}</small>
  </li>
);

interface WaitsProps {
  readonly rules: Rules;
  readonly place: Place;
  readonly deal: DraftDeal;
}

/** The tiles that complete the hand, the best first; of one with a tile too many, after each discard. */
function Waits({ rules, place, deal }: WaitsProps) {
  const { reply, fresh } = useWaits(rules, place, handOf(deal, ITS_PLAYER));
  // Of a full hand the score's own faults say what is wrong.
  if (reply?.kind === 'refused') return isFull(handOf(deal, ITS_PLAYER)) ? null : <Faults faults={reply.faults} />;
  if (reply?.kind !== 'answer') return <p role="status">{t('one-moment')}</p>;
  const { waits, reasons } = reply.answer;
  const discards = [...new Set(waits.map(({ discard }) => discard))];
  return (
    <section class={`waits ${fresh ? '' : 'stale'}`}>
      {discards.map((discard) => (
        <div key={discard} data-discard={discard}>
          {discard !== null && (
            <h2>
              {t('discard-of')} <Fan tiles={tilesOf(discard)} kind="small" />
              <span class="unseen">{nameOf(discard)}</span>
            </h2>
          )}
          <h2>{t('waits-for')}</h2>
          <ul class="items">
            {waits
              .filter((wait) => wait.discard === discard)
              .map((wait) => (
                <WaitRow key={wait.tile} wait={wait} />
              ))}
          </ul>
        </div>
      ))}
      {waits.length === 0 && reasons.map((reason) => <p key={reason}>{reason}</p>)}
    </section>
  );
}

/** Asked for once it is opened. */
function OtherwiseWaits(props: WaitsProps) {
  const [isOpen, open] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{t('which-discard')}</summary>
      {isOpen && <Waits {...props} />}
    </details>
  );
}

/** Whether the hand was counted as a winner's. */
const isWon = (deal: DraftDeal, preview: DealPreview, inPlace: readonly TileId[]): boolean =>
  deal.winner !== null &&
  mayBeComplete(handOf(deal, ITS_PLAYER), inPlace) &&
  preview.hands[ITS_PLAYER]?.soFar === false;

/** What the hand still needs; nothing of one that did not win. */
function Needs({ preview, ...props }: WaitsProps & { readonly preview: DealPreview }) {
  const hand = handOf(props.deal, ITS_PLAYER);
  const inPlace = bonusInPlace(props.rules);
  const isWrong = preview.faults.some((fault) => !isMissing(fault));
  if (isEmpty(hand) || (isFull(hand) && isWrong)) return null;
  if (isWon(props.deal, preview, inPlace)) return isFull(hand) ? <OtherwiseWaits {...props} /> : null;
  if (isFull(hand) || isWhole(hand, inPlace)) return <Waits {...props} />;
  const lacks = lackingOf(hand);
  return lacks > 0 && props.deal.winner !== null ? <p class="soft">{t('lacks-n', lacks)}</p> : null;
}

/** The table's rules where a game is open, else those of the start page. */
function rulesOf(sheet: Sheet | null, rulesets: readonly Ruleset[] | null): Rules | null {
  const { ruleset = commonest(rulesets), options, house_rules } = sheet ?? openedForm(null, null);
  if (ruleset === undefined) return null;
  const chosen = Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined));
  return { ruleset, options: chosen as Rules['options'], house_rules };
}

/** Who threw a dangerous tile is nothing that one hand depends on. */
const ofOneHand = (ruleset: Ruleset | undefined): Ruleset | undefined =>
  ruleset && { ...ruleset, looksAt: ruleset.looksAt.filter((what) => what !== 'dangerous_discard_by') };

interface OneHandProps {
  readonly sheet: Sheet | null;
  readonly rulesets: readonly Ruleset[] | null;
}

export function OneHandScreen({ sheet, rulesets }: OneHandProps) {
  const [{ seat, round, deal }, set] = useState<OneHand>(
    () => storedOneHand() ?? { seat: 'south', round: 'east', deal: newHand() },
  );
  const [rules] = useState(() => rulesOf(sheet, rulesets));
  const held = rules ?? rulesOf(sheet, rulesets);
  const place = { seat, round };
  const keep = (next: OneHand): void => {
    set(next);
    keepOneHand(next);
  };
  const inPlace = held ? bonusInPlace(held) : [];
  const change = (next: DraftDeal): void => keep({ seat, round, deal: withLastTile(next, deal, inPlace) });
  const preview = useOneHand(held, place, deal);
  const ruleset = rulesets?.find(({ id }) => id === held?.ruleset);
  const again = (): void => change(newHand());
  const anew = (
    <button type="button" class="quiet" data-anew onClick={again}>
      {t('another-hand')}
    </button>
  );
  return (
    <main class={preview.fresh ? 'hand-screen one-hand' : 'hand-screen one-hand stale'}>
      <Heading title={t('one-hand')} hidden />
      <ByTiles
        key={deal.id}
        players={WINDS.map(windName)}
        player={ITS_PLAYER}
        inPlace={inPlace}
        deal={deal}
        ruleset={ofOneHand(ruleset)}
        preview={preview}
        change={change}
        head={<Head place={place} deal={deal} sit={(next) => keep({ ...next, deal })} change={change} />}
        onward={anew}
      >
        {held && <Needs rules={held} place={place} deal={deal} preview={preview} />}
        <p class="soft">{held ? t('counted-by', ruleset?.title ?? held.ruleset) : t('choose-rulebook-first')}</p>
        {!isEmpty(handOf(deal, ITS_PLAYER)) && !isFull(handOf(deal, ITS_PLAYER)) && anew}
      </ByTiles>
    </main>
  );
}
