/** A session at its beginning; apart, since the first screen needs no more of it. */

import type { Sheet } from './shapes.ts';
import type { State } from './session.ts';

export const begun = (id: string, now: number, sheet: Sheet): State => ({
  session: { id, begun: now, sheet, past: [], future: [] },
  draft: null,
});
