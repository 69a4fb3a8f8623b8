/** Told at the top of every screen while the service does not answer. */
export const Away = () => (
  <p class="away" role="status">
    The service is away. Your entries are kept on this phone; the numbers wait until it is back.
  </p>
);

/** Told while the browser's storage takes nothing. */
export const Unkept = () => (
  <p class="away" role="alert">
    This browser keeps nothing (its storage is full or forbidden). Save the sitting as a file before you close the page.
  </p>
);
