/** Layouts in words: what the keys of the pad say, and what a layout that was put together with them says. */

import { type GroupKind, groupOf, partsOf } from '../model/layout.ts';
import { t } from '../i18n/rules.ts';

export const GROUP_WORDS: Readonly<Record<GroupKind, string>> = {
  get pair() {
    return t('pair');
  },
  get pung() {
    return t('pung');
  },
  get kong() {
    return t('kong');
  },
  get 'p/k'() {
    return t('pung-or-kong');
  },
  get chow() {
    return t('chow');
  },
  get set() {
    return t('any-set');
  },
  get tile() {
    return t('one-tile');
  },
  get 'mixed triple'() {
    return t('one-number-in-three-suits');
  },
  get '1-9'() {
    return t('kind-1-to-9');
  },
  get '1-7'() {
    return t('kind-1-to-7');
  },
  get each() {
    return t('one-of-each');
  },
};

export const KIND_WORDS: Readonly<Record<string, string>> = {
  get a() {
    return t('one-suit');
  },
  get b() {
    return t('a-second-suit');
  },
  get c() {
    return t('a-third-suit');
  },
  get 'a/honour'() {
    return t('one-suit-or-honours');
  },
  get 'odd a'() {
    return t('odd-of-one-suit');
  },
  get 'even a'() {
    return t('even-of-one-suit');
  },
  get '1/9 a'() {
    return t('of-1-and-9');
  },
  get '1/9'() {
    return t('of-ones-and-nines');
  },
  get '1/9/honour'() {
    return t('one-nine-and-honour');
  },
  get honour() {
    return t('of-honours');
  },
  get wind() {
    return t('of-winds');
  },
  get dragon() {
    return t('of-dragons');
  },
  get 'own wind'() {
    return t('the-own-wind');
  },
  get characters() {
    return t('of-characters');
  },
  get circles() {
    return t('of-circles');
  },
  get bamboo() {
    return t('of-bamboo');
  },
  get 'green bamboo'() {
    return t('green-bamboo');
  },
  get any() {
    return t('any-tile');
  },
  get 'any suit'() {
    return t('any-suit');
  },
};

/** "2 × pung: dragons"; a part that no key makes is stated as it is written. */
export function partWords(part: string): string {
  const group = groupOf(part);
  if (group === null) return part;
  const { kind, of, count } = group;
  const many = count > 1 ? `${count}\u00a0× ` : '';
  return many + GROUP_WORDS[kind] + (of === '' ? '' : `: ${KIND_WORDS[of] ?? t('any-suits')}`);
}

/** Every part in words. */
export const layoutWords = (layout: string): string => partsOf(layout).map(partWords).join(', ');
