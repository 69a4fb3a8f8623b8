import { useRef, useState } from 'preact/hooks';
import { describeAt, groupFor, KINDS, type Kind, type Mode, withKind, withPlace } from '../model/hand.ts';
import { BONUS, isBonus, suitOf, TILES, type Tile as TileId } from '../model/tiles.ts';
import { useFlick } from './flick.ts';
import { Pad } from './pad.tsx';
import { Roving } from './roving.tsx';
import { Tile } from './tile.tsx';
import { t } from '../i18n/game.ts';

interface ModesProps {
  readonly kinds: readonly Kind[];
  readonly mode: Mode;
  /** Whether the hand may have sets on the table. */
  readonly table: boolean;
  readonly choose: (mode: Mode) => void;
}

/** Where sets go, and which. */
const Modes = ({ kinds, mode, table, choose }: ModesProps) => (
  <div class="pad-top">
    {table && (
      <Roving kind="places" label={t('sets-are')} columns={0}>
        {[true, false].map((onTable) => (
          <button
            key={String(onTable)}
            type="button"
            data-onto={onTable ? 'table' : 'hand'}
            aria-pressed={mode.onTable === onTable}
            onClick={() => choose(withPlace(mode, onTable))}
          >
            {onTable ? t('on-the-table') : t('in-the-hand')}
          </button>
        ))}
      </Roving>
    )}
    <Roving kind="modes" label={t('what-a-tap-adds')} columns={0}>
      {KINDS.filter(({ kind }) => kinds.includes(kind)).map(({ kind, label }) => (
        <button
          key={kind}
          type="button"
          data-kind={kind}
          aria-pressed={kind === mode.kind}
          onClick={() => choose(withKind(mode, kind))}
        >
          {label}
        </button>
      ))}
    </Roving>
  </div>
);

/** A second tap on a key of sets so soon asks whether the first one took: it adds nothing. Of single tiles every tap counts. */
const AGAIN_MS = 500;

/** The keys that large text shows together: a suit, the honours, flowers and seasons. */
type Part = 'm' | 'p' | 's' | 'z' | 'f';

const partOf = (tile: TileId): Part => (isBonus(tile) ? 'f' : (suitOf(tile) as Part));

const PARTS: readonly { readonly part: Part; readonly tile: TileId; readonly label: string }[] = [
  {
    part: 'm',
    tile: '5m',
    get label() {
      return t('characters');
    },
  },
  {
    part: 'p',
    tile: '5p',
    get label() {
      return t('circles');
    },
  },
  {
    part: 's',
    tile: '5s',
    get label() {
      return t('bamboos');
    },
  },
  {
    part: 'z',
    tile: '1z',
    get label() {
      return t('winds-and-dragons');
    },
  },
  {
    part: 'f',
    tile: '1f',
    get label() {
      return t('flowers-and-seasons');
    },
  },
];

/** In large text a suit at a time. */
const Parts = ({ shown, show }: { readonly shown: Part; readonly show: (part: Part) => void }) => (
  <Roving kind="parts" label={t('which-tiles')} columns={0}>
    {PARTS.map(({ part, tile, label }) => (
      <button
        key={part}
        type="button"
        data-parts={part}
        aria-pressed={part === shown}
        aria-label={label}
        onClick={() => show(part)}
      >
        <Tile tile={tile} />
      </button>
    ))}
  </Roving>
);

interface KeyProps {
  readonly mode: Mode;
  readonly tile: TileId;
  readonly isFree: boolean;
  readonly add: (tile: TileId, kind: Kind) => void;
}

function Key({ mode, tile, isFree, add }: KeyProps) {
  const last = useRef<{ readonly kind: Kind; readonly at: number } | null>(null);
  const { touches, hint } = useFlick((flicked, at) => {
    const kind = flicked ?? mode.kind;
    const isAgain = kind !== 'one' && last.current?.kind === kind && at - last.current.at < AGAIN_MS;
    last.current = { kind, at };
    if (!isAgain) add(tile, kind);
  });
  const group = isFree ? groupFor(mode.kind, tile) : null;
  return (
    <button
      type="button"
      data-tile={tile}
      data-part={partOf(tile)}
      aria-disabled={group === null}
      aria-label={describeAt(group ?? tile, mode)}
      {...touches}
    >
      <Tile tile={tile} />
      {hint !== null && !isBonus(tile) && (
        <span class="flick-hint" aria-hidden="true">
          {KINDS.find(({ kind }) => kind === hint)?.label}
        </span>
      )}
    </button>
  );
}

interface KeypadProps {
  readonly kinds: readonly Kind[];
  readonly mode: Mode;
  readonly table: boolean;
  /** Whether flowers and seasons are all that is still added. */
  readonly bonusAlone?: boolean;
  readonly choose: (mode: Mode) => void;
  /** A flick adds another kind than the mode's, a flower is only a flower. */
  readonly add: (tile: TileId, kind: Kind) => void;
  /** Whether such a tap on this tile still adds something. */
  readonly isFree: (tile: TileId, kind: Kind) => boolean;
  readonly takeBack: (() => void) | null;
}

/** Every tile in reach of a thumb, a suit a row, the flowers last. */
export function Keypad({ kinds, mode, table, bonusAlone = false, choose, add, isFree, takeBack }: KeypadProps) {
  const [part, show] = useState<Part>('m');
  const tiles = bonusAlone ? BONUS : [...TILES, ...BONUS];
  const modeOf = (tile: TileId): Mode => (isBonus(tile) ? withKind(mode, 'flower') : mode);
  return (
    <Pad
      kind="tiles-pad"
      part={bonusAlone ? 'part-f' : `part-${part}`}
      below={!bonusAlone && <Parts shown={part} show={show} />}
      label={t('tiles')}
      columns={9}
      above={!bonusAlone && <Modes kinds={kinds} mode={mode} table={table} choose={choose} />}
      takeBack={takeBack}
      takeBackName={t('take-back-tap')}
      takeBackAt={bonusAlone ? BONUS.length : TILES.length}
    >
      {tiles.map((tile) => (
        <Key
          key={tile}
          tile={tile}
          mode={modeOf(tile)}
          isFree={isFree(tile, modeOf(tile).kind)}
          add={isBonus(tile) ? () => add(tile, 'flower') : add}
        />
      ))}
    </Pad>
  );
}
