/** Figures and words as the screens write them. */

import { locale } from '../i18n/language.ts';
import { WINDS, type Wind } from './shapes.ts';
import type { Fault, Seating } from './responses.ts';
import { t } from '../i18n/page.ts';

const MINUS = '\u2212';

export const number = (value: number): string => value.toLocaleString(locale).replace('-', MINUS);

export const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A name inside a sentence keeps its own direction. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;

/** Without the marks that keep a name's direction: for what leaves the page. */
export const plain = (text: string): string =>
  text.replace(/[\u200e\u200f\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' ');

/** "doubled 3 times"; nothing where it is not. */
export function doubledWords(doubles: number): string {
  if (doubles <= 0) return '';
  return doubles === 1 ? t('doubled-once') : doubles === 2 ? t('doubled-twice') : t('doubled-n', doubles);
}

/** "East's round, deal 4". */
export const dealName = ({ roundWind, deal }: Seating): string => t('wind-round-deal', windName(roundWind), deal);

/** "Entry 7 · East's round, deal 5": of what is no deal the entry alone. */
export const entryName = (at: number, seating: Seating | null | undefined): string =>
  seating ? t('entry-n-deal', at + 1, dealName(seating)) : t('entry-n', at + 1);

export const windName = (wind: Wind): string =>
  ({ east: t('east'), south: t('south'), west: t('west'), north: t('north') })[wind];

export const windTile = (wind: Wind): string => `${WINDS.indexOf(wind) + 1}z`;

/** "thirteen heads", from the id of a rule. */
export const spelled = (id: string): string => id.replaceAll('-', ' ').replaceAll('_', ' ');

/** "Last tile completes pair minor", from the name that a program gives a rule. */
export const unfolded = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return capital(words);
};

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
export const listed = (names: readonly string[]): string =>
  names.length > 1 ? t('and-last', names.slice(0, -1).join(', '), names.at(-1) ?? '') : names.join();

/** Where the contract's words for programs would puzzle a player, the page has its own. */
const OWN_WORDS: readonly { readonly at: RegExp; readonly code: RegExp; readonly words: string }[] = [
  {
    at: /\/reason$/,
    code: /./,
    get words() {
      return t('ask-why');
    },
  },
  {
    at: /\/win\/tile$/,
    code: /^missing-member$/,
    get words() {
      return t('ask-which-tile');
    },
  },
  {
    at: /\/amounts/,
    code: /^correction-not-zero-sum$/,
    get words() {
      return t('must-come-to-0');
    },
  },
];

/** "Entry 3, Ben": which entry and whose hand or win a fault of a sheet is about; nothing of the sheet itself. */
export function placeWords(pointer: string, players: readonly string[]): string {
  const [, entries, at, part, player] = pointer.split('/');
  if (entries !== 'entries' || at === undefined) return '';
  const name = part === 'hands' && player !== undefined ? players[Number(player)] : undefined;
  return name === undefined ? t('entry-n', Number(at) + 1) : t('entry-n-of', Number(at) + 1, isolated(name));
}

export const faultWords = ({ pointer, code, detail }: Fault): string =>
  OWN_WORDS.find((own) => own.at.test(pointer) && own.code.test(code))?.words ?? detail;
