/** A session beside itself as it would be: both as the service counts them. */

import type { Sheet } from '../model/shapes.ts';
import type { Fault, SheetResponse } from '../model/responses.ts';
import { requestOnce } from './use-request.ts';
import { askSheet } from './client.ts';

export interface Comparison {
  readonly before: SheetResponse | null;
  readonly after: SheetResponse | null;
  readonly faults: readonly Fault[];
  readonly isAway: boolean;
}

export async function compared(sheet: Sheet, next: Sheet): Promise<Comparison> {
  const [before, after] = await Promise.all([sheet, next].map((each) => requestOnce((stop) => askSheet(each, stop))));
  return {
    before: before?.kind === 'answer' ? before.answer : null,
    after: after?.kind === 'answer' ? after.answer : null,
    faults: after?.kind === 'refused' ? after.faults : [],
    isAway: before?.kind === 'away' || after?.kind === 'away',
  };
}
