/** What fits a row of the sheet: a name in a few letters, an entry in two or three words. */

import { isGoulashEntry } from './goulash.ts';
import type { DealEntry, Entry, Source } from './shapes.ts';
import { isMove } from './seats.ts';
import { isolated } from './words.ts';
import { t } from '../i18n/game.ts';

const LONGEST = 5;

/** "P. 2" of "Player 2": where nothing less than the whole tells a name from the others. */
function initialled(name: string): string {
  const words = name.split(' ');
  return words.map((word, at) => (at === words.length - 1 ? word : `${[...word][0] ?? ''}.`)).join(' ');
}

/** Short names as they are; of a long one as many letters as tell it from the others. */
export function shortNames(names: readonly string[]): readonly string[] {
  const letters = names.map((name) => [...name]);
  return letters.map((own, at) => {
    if (own.length <= LONGEST) return own.join('');
    const others = letters.filter((_, other) => other !== at).map((other) => other.join('').toLowerCase());
    const needed = own.findIndex((_, last) => {
      const start = own.slice(0, last + 1).join('');
      return !others.some((other) => other.startsWith(start.toLowerCase()));
    });
    return needed < 0 || needed === own.length - 1
      ? initialled(own.join(''))
      : `${own
          .slice(0, needed + 1)
          .join('')
          .trim()}.`;
  });
}

const WON: Readonly<Record<Source, (winner: string, discarder: string) => string>> = {
  wall: (winner) => t('row-drawn', winner),
  discard: (winner, discarder) => t('row-from', winner, discarder),
  'loose-tile': (winner) => t('row-loose-tile', winner),
  'robbed-kong': (winner, discarder) => t('row-robbed', winner, discarder),
  'original-hand': (winner) => t('row-dealt', winner),
};

function dealWords({ winner, win }: DealEntry, name: (player: number) => string): string {
  if (winner === null) return t('row-draw');
  if (!win) return name(winner);
  return WON[win.source](name(winner), win.discarder === undefined ? '' : name(win.discarder));
}

/** "Ann from Ben", "Cleo drawn", "draw": of an entry, with its players' short names. */
export function rowWords(entry: Entry, short: readonly string[]): string {
  const name = (player: number): string => isolated(short[player] ?? '?');
  switch (entry.type) {
    case 'deal':
      return isGoulashEntry(entry) ? t('row-goulash', dealWords(entry, name)) : dealWords(entry, name);
    case 'washed-tiles':
      return t('row-washed', name(entry.player));
    case 'false-mahjong':
      return t('row-false', name(entry.player));
    case 'fine':
      return t('row-fine', name(entry.player));
    case 'correction':
      return t(isMove(entry) ? 'row-seats' : 'row-correction');
  }
}
