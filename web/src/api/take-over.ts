/** Games that come from a file or a link. */

import type { Sheet } from '../model/shapes.ts';
import { follow } from '../model/session.ts';
import { apply, begin, openSession, sessions } from '../storage/store.ts';
import { type Copy, copyOf, isContinued } from './copies.ts';

/**
 * A game from elsewhere. One that this phone has an earlier state of is brought up to date, the same one is opened, and an unknown one is begun
 * beside those that are here; of one that is here in a later or another state, that is stated, and nothing is done.
 */
export function takeOver(sheet: Sheet): Copy | null {
  const copy = copyOf(sheet, sessions());
  if (!copy || isContinued(copy.session.sheet, sheet)) {
    if (copy) openSession(copy.session.id);
    else begin(sheet);
    if (copy) apply(follow(sheet));
    return null;
  }
  return copy;
}
