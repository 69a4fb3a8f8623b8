import type { ComponentChildren } from 'preact';
import type { Tile } from '../model/tiles.ts';
import { Fan } from './tile.tsx';
import './joy.css';

/** Tiles that lie as one hand: few enough to be read on a phone. */
const MAX_TILES = 14;

interface JoyProps {
  readonly tiles: readonly Tile[];
  readonly children: ComponentChildren;
}

/** A moment of joy: the tiles fan out. Where motion is reduced, they lie there. */
export const Joy = ({ tiles, children }: JoyProps) => (
  <div class="joy">
    <div class="joy-tiles">
      <Fan tiles={tiles.slice(0, MAX_TILES)} step={tiles.length > 5 ? 44 : 62} />
    </div>
    <p>{children}</p>
  </div>
);
