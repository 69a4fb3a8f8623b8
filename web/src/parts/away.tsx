/** Told at the top of every screen while the service does not answer. */
export const Away = () => (
  <p class="away" role="status">
    The service is away. Your entries are kept on this phone; the numbers wait until it is back.
  </p>
);
