/** A hand of the table's own, put together of groups by taps; and hands that it means. */

import { useState } from 'preact/hooks';
import { type DrawnHand, type GroupKind, GROUPS, kindsOf, partsOf, pictureOfPart, tilesToldOf, withGroup, withoutPart } from '../model/layout.ts';
import { Fan } from '../parts/tile.tsx';
import { useMeant } from '../service/meant.ts';

const GROUP_WORDS: Readonly<Record<GroupKind, string>> = {
  pair: 'Pair',
  pung: 'Pung',
  kong: 'Kong',
  'p/k': 'Pung or kong',
  chow: 'Chow',
  set: 'Any set',
  tile: 'One tile',
  'mixed triple': 'One number in three suits',
  '1-9': '1 to 9',
  '1-7': '1 to 7',
  each: 'One of each',
};

const KIND_WORDS: Readonly<Record<string, string>> = {
  a: 'one suit',
  b: 'a second suit',
  c: 'a third suit',
  'a/honour': 'one suit or honours',
  'odd a': 'odd of one suit',
  'even a': 'even of one suit',
  '1/9 a': '1 and 9 of one suit',
  '1/9': 'ones and nines',
  '1/9/honour': 'one, nine and honour',
  honour: 'honours',
  wind: 'winds',
  dragon: 'dragons',
  'own wind': 'the own wind',
  characters: 'characters',
  circles: 'circles',
  bamboo: 'bamboo',
  'green bamboo': 'green bamboo',
  any: 'any tile',
  'any suit': 'any suit',
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
              <span class="unseen">Take out:</span>{' '}
              <bdi>{part}</bdi>
              <Fan tiles={pictureOfPart(part)} kind="small" />
            </button>
          </li>
        ))}
      </ul>
      {tiles !== null && <p role="status">{`${tiles} of ${HAND} tiles`}</p>}
    </>
  );
}

/** A kind of group, then what it is of: each tap on the second adds one. */
export function LayoutPad({ layout, change }: PadProps) {
  const [kind, choose] = useState<GroupKind>('pair');
  const kinds = kindsOf(kind);
  return (
    <div class="layout-pad">
      <div class="layout-keys" role="group" aria-label="A group">
        {GROUPS.map((each) => (
          <button key={each} type="button" data-group={each} aria-pressed={each === kind} onClick={() => choose(each)}>
            {GROUP_WORDS[each]}
          </button>
        ))}
      </div>
      <p class="soft">Add one of:</p>
      <div class="layout-keys" role="group" aria-label="What it is of">
        {(kinds.length > 0 ? kinds : ['']).map((of) => (
          <button key={of} type="button" data-of={of} onClick={() => change(withGroup(layout, kind, of))}>
            {KIND_WORDS[of] ?? 'any suits'}
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
      <p>It means these hands, and others like them:</p>
      {meant.hits.map((hand, index) => (
        <Fan key={index} tiles={tilesOfHand(hand)} kind="hit" />
      ))}
      {meant.miss && (
        <>
          <p>It does not mean this one:</p>
          <Fan tiles={tilesOfHand(meant.miss)} kind="miss" />
        </>
      )}
    </div>
  );
}
