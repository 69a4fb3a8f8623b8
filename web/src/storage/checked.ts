/**
 * What is read back from the storage, checked by the forms in stored.ts. These come before the first screen only where
 * something was kept, else with the next, or once another tab has written: until then only what this page wrote is read.
 */

import type { Ruleset } from '../model/responses.ts';
import type { Draft, Session } from '../model/session.ts';
import type { Form, StoredMode, OneHand, People } from './stored.ts';
import { keysUnder, wroteHere } from './storage.ts';

type Forms = typeof import('./stored.ts');

let forms: Forms | null = null;

export async function fetchForms(): Promise<void> {
  forms ??= await import('./stored.ts');
}

/** Before anything is read. */
export const fetchFormsIfStored = async (): Promise<void> => (keysUnder('').length > 0 ? fetchForms() : undefined);

/** Null of nothing, and of what cannot be read. */
type From<Value> = (json: string | null) => Value | null;

const checked =
  <Value>(from: (forms: Forms) => From<Value>): From<Value> =>
  (json) => {
    if (forms) return from(forms)(json);
    return json !== null && wroteHere(json) ? (JSON.parse(json) as Value) : null;
  };

export const sessionFrom: From<Session> = checked((each) => each.sessionFrom);
export const draftFrom: From<Draft> = checked((each) => each.draftFrom);
export const peopleFrom: From<People> = checked((each) => each.peopleFrom);
export const formFrom: From<Form> = checked((each) => each.formFrom);
export const modeFrom: From<StoredMode> = checked((each) => each.modeFrom);
export const oneHandFrom: From<OneHand> = checked((each) => each.oneHandFrom);
export const rulesetsFrom: From<readonly Ruleset[]> = checked((each) => each.rulesetsFrom);
