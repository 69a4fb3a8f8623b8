/** Figures and words as the screens write them. */

import { language } from '../words/language.ts';
import { isGoulashEntry } from './goulash.ts';
import { type Count, type Entry, type Source, WINDS, type Wind } from './shapes.ts';
import type { Fault, Seating } from './told.ts';

const MINUS = '\u2212';

export const number = (value: number): string => value.toLocaleString(language).replace('-', MINUS);

export const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name inside a sentence keeps its own direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Without the marks that keep a name's direction: for what leaves the page. */
export const plain = (text: string): string => text.replace(/[\u200e\u200f\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ');

const TIMES = ['', 'once', 'twice'];

/** "doubled 3 times"; nothing where it is not. */
export const doubledWords = (doubles: number): string => (doubles > 0 ? `doubled ${TIMES[doubles] ?? `${doubles} times`}` : '');

/** "16 points, doubled twice", "64", "a limit hand". */
export function countWords({ score, points, doubles = 0, limit_hand, named = '' }: Count): string {
  const counted = score === undefined ? (points === undefined ? '' : `${number(points)} points`) : number(score);
  return [named, limit_hand ? 'a limit hand' : '', counted, doubledWords(doubles)].filter((part) => part !== '').join(', ');
}

/** "East's round, deal 4". */
export const dealName = ({ roundWind, deal }: Seating): string => `${capital(roundWind)}'s round, deal ${deal}`;

export const windTile = (wind: Wind): string => `${WINDS.indexOf(wind) + 1}z`;

/** "thirteen heads", from the id of a rule. */
export const spelled = (id: string): string => id.replaceAll('-', ' ').replaceAll('_', ' ');

/** "Last tile completes pair minor", from the name that a program gives a rule. */
export const unfolded = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return capital(words);
};

const SOURCE_WORDS: Readonly<Record<Source, string>> = {
  wall: 'from the wall',
  discard: 'on a discard',
  'loose-tile': 'on a loose tile',
  'robbed-kong': 'by robbing a kong',
  'original-hand': 'as dealt',
};

type Name = (player: number) => string;

function winWords(entry: Entry & { readonly type: 'deal' }, name: Name): string {
  if (entry.winner === null) return 'Drawn: nobody won';
  const how = entry.win ? SOURCE_WORDS[entry.win.source] : '';
  const from = entry.win?.discarder === undefined ? '' : `, from ${name(entry.win.discarder)}`;
  return `${name(entry.winner)} won ${how}${from}`;
}

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
const listed = (names: readonly string[]): string => (names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join());

/** One line for one entry: "Ann won on a discard, from Bob", "Goulash. Ann won from the wall". */
export function entryWords(entry: Entry, players: readonly string[]): string {
  const name: Name = (player) => isolated(players[player] ?? '?');
  switch (entry.type) {
    case 'deal':
      return (isGoulashEntry(entry) ? 'Goulash. ' : '') + winWords(entry, name);
    case 'washed-tiles':
      return `${name(entry.player)} washed the tiles`;
    case 'false-mahjong':
      return `${listed([entry.player, ...(entry.other_calling_players ?? [])].map(name))} called wrongly`;
    case 'correction':
      return `Correction: ${isolated(entry.reason)}`;
  }
}

/** Where the contract's words for programs would puzzle a player, the page has its own. */
const OWN_WORDS: readonly { readonly at: RegExp; readonly code: RegExp; readonly words: string }[] = [
  { at: /\/reason$/, code: /./, words: 'Say why.' },
  { at: /\/win\/tile$/, code: /^missing-member$/, words: 'Say which tile it was won with.' },
  { at: /\/amounts/, code: /^correction-not-zero-sum$/, words: 'Together they must come to 0.' },
];

/** "Entry 3, Ben": which entry and whose hand or win a fault of a sheet is about; nothing of the sheet itself. */
export function placeWords(pointer: string, players: readonly string[]): string {
  const [, entries, at, part, player] = pointer.split('/');
  if (entries !== 'entries' || at === undefined) return '';
  const name = part === 'hands' && player !== undefined ? players[Number(player)] : undefined;
  return name === undefined ? `Entry ${Number(at) + 1}` : `Entry ${Number(at) + 1}, ${isolated(name)}`;
}

export const faultWords = ({ pointer, code, detail }: Fault): string =>
  OWN_WORDS.find((own) => own.at.test(pointer) && own.code.test(code))?.words ?? detail;
