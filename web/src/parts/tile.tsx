import { tilesOf, type Tile as TileId } from '../model/tiles.ts';

const WIDTH = 60;

interface FanProps {
  readonly tiles: readonly TileId[];
  /** How far each tile is laid from the last, of its width of 60. */
  readonly step?: number;
  readonly kind?: string;
  /** In a narrow place: cut to the last tile, rather than made small. */
  readonly cut?: boolean;
}

/** Tiles side by side or overlapping, as one picture. The text beside it says what they are. */
export function Fan({ tiles, step = WIDTH, kind = '', cut = false }: FanProps) {
  const width = WIDTH + step * (tiles.length - 1);
  return (
    <svg
      class={`tiles ${kind}`}
      viewBox={`0 0 ${width} 80`}
      preserveAspectRatio={cut ? 'xMaxYMid slice' : 'xMidYMid meet'}
      aria-hidden="true" focusable="false"
    >
      {tiles.map((tile, index) => (
        <use key={index} href={`#${tile}`} x={index * step} width={WIDTH} height={80} />
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
