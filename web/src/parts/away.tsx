import { away } from '../service/connection.ts';

/** Told at the top of every screen while the service does not answer. The line is there from the start: nothing moves when it is told. */
export const Away = () => (
  <div class="away-line" role="status">
    <p class={away.value ? 'away' : 'absent'}>The service is away. Entries are kept.</p>
  </div>
);

/** Told while the browser's storage takes nothing. */
export const Unkept = () => (
  <p class="away" role="alert">
    This browser keeps nothing (its storage is full or forbidden). Save the sitting as a file before you close the page.
  </p>
);
