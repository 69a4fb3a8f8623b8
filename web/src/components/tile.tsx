import { tilesOf, type Tile as TileId } from '../model/tiles.ts';

const WIDTH = 60;

interface FanProps {
  readonly tiles: readonly TileId[];
  /** How far each tile is laid from the last, of its width of 60. */
  readonly step?: number;
  readonly kind?: string;
  /** Which of them blanks stand for. */
  readonly wild?: readonly boolean[];
  /** In a narrow place: cut to the last tile, rather than made small. */
  readonly cut?: boolean;
}

/** A tile that a blank stands for: a dashed edge, and a bar at its foot that shows where another tile lies on it. */
const WildMark = ({ x }: { readonly x: number }) => (
  <g class="wild-mark">
    <rect x={x + 3} y={3} width={WIDTH - 6} height={72} rx={6} class="edge" />
    <rect x={x + 2} y={66} width={WIDTH - 4} height={11} rx={3} />
  </g>
);

interface FaceProps {
  readonly tile: TileId;
  readonly x: number;
  readonly isWild: boolean;
}

function Face({ tile, x, isWild }: FaceProps) {
  const face = <use href={`#${tile}`} x={x} width={WIDTH} height={80} />;
  return isWild ? (
    <g>
      {face}
      <WildMark x={x} />
    </g>
  ) : (
    face
  );
}

/** Tiles side by side or overlapping, as one picture. The text beside it says what they are. */
export function Fan({ tiles, step = WIDTH, kind = '', wild = [], cut = false }: FanProps) {
  const width = WIDTH + step * (tiles.length - 1);
  return (
    <svg
      class={`tiles ${kind}`}
      viewBox={`0 0 ${width} 80`}
      preserveAspectRatio={cut ? 'xMaxYMid slice' : 'xMidYMid meet'}
      aria-hidden="true"
      focusable="false"
    >
      {tiles.map((tile, index) => (
        <Face key={index} tile={tile} x={index * step} isWild={wild[index] ?? false} />
      ))}
    </svg>
  );
}

export const Tile = ({ tile, kind = '' }: { readonly tile: TileId; readonly kind?: string }) => (
  <Fan tiles={[tile]} kind={kind} />
);

/** A concealed kong lies with its ends turned face down. */
export const hiddenKong = (group: string): readonly TileId[] =>
  tilesOf(group).map((tile, index, all) => (index === 0 || index === all.length - 1 ? 'back' : tile));
