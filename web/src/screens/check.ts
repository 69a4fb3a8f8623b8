/** Entries that are not deals: their faults are asked after when they are to be kept; what they move is shown before. */

import { useState } from 'preact/hooks';
import type { Sheet } from '../model/shapes.ts';
import { type Draft, sheetWith } from '../model/session.ts';
import { type EntryResponse, type Fault, faultsUnder } from '../model/responses.ts';
import { away } from '../api/connection.ts';
import { requestOnce, useRequest } from '../api/use-request.ts';
import { askSheet } from '../api/client.ts';

export interface Check {
  /** The faults of the entry, their pointers relative to it. */
  readonly faults: readonly Fault[];
  readonly busy: boolean;
  readonly run: () => void;
  /** What the entry moves, as it was last shown; null where the service cannot count it. */
  readonly outcome: EntryResponse | null;
  readonly isFresh: boolean;
  /** Whether what it moves is about to be shown. */
  readonly isPending: boolean;
}

const within = (faults: readonly Fault[], at: number): readonly Fault[] => {
  const entry = `/entries/${at}`;
  return faultsUnder(faults, entry).map((fault) => ({ ...fault, pointer: fault.pointer.slice(entry.length) }));
};

/** Keeps the entry where the service finds nothing wrong with it, or cannot be asked; what it moves is asked once it is whole. */
export function useCheck(sheet: Sheet, draft: Draft, isWhole: boolean, keep: () => void): Check {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const reply = await requestOnce((stop) => askSheet(sheetWith(sheet, draft), stop));
    setBusy(false);
    const found = reply.kind === 'refused' ? within(reply.faults, draft.at ?? sheet.entries.length) : [];
    setFaults(found);
    if (found.length === 0) keep();
  };
  const question = isWhole && draft.entry.type !== 'correction' ? JSON.stringify(sheetWith(sheet, draft)) : null;
  const { reply, fresh } = useRequest(question, (asked, stop) => askSheet(JSON.parse(asked) as Sheet, stop));
  const outcome =
    question !== null && reply?.kind === 'answer'
      ? (reply.answer.entries[draft.at ?? sheet.entries.length] ?? null)
      : null;
  return {
    faults,
    busy,
    run: () => void run(),
    outcome,
    isFresh: fresh,
    isPending: question !== null && !fresh && !away.value,
  };
}
