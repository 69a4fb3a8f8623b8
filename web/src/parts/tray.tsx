import { useLayoutEffect, useRef } from 'preact/hooks';
import { marksOf } from '../model/goulash.ts';
import { describeGroup, groupsAt, isList } from '../model/hand.ts';
import type { Hand, Place } from '../model/shapes.ts';
import { nameOf, tilesOf } from '../model/tiles.ts';
import { type Fault, faultsAt, faultsUnder } from '../model/told.ts';
import { Faults, isMissing } from './faults.tsx';
import { Roving } from './roving.tsx';
import { Fan, hiddenKong } from './tile.tsx';
import { t } from '../words/game.ts';

const ROWS: readonly { readonly place: Place; readonly title: string }[] = [
  { place: 'wild', title: t('wild-row') },
  { place: 'exposed', title: t('on-the-table') },
  { place: 'claimed_kongs', title: t('kongs-claimed-whole') },
  { place: 'concealed_kongs', title: t('hidden-kongs') },
  { place: 'concealed', title: t('in-the-hand') },
  { place: 'bonus', title: t('flowers-and-seasons') },
];

/** A fault of a whole tile string names its tile in words; the groups that hold it are marked. */
const names = (fault: Fault, group: string): boolean =>
  !isMissing(fault) && tilesOf(group).some((tile) => [nameOf(tile), tile].some((name) => fault.detail.includes(name)));

interface GroupProps {
  readonly place: Place;
  readonly group: string;
  /** Which of its tiles blanks stand for. */
  readonly wild: readonly boolean[];
  readonly faults: readonly Fault[];
  readonly remove: () => void;
}

/** "pung of 2 of Bamboos, 1 wild". */
function nameOfGroup({ place, group, wild }: GroupProps): string {
  const blanks = wild.filter((each) => each).length;
  if (place === 'wild') return t('as-wild', describeGroup(group));
  return blanks === 0 ? describeGroup(group) : t('with-wild', describeGroup(group), blanks);
}

/** A set or tile that was tapped in, with what is wrong with it; a tap takes it out again. */
function Group(props: GroupProps) {
  const { place, group, wild, faults, remove } = props;
  const wrong = faults.length > 0;
  const tiles = place === 'concealed_kongs' ? hiddenKong(group) : tilesOf(group);
  return (
    <li>
      <button
        type="button"
        class={`group ${wrong ? 'wrong' : ''}`}
        aria-label={t('take-out', nameOfGroup(props))}
        aria-invalid={wrong}
        onClick={remove}
      >
        <Fan tiles={tiles} step={44} wild={wild} />
      </button>
    </li>
  );
}

interface TrayProps {
  readonly hand: Hand;
  /** Where the hand stands in the entry, as the faults' pointers write it. */
  readonly at: string;
  readonly faults: readonly Fault[];
  readonly remove: (place: Place, index: number) => void;
}

/**
 * What a player holds, row by row, each fault in the row and at the tiles that it is about.
 * It takes the focus of what was taken out.
 */
export function Tray({ hand, at, faults, remove }: TrayProps) {
  const marks = marksOf(hand);
  const tray = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body;
    if (lost) tray.current?.focus({ preventScroll: true });
  }, [hand]);
  return (
    <div class="tray" ref={tray} tabIndex={-1}>
      <Roving kind="tray-rows" label={t('tiles-told-so-far')}>
      {ROWS.map(({ place, title }) => {
        const groups = groupsAt(hand, place);
        const here = `${at}/${place}`;
        const faultsHere = faultsUnder(faults, here);
        if (groups.length === 0 && faultsHere.length === 0) return null;
        const faultsOf = (group: string, index: number): readonly Fault[] =>
          isList(place)
            ? faultsUnder(faults, `${here}/${index}`)
            : faultsAt(faults, here).filter((fault) => names(fault, group));
        return (
          <section key={place} class="tray-row" data-place={place}>
            <h2>{title}</h2>
            <ul class="groups">
              {groups.map((group, index) => (
                <Group key={`${index}${group}`} place={place} group={group} wild={place === 'wild' ? tilesOf(group).map(() => true) : marks(place, index)} faults={faultsOf(group, index)} remove={() => remove(place, index)} />
              ))}
            </ul>
            <Faults faults={faultsHere} />
          </section>
        );
      })}
      </Roving>
    </div>
  );
}
