import { houseWords, isOtherwise } from '../model/house.ts';
import type { Sheet } from '../model/shapes.ts';
import { t } from '../i18n/game.ts';

/** House rules are stated beside the rulebook; a plain rulebook needs no line. */
export const PlayedBy = ({ sheet, title }: { readonly sheet: Sheet; readonly title: string }) =>
  isOtherwise(sheet) ? <p class="soft">{t('with-house-rules', title, houseWords(sheet))}</p> : null;
