import { isOnlyHere } from '../storage/file.ts';
import { t } from '../i18n/game.ts';

/** Beside what is shared as a link, where the page's address leads each phone to itself. */
export const OnlyHere = () => isOnlyHere(location.hostname) && <p class="doubt">{t('address-of-this-computer')}</p>;
