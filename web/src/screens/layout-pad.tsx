/** A hand of the table's own, put together of groups by taps; and hands that it means. */

import { useState } from 'preact/hooks';
import {
  type DrawnHand,
  type GroupKind,
  GROUPS,
  kindsOf,
  partsOf,
  pictureOfPart,
  tileCountOf,
  withGroup,
  withoutPart,
} from '../model/layout.ts';
import { Fan } from '../components/tile.tsx';
import { GROUP_WORDS, KIND_WORDS, partWords } from './layout-words.ts';
import { useMeant } from '../api/meant.ts';
import { t } from '../i18n/rules.ts';

interface PadProps {
  readonly layout: string;
  readonly change: (layout: string) => void;
}

const HAND = 14;

/** What is there already; a tap takes it out. */
function Parts({ layout, change }: PadProps) {
  const parts = partsOf(layout);
  const tiles = tileCountOf(layout);
  if (parts.length === 0) return null;
  return (
    <div class="layout-so-far">
      <ul class="layout-parts">
        {parts.map((part, index) => (
          <li key={index}>
            <button type="button" class="quiet" onClick={() => change(withoutPart(layout, index))}>
              <span class="unseen">{t('take-out-part')}</span> <bdi>{partWords(part)}</bdi>
              <Fan tiles={pictureOfPart(part)} kind="small" />
            </button>
          </li>
        ))}
      </ul>
      {tiles !== null && <p role="status">{t('tiles-of-hand', tiles, HAND)}</p>}
    </div>
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
  const { reply, fresh } = useMeant(ruleset, layout);
  const meant = fresh && reply?.kind === 'answer' ? reply.answer : null;
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
