/** A hand of the table's own, put together of groups by taps; and hands that it means. */

import { useState } from 'preact/hooks';
import {
  type DrawnHand,
  type GroupKind,
  GROUPS,
  kindsOf,
  partsOf,
  pictureOfPart,
  tilesToldOf,
  withGroup,
  withoutPart,
} from '../model/layout.ts';
import { Fan } from '../components/tile.tsx';
import { useMeant } from '../api/meant.ts';
import { t } from '../i18n/rules.ts';

const GROUP_WORDS: Readonly<Record<GroupKind, string>> = {
  get pair() {
    return t('pair');
  },
  get pung() {
    return t('pung');
  },
  get kong() {
    return t('kong');
  },
  get 'p/k'() {
    return t('pung-or-kong');
  },
  get chow() {
    return t('chow');
  },
  get set() {
    return t('any-set');
  },
  get tile() {
    return t('one-tile');
  },
  get 'mixed triple'() {
    return t('one-number-in-three-suits');
  },
  get '1-9'() {
    return t('kind-1-to-9');
  },
  get '1-7'() {
    return t('kind-1-to-7');
  },
  get each() {
    return t('one-of-each');
  },
};

const KIND_WORDS: Readonly<Record<string, string>> = {
  get a() {
    return t('one-suit');
  },
  get b() {
    return t('a-second-suit');
  },
  get c() {
    return t('a-third-suit');
  },
  get 'a/honour'() {
    return t('one-suit-or-honours');
  },
  get 'odd a'() {
    return t('odd-of-one-suit');
  },
  get 'even a'() {
    return t('even-of-one-suit');
  },
  get '1/9 a'() {
    return t('of-1-and-9');
  },
  get '1/9'() {
    return t('of-ones-and-nines');
  },
  get '1/9/honour'() {
    return t('one-nine-and-honour');
  },
  get honour() {
    return t('of-honours');
  },
  get wind() {
    return t('of-winds');
  },
  get dragon() {
    return t('of-dragons');
  },
  get 'own wind'() {
    return t('the-own-wind');
  },
  get characters() {
    return t('of-characters');
  },
  get circles() {
    return t('of-circles');
  },
  get bamboo() {
    return t('of-bamboo');
  },
  get 'green bamboo'() {
    return t('green-bamboo');
  },
  get any() {
    return t('any-tile');
  },
  get 'any suit'() {
    return t('any-suit');
  },
};

interface PadProps {
  readonly layout: string;
  readonly change: (layout: string) => void;
}

const HAND = 14;

/** What is there already; a tap takes it out. */
function Parts({ layout, change }: PadProps) {
  const parts = partsOf(layout);
  const tiles = tilesToldOf(layout);
  if (parts.length === 0) return null;
  return (
    <>
      <ul class="layout-parts">
        {parts.map((part, index) => (
          <li key={index}>
            <button type="button" class="quiet" onClick={() => change(withoutPart(layout, index))}>
              <span class="unseen">{t('take-out-part')}</span> <bdi>{part}</bdi>
              <Fan tiles={pictureOfPart(part)} kind="small" />
            </button>
          </li>
        ))}
      </ul>
      {tiles !== null && <p role="status">{t('tiles-of-hand', tiles, HAND)}</p>}
    </>
  );
}

/** A kind of group, then what it is of: each tap on the second adds one. */
export function LayoutPad({ layout, change }: PadProps) {
  const [kind, choose] = useState<GroupKind>('pair');
  const kinds = kindsOf(kind);
  return (
    <div class="layout-pad">
      <div class="layout-keys" role="group" aria-label={t('a-group')}>
        {GROUPS.map((each) => (
          <button key={each} type="button" data-group={each} aria-pressed={each === kind} onClick={() => choose(each)}>
            {GROUP_WORDS[each]}
          </button>
        ))}
      </div>
      <p class="soft">{t('add-one-of')}</p>
      <div class="layout-keys" role="group" aria-label={t('what-it-is-of')}>
        {(kinds.length > 0 ? kinds : ['']).map((of) => (
          <button key={of} type="button" data-of={of} onClick={() => change(withGroup(layout, kind, of))}>
            {KIND_WORDS[of] ?? t('any-suits')}
          </button>
        ))}
      </div>
      <Parts layout={layout} change={change} />
    </div>
  );
}

const tilesOfHand = (hand: DrawnHand) => hand.flat();

/** Three hands that it means and one that it does not, as the service judges them. */
export function MeantHands({ ruleset, layout }: { readonly ruleset: string; readonly layout: string }) {
  const { told, fresh } = useMeant(ruleset, layout);
  const meant = fresh && told?.kind === 'answer' ? told.answer : null;
  if (meant === null || meant.hits.length === 0) return null;
  return (
    <div class="meant">
      <p>{t('meant')}</p>
      {meant.hits.map((hand, index) => (
        <Fan key={index} tiles={tilesOfHand(hand)} kind="hit" />
      ))}
      {meant.miss && (
        <>
          <p>{t('not-meant')}</p>
          <Fan tiles={tilesOfHand(meant.miss)} kind="miss" />
        </>
      )}
    </div>
  );
}
