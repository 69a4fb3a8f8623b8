import { away } from '../service/connection.ts';
import { t } from '../words/page.ts';

/** Told at the top of every screen while the service does not answer. The line is there from the start: nothing moves when it is told. */
export const Away = () => (
  <div class="away-line" role="status">
    <p class={away.value ? 'away' : 'absent'}>{t('away')}</p>
  </div>
);

/** Told while the browser's storage takes nothing. */
export const Unkept = () => (
  <p class="away" role="alert">
    {t('unkept')}
  </p>
);
