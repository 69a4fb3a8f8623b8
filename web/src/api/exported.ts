/** A session as a file: the body of POST /v1/scoresheets, which any other client can send; with the revision by which it was counted. */

import type { Sheet } from '../model/shapes.ts';
import { sheetBody } from './adapter.ts';

const body = (sheet: Sheet): object => ({
  ...sheetBody(sheet),
  ...(sheet.revision === undefined ? {} : { revision: sheet.revision }),
});

export const exported = (sheet: Sheet): string => JSON.stringify(body(sheet), null, 2);

/** The same for a link, as short as it can be. */
export const exportedSmall = (sheet: Sheet): string => JSON.stringify(body(sheet));
