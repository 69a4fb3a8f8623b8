/** A hand's count and an entry, in words. */

import { doublesOf, isLimitHand, pointsOf, scoreOf } from './count.ts';
import { isGoulashEntry } from './goulash.ts';
import type { Count, Entry, Source } from './shapes.ts';
import { doubledWords, isolated, listed, number, spelled } from './words.ts';
import { t } from '../i18n/page.ts';

/** "16 points, doubled twice", "64", "a limit hand". */
export function countWords(count: Count): string {
  if ('special' in count) return count.named ?? '';
  const [score, points] = [scoreOf(count), pointsOf(count)];
  const counted = score === undefined ? (points === undefined ? '' : t('points-n', number(points))) : number(score);
  return [isLimitHand(count) ? t('count-limit-hand') : '', counted, doubledWords(doublesOf(count))]
    .filter((part) => part !== '')
    .join(', ');
}

const WON: Readonly<Record<Source, (winner: string) => string>> = {
  wall: (winner) => t('won-wall', winner),
  discard: (winner) => t('won-discard', winner),
  'loose-tile': (winner) => t('won-loose-tile', winner),
  'robbed-kong': (winner) => t('won-robbed-kong', winner),
  'original-hand': (winner) => t('won-as-dealt', winner),
};

type Name = (player: number) => string;

function winWords({ winner, win }: Entry & { readonly type: 'deal' }, name: Name): string {
  if (winner === null) return t('drawn-nobody-won');
  if (!win) return name(winner);
  const words = WON[win.source](name(winner));
  return win.discarder === undefined ? words : t('won-from', words, name(win.discarder));
}

/** One line for one entry: "Ann won on a discard, from Bob", "Goulash. Ann won from the wall". */
export function entryWords(entry: Entry, players: readonly string[]): string {
  const name: Name = (player) => isolated(players[player] ?? '?');
  switch (entry.type) {
    case 'deal':
      return isGoulashEntry(entry) ? t('goulash-and', winWords(entry, name)) : winWords(entry, name);
    case 'washed-tiles':
      return t('washed-the-tiles', name(entry.player));
    case 'false-mahjong':
      return t('called-wrongly', listed([entry.player, ...(entry.other_calling_players ?? [])].map(name)));
    case 'fine':
      return t('was-fined', name(entry.player), entry.named ?? spelled(entry.fine));
    case 'correction':
      return t('correction-because', isolated(entry.reason));
  }
}
