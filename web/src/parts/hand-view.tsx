import { groupsAt, PLACES } from '../model/hand.ts';
import type { Hand } from '../model/shapes.ts';
import { tilesOf } from '../model/tiles.ts';
import { Fan, hiddenKong } from './tile.tsx';

/** A hand in small, to be looked at. */
export function SmallHand({ hand }: { readonly hand: Hand }) {
  return (
    <span class="small-hand">
      {PLACES.flatMap((place) =>
        groupsAt(hand, place).map((group, index) => (
          <Fan key={`${place}${index}`} kind="small" step={28} tiles={place === 'concealed_kongs' ? hiddenKong(group) : tilesOf(group)} />
        )),
      )}
    </span>
  );
}
