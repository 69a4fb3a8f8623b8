import { tilesOf } from '../model/tiles.ts';
import type { HandResponse, ItemResponse } from '../model/responses.ts';
import { capital, doubledWords, number, spelled, unfolded } from '../model/words.ts';
import { Fan } from './tile.tsx';
import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/game.ts';

const worth = (item: ItemResponse): string => {
  if (item.halved) return '½';
  const rounded = item.rounded || Math.min(item.points, 0);
  if (rounded) return (rounded > 0 ? '+' : '−') + number(Math.abs(rounded));
  if (item.doubles) return t(counted(item.doubles, 'double-1', 'doubles-n'), item.doubles);
  return item.added ? t('item-after-doubling', number(item.added)) : number(item.points);
};

const IS_A_PROGRAMS_NAME = /^([A-Z][a-z]+){2,}$/;

/** Sources that are no books have places rather than pages; what the players counted has no source. */
function pageWords(page: string): string {
  if (/^\d/.test(page)) return t('page', page);
  if (page === '' || page === 'no page') return '';
  return IS_A_PROGRAMS_NAME.test(page) ? unfolded(page) : page;
}

/** A line's words; of a hand that lacks one tile, that it waits for it. */
const said = (item: ItemResponse | undefined, text: string): string =>
  item?.isWaiting ? t('waiting-for', text) : text;

const ItemRow = ({ item }: { readonly item: ItemResponse }) => (
  <li>
    <span class="what">
      {said(item, item.text)}
      {item.tiles && <Fan tiles={tilesOf(item.tiles)} step={40} kind="small" />}
    </span>
    <b>{worth(item)}</b>
  </li>
);

/** Doubling as a sum: "40 × 2 × 2 × 2 = 320"; nothing where the score is no such product. */
function Doubling({ response: { points, doubles, uncapped, limitHands } }: { readonly response: HandResponse }) {
  if (doubles === 0 || limitHands.length > 0 || points * 2 ** doubles !== uncapped) return null;
  return <p class="soft">{`${number(points)}${' × 2'.repeat(doubles)} = ${number(uncapped)}`}</p>;
}

/** Where each line stands in its book, on a tap. */
function Sources({ items }: { readonly items: readonly ItemResponse[] }) {
  const places = [...new Set(items.map(({ page }) => pageWords(page)))].filter((place) => place !== '');
  if (places.length === 0) return null;
  return (
    <details class="sources">
      <summary>{t('where-that-stands')}</summary>
      <ul>
        {places.map((place) => (
          <li key={place}>
            {items
              .filter(({ page }) => pageWords(page) === place)
              .map((item) => said(item, item.text))
              .join('; ')}{' '}
            <span class="page">{place}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** By the service's words, whole: what stands before a colon is not always a name. */
function limitName({ items }: HandResponse, id: string): string {
  const item = items.find(({ rule }) => rule === id);
  return said(item, item?.text ?? capital(spelled(id)));
}

const limitNames = (response: HandResponse): string =>
  response.limitHands.map((id) => limitName(response, id)).join(', ');

/** "60 points, doubled 3 times"; a limit hand by its name. */
function sum(response: HandResponse): string {
  const { points, doubles, added, capped, uncapped, limitHands } = response;
  if (limitHands.length > 0) return t('limit-named', limitNames(response));
  const parts = [t(counted(points, 'point-1', 'points-n'), number(points))];
  if (doubles > 0) parts.push(doubledWords(doubles));
  if (added > 0) parts.push(t('and-added', number(added)));
  if (capped) parts.push(t('before-the-limit', number(uncapped)));
  return parts.join(', ');
}

export const spoken = (response: HandResponse): string => `${number(response.score)}: ${sum(response)}`;

export const Sum = ({ response, soFar = false }: { readonly response: HandResponse; readonly soFar?: boolean }) => (
  <span class="sum">
    <b class="figure">{number(response.score)}</b>
    <span>{soFar ? t('so-far', sum(response)) : sum(response)}</span>
  </span>
);

/** Why a hand scores what it does: every item with its page. */
export function Items({ response }: { readonly response: HandResponse }) {
  return (
    <>
      {response.limitHands.length > 0 && (
        <p class="limit-hand">{t('limit-of', limitNames(response), number(response.score))}</p>
      )}
      {response.items.length === 0 ? (
        response.limitHands.length === 0 && <p class="soft">{t('nothing-that-scores')}</p>
      ) : (
        <>
          <ul class="items">
            {response.items.map((item, index) => (
              <ItemRow key={index} item={item} />
            ))}
          </ul>
          <Doubling response={response} />
          <Sources items={response.items} />
        </>
      )}
    </>
  );
}
