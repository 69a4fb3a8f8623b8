/** A sitting and its deals, as the service counts them. */

import type { Sheet } from '../model/shapes.ts';
import type { SheetResponse } from '../model/responses.ts';
import { type BatchResult, type DealBody, sheetBody, readSheet } from './adapter.ts';
import { client, put, type Told } from './request.ts';

/** With the first entries `known` already, only those after them are answered; totals and standings as ever. */
export const askSheet = (sheet: Sheet, stop: AbortSignal, known = 0): Promise<Told<SheetResponse>> =>
  put(stop, (ask) => client.scoresheet(sheetBody(sheet), known > 0 ? { from: known + 1 } : {}, ask), readSheet);

export const askDeals = (deals: readonly DealBody[], stop: AbortSignal): Promise<Told<readonly BatchResult[]>> =>
  put(stop, (ask) => client.settleBatch(deals, {}, ask), (results) => results);
