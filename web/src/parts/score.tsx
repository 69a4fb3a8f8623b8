import { tilesOf } from '../model/tiles.ts';
import type { HandLook } from '../service/look.ts';
import type { Item } from '../service/shapes.ts';
import { number } from '../words.ts';
import { Fan } from './tile.tsx';

const worth = (item: Item): string => {
  if (item.doubles) return item.doubles === 1 ? '1 double' : `${item.doubles} doubles`;
  return item.added ? `+${number(item.added)} after doubling` : number(item.points);
};

const ItemRow = ({ item }: { readonly item: Item }) => (
  <li>
    <span class="what">
      {item.text}
      {item.tiles && <Fan tiles={tilesOf(item.tiles)} step={40} kind="small" />}
    </span>
    <span class="page">p. {item.source.page}</span>
    <b>{worth(item)}</b>
  </li>
);

const TIMES = ['', 'once', 'twice'];

/** "60 points, doubled 3 times". */
function sum({ answer }: HandLook): string {
  const { points, doubles, added, capped, uncapped_score } = answer;
  const parts = [points === 1 ? '1 point' : `${number(points)} points`];
  if (doubles > 0) parts.push(`doubled ${TIMES[doubles] ?? `${doubles} times`}`);
  if (added > 0) parts.push(`and ${number(added)}`);
  if (capped) parts.push(`${number(uncapped_score)} before the limit`);
  return parts.join(', ');
}

export const spoken = (look: HandLook): string => `${number(look.answer.score)}: ${sum(look)}`;

export function Sum({ look }: { readonly look: HandLook }) {
  const { answer } = look;
  return (
    <span class="sum">
      <b class="figure">{number(answer.score)}</b>
      <span>
        {look.soFar && 'so far: '}
        {sum(look)}
      </span>
    </span>
  );
}

/** Why a hand scores what it does: every item with its page. */
export function Items({ look }: { readonly look: HandLook }) {
  const { answer } = look;
  return (
    <>
      {answer.limit_hands.length > 0 && <p class="limit-hand">Limit hand: {answer.limit_hands.join(', ').replaceAll('-', ' ')}</p>}
      {answer.items.length === 0 ? (
        <p class="soft">Nothing that scores.</p>
      ) : (
        <ul class="items">
          {answer.items.map((item, index) => (
            <ItemRow key={index} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}
