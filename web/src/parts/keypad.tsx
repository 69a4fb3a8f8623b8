import { describeAt, groupFor, KINDS, type Kind, type Mode, placeOf, withKind, withPlace } from '../model/hand.ts';
import { BONUS_KEYS, KEYS, type Tile as TileId } from '../model/tiles.ts';
import { useFlick } from './flick.ts';
import { Roving } from './roving.tsx';
import { Tile } from './tile.tsx';
import { t } from '../words/game.ts';

interface ModesProps {
  readonly kinds: readonly Kind[];
  readonly mode: Mode;
  /** Whether the hand may have sets on the table. */
  readonly table: boolean;
  readonly choose: (mode: Mode) => void;
}

/** One row: what a tap adds, and in front of it whether that lies on the table or stands in the hand. */
const Modes = ({ kinds, mode, table, choose }: ModesProps) => (
  <Roving kind="modes" label={t('what-a-tap-adds')} columns={0}>
    {table && (
      <button type="button" class="place" data-onto={mode.onTable ? 'table' : 'hand'} onClick={() => choose(withPlace(mode, !mode.onTable))}>
        <span class="unseen">{t('sets-are')} </span>
        <span>{mode.onTable ? t('exposed') : t('concealed')}</span>
      </button>
    )}
    {KINDS.filter(({ kind }) => kinds.includes(kind)).map(({ kind, label }) => (
      <button key={kind} type="button" data-kind={kind} aria-pressed={kind === mode.kind} onClick={() => choose(withKind(mode, kind))}>
        {label}
      </button>
    ))}
  </Roving>
);

/** What stands on a key beside its tile, so that the smallest key tells what it adds. */
function badge(kind: Kind, group: string): string {
  if (kind === 'chow') return group.slice(0, -1);
  const copies = group.length - 1;
  return copies > 1 ? `\u00d7${copies}` : '';
}

interface KeyProps {
  readonly mode: Mode;
  readonly tile: TileId;
  readonly group: string | null;
  readonly add: (tile: TileId, kind: Kind) => void;
}

function Key({ mode, tile, group, add }: KeyProps) {
  const touches = useFlick((kind) => add(tile, kind ?? mode.kind));
  const told = group === null ? '' : badge(mode.kind, group);
  return (
    <button
      type="button"
      data-tile={tile}
      aria-disabled={group === null}
      aria-label={describeAt(group ?? tile, mode)}
      data-adds={told || undefined}
      {...touches}
    >
      <Tile tile={tile} />
    </button>
  );
}

interface KeypadProps {
  readonly kinds: readonly Kind[];
  readonly mode: Mode;
  readonly table: boolean;
  readonly choose: (mode: Mode) => void;
  /** A flick adds another kind than the mode's. */
  readonly add: (tile: TileId, kind: Kind) => void;
  /** Whether a tap on this tile still adds something. */
  readonly isFree: (tile: TileId) => boolean;
  readonly takeBack: (() => void) | null;
}

const ROW_OF_TAKE_BACK = 3;
const nothing = (): void => undefined;

/** Every tile in reach of a thumb; each key shows what a tap on it will add. */
export function Keypad({ kinds, mode, table, choose, add, isFree, takeBack }: KeypadProps) {
  const isBonus = placeOf(mode) === 'bonus';
  const groupOf = (tile: TileId): string | null => (isFree(tile) ? groupFor(mode.kind, tile) : null);
  const back = (
    <button key="take-back" class="take-back" type="button" aria-disabled={takeBack === null} onClick={() => takeBack?.()}>
      <span aria-hidden="true">⌫</span>
      <span class="unseen">{t('take-back-tap')}</span>
    </button>
  );
  return (
    <div class="keypad">
      <Modes kinds={kinds} mode={mode} table={table} choose={choose} />
      <Roving kind={isBonus ? 'keys bonus' : 'keys'} label={t('tiles')} columns={isBonus ? 4 : 7} keys={{ Backspace: takeBack ?? nothing }}>
        {(isBonus ? BONUS_KEYS : KEYS).map((row, index) => [
          ...row.map((tile) => <Key key={tile} mode={mode} tile={tile} group={groupOf(tile)} add={add} />),
          ...(!isBonus && index === ROW_OF_TAKE_BACK ? [back] : []),
        ])}
        {isBonus && back}
      </Roving>
    </div>
  );
}
