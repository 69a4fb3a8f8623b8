/** A sitting as a file: the body of POST /v1/scoresheets, which any other client can send. */

import type { Sheet } from '../model/shapes.ts';
import { sheetBody } from './adapter.ts';

export const exported = (sheet: Sheet): string => JSON.stringify(sheetBody(sheet), null, 2);

/** The same for a link, as short as it can be. */
export const exportedSmall = (sheet: Sheet): string => JSON.stringify(sheetBody(sheet));
