import { useLayoutEffect, useRef } from 'preact/hooks';
import { marksOf } from '../model/goulash.ts';
import { canTurn, describeGroup, groupsAt, isList, type Winning } from '../model/hand.ts';
import type { Hand, Place } from '../model/shapes.ts';
import { nameOf, type Tile, tilesOf } from '../model/tiles.ts';
import { type Fault, faultsAt, faultsUnder } from '../model/responses.ts';
import { Faults, isMissing } from './faults.tsx';
import { Roving } from './roving.tsx';
import { Fan, hiddenKong } from './tile.tsx';
import { t } from '../i18n/game.ts';
import './tray.css';

const ROWS: readonly { readonly place: Place; readonly title: string }[] = [
  {
    place: 'wild',
    get title() {
      return t('wild-row');
    },
  },
  {
    place: 'exposed',
    get title() {
      return t('on-the-table');
    },
  },
  {
    place: 'claimed_kongs',
    get title() {
      return t('kongs-claimed-whole');
    },
  },
  {
    place: 'concealed_kongs',
    get title() {
      return t('hidden-kongs');
    },
  },
  {
    place: 'concealed',
    get title() {
      return t('in-the-hand');
    },
  },
  {
    place: 'bonus',
    get title() {
      return t('flowers-and-seasons');
    },
  },
];

/** A fault of a whole tile string names its tile; the groups that hold it are marked. */
const names = (fault: Fault, group: string): boolean =>
  !isMissing(fault) && tilesOf(group).some((tile) => fault.tiles?.includes(tile) === true);

/** What the winner won with, and the way to say another tile. */
export interface Won {
  readonly said: Winning | undefined;
  /** Whether it may lie in a set on the table. */
  readonly isClaimed: boolean;
  readonly say: (winning: Winning) => void;
}

interface GroupProps {
  readonly place: Place;
  readonly group: string;
  /** Which of its tiles blanks stand for. */
  readonly wild: readonly boolean[];
  readonly faults: readonly Fault[];
  readonly isChanging: boolean;
  readonly win: Won | undefined;
  readonly remove: () => void;
  readonly turn: (() => void) | null;
}

/** "pung of 2 of Bamboos, 1 wild". */
function nameOfGroup({ place, group, wild }: GroupProps): string {
  const blanks = wild.filter((each) => each).length;
  if (place === 'wild') return t('as-wild', describeGroup(group));
  return blanks === 0 ? describeGroup(group) : t('with-wild', describeGroup(group), blanks);
}

const facesOf = (place: Place, group: string): readonly Tile[] =>
  place === 'concealed_kongs' ? hiddenKong(group) : tilesOf(group);

/** The keys of a set that is to be changed. */
function Changing({ remove, turn, ...props }: GroupProps) {
  const { place, group, wild } = props;
  const name = nameOfGroup({ ...props, remove, turn });
  return (
    <>
      <Fan tiles={facesOf(place, group)} step={44} wild={wild} />
      <span class="set-keys">
        <button type="button" aria-label={t('take-out', name)} onClick={remove}>
          <span aria-hidden="true">
            ✕ <small>{t('remove-short')}</small>
          </span>
        </button>
        {turn && (
          <button type="button" aria-label={t('turn-over', name)} onClick={turn}>
            <span aria-hidden="true">
              ⇅ <small>{place === 'exposed' || place === 'claimed_kongs' ? t('in-the-hand') : t('on-the-table')}</small>
            </span>
          </button>
        )}
      </span>
    </>
  );
}

/** Where the winning tile may be, each tile is a key. */
function Sayable({ place, group, wild, win }: GroupProps & { readonly win: Won }) {
  const laid = place === 'exposed';
  return tilesOf(group).map((tile, index) => {
    const isSaid = win.said?.tile === tile && win.said.laid === laid;
    return (
      <button
        key={index}
        type="button"
        class="tile-key"
        data-won={tile}
        aria-pressed={isSaid}
        aria-label={t('won-with-tile', nameOf(tile))}
        onClick={() => win.say({ tile, laid })}
      >
        <Fan tiles={[tile]} wild={[wild[index] ?? false]} />
      </button>
    );
  });
}

/** A set or tile that was tapped in, with what is wrong with it. */
function Group(props: GroupProps) {
  const { place, group, wild, faults, isChanging, win } = props;
  const isSayable =
    win && (place === 'concealed' || (place === 'exposed' && win.isClaimed && tilesOf(group).length < 4));
  return (
    <li class={`group ${faults.length > 0 ? 'wrong' : ''}`} data-set={group}>
      {isChanging ? (
        <Changing {...props} />
      ) : isSayable ? (
        <Sayable {...props} win={win} />
      ) : (
        <>
          <span class="unseen">{nameOfGroup(props)}</span>
          <Fan tiles={facesOf(place, group)} step={44} wild={wild} />
        </>
      )}
    </li>
  );
}

interface TrayProps {
  readonly hand: Hand;
  /** Where the hand stands in the entry, as the faults' pointers write it. */
  readonly at: string;
  readonly faults: readonly Fault[];
  /** Whether each set has its keys. */
  readonly isChanging?: boolean;
  readonly remove: (place: Place, index: number) => void;
  /** For a hand at the table, whose sets lie open or stand in the hand. */
  readonly turn?: (place: Place, index: number) => void;
  /** For a winner's hand. */
  readonly win?: Won | undefined;
}

/**
 * What a player holds, row by row, with a mark at the tiles that a fault is about.
 * It takes the focus of what was taken out.
 */
export function Tray({ hand, at, faults, isChanging = true, remove, turn, win }: TrayProps) {
  const marks = marksOf(hand);
  const tray = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const lost = document.activeElement === document.body;
    if (lost) tray.current?.focus({ preventScroll: true });
    // In one row what was tapped last is seen.
    const rows = tray.current?.firstElementChild;
    if (rows) rows.scrollLeft = rows.scrollWidth;
  }, [hand]);
  return (
    <div class="tray" ref={tray} tabIndex={-1}>
      <Roving kind="tray-rows" label={t('tiles-so-far')}>
        {ROWS.map(({ place, title }) => {
          const groups = groupsAt(hand, place);
          const here = `${at}/${place}`;
          if (groups.length === 0) return null;
          const faultsOf = (group: string, index: number): readonly Fault[] =>
            isList(place)
              ? faultsUnder(faults, `${here}/${index}`)
              : faultsAt(faults, here).filter((fault) => names(fault, group));
          return (
            <section key={place} class="tray-row" data-place={place}>
              <h2>{title}</h2>
              <ul class="groups">
                {groups.map((group, index) => (
                  <Group
                    key={`${index}${group}`}
                    place={place}
                    group={group}
                    wild={place === 'wild' ? tilesOf(group).map(() => true) : marks(place, index)}
                    faults={faultsOf(group, index)}
                    isChanging={isChanging}
                    win={win}
                    remove={() => remove(place, index)}
                    turn={turn && canTurn(place, group) ? () => turn(place, index) : null}
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </Roving>
    </div>
  );
}

/** The faults of these rows in words: they come and go below all that is tapped, and move none of it. */
export const TrayFaults = ({ at, faults }: Pick<TrayProps, 'at' | 'faults'>) =>
  ROWS.map(({ place }) => {
    const faultsHere = faultsUnder(faults, `${at}/${place}`);
    return (
      faultsHere.length > 0 && (
        <div key={place} data-place={place}>
          <Faults faults={faultsHere} />
        </div>
      )
    );
  });
