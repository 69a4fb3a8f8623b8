/** Entries that are not deals are asked after when they are to be kept, not with every tap. */

import { useState } from 'preact/hooks';
import type { Sheet } from '../model/shapes.ts';
import { type Draft, sheetWith } from '../model/sitting.ts';
import { type Fault, faultsUnder } from '../model/told.ts';
import { askOnce } from '../service/ask.ts';
import { askSheet } from '../service/client.ts';

export interface Check {
  /** The faults of the entry, their pointers relative to it. */
  readonly faults: readonly Fault[];
  readonly busy: boolean;
  readonly run: () => void;
}

const within = (faults: readonly Fault[], at: number): readonly Fault[] => {
  const entry = `/entries/${at}`;
  return faultsUnder(faults, entry).map((fault) => ({ ...fault, pointer: fault.pointer.slice(entry.length) }));
};

/** Keeps the entry where the service finds nothing wrong with it, or cannot be asked. */
export function useCheck(sheet: Sheet, draft: Draft, keep: () => void): Check {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const told = await askOnce((stop) => askSheet(sheetWith(sheet, draft), stop));
    setBusy(false);
    const found = told.kind === 'refused' ? within(told.faults, draft.at ?? sheet.entries.length) : [];
    setFaults(found);
    if (found.length === 0) keep();
  };
  return { faults, busy, run: () => void run() };
}
