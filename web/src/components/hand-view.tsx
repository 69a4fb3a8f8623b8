import { marksOf } from '../model/goulash.ts';
import { groupsAt, PLACES, wildTiles } from '../model/hand.ts';
import type { Hand } from '../model/shapes.ts';
import { nameOf, tilesOf } from '../model/tiles.ts';
import { t } from '../i18n/game.ts';
import { Fan, hiddenKong } from './tile.tsx';
import './hand-view.css';

/** A hand in small, to be looked at; its wild tiles by their names too. */
export function SmallHand({ hand }: { readonly hand: Hand }) {
  const marks = marksOf(hand);
  const wild = wildTiles(hand);
  return (
    <span class="small-hand">
      {PLACES.flatMap((place) =>
        groupsAt(hand, place).map((group, index) => (
          <Fan
            key={`${place}${index}`}
            kind="small"
            step={28}
            tiles={place === 'concealed_kongs' ? hiddenKong(group) : tilesOf(group)}
            wild={marks(place, index)}
          />
        )),
      )}
      {wild.length > 0 && <small class="wild-names">{t('wild-tiles', wild.map(nameOf).join(', '))}</small>}
    </span>
  );
}
