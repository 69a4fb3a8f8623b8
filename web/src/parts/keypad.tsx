import { type Mode, type ModeRow, describeGroup, groupFor } from '../model/hand.ts';
import { type Tile as TileId, BONUS_KEYS, KEYS, tilesOf } from '../model/tiles.ts';
import { Fan } from './tile.tsx';

interface ModesProps {
  readonly row: ModeRow;
  readonly mode: Mode;
  readonly choose: (mode: Mode) => void;
}

const Modes = ({ row: { legend, modes }, mode, choose }: ModesProps) => (
  <div class="modes" role="group" aria-label={legend}>
    <span aria-hidden="true">{legend}</span>
    {modes.map((each) => (
      <button key={each.id} type="button" data-mode={each.id} aria-pressed={each.id === mode.id} onClick={() => choose(each)}>
        {each.label}
      </button>
    ))}
  </div>
);

/** How far the tiles of a key overlap, by how many there are: the numerals of a run stay in sight. */
const STEPS = [60, 60, 26, 26, 18];

/** A hidden kong shows its tile in front of three backs. */
const pictured = (mode: Mode, group: string): readonly TileId[] =>
  tilesOf(group).map((tile, index, all) => (mode.place === 'concealed_kongs' && index < all.length - 1 ? 'back' : tile));

function Key({ mode, tile, add }: { readonly mode: Mode; readonly tile: TileId; readonly add: (group: string) => void }) {
  const group = groupFor(mode, tile);
  const tiles = group === null ? [tile] : pictured(mode, group);
  return (
    <button
      type="button"
      data-tile={tile}
      disabled={group === null}
      aria-label={describeGroup(group ?? tile)}
      onClick={() => group !== null && add(group)}
    >
      <Fan tiles={tiles} step={STEPS[tiles.length] ?? 60} cut={!mode.run} />
    </button>
  );
}

interface KeypadProps {
  readonly rows: readonly ModeRow[];
  readonly mode: Mode;
  readonly choose: (mode: Mode) => void;
  readonly add: (group: string) => void;
  readonly takeBack: (() => void) | null;
}

/** Every tile in reach of a thumb; each key shows what a tap on it will add. */
export function Keypad({ rows, mode, choose, add, takeBack }: KeypadProps) {
  const keys = mode.place === 'bonus' ? BONUS_KEYS : KEYS;
  return (
    <div class="keypad">
      {rows.map((row) => (
        <Modes key={row.legend} row={row} mode={mode} choose={choose} />
      ))}
      <div class={`keys ${mode.place}`} role="group" aria-label="Tiles">
        {keys.flat().map((tile) => (
          <Key key={tile} mode={mode} tile={tile} add={add} />
        ))}
        <button class="take-back" type="button" disabled={takeBack === null} onClick={() => takeBack?.()}>
          <span aria-hidden="true">⌫</span>
          <span class="unseen">Take back the last tap</span>
        </button>
      </div>
    </div>
  );
}
