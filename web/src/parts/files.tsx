import { useState } from 'preact/hooks';
import { fileName, fromFile, toFile } from '../model/store.ts';
import type { Sheet } from '../service/shapes.ts';

interface FilesProps {
  readonly sheet: Sheet | null;
  readonly take: (sheet: Sheet) => void;
  readonly clear: () => void;
}

function save(sheet: Sheet): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(toFile(sheet));
  link.download = fileName(new Date());
  link.click();
  URL.revokeObjectURL(link.href);
}

function Clear({ clear }: { readonly clear: () => void }) {
  const [sure, setSure] = useState(false);
  if (!sure) {
    return (
      <button type="button" class="quiet danger" onClick={() => setSure(true)}>
        Clear the sitting
      </button>
    );
  }
  return (
    <div class="sure" role="alertdialog" aria-label="Clear the sitting?">
      <p>All entries will be gone from this phone. Export them first if they matter.</p>
      <button type="button" class="quiet danger" onClick={clear}>
        Yes, clear it
      </button>
      <button type="button" class="quiet" onClick={() => setSure(false)}>
        No, keep it
      </button>
    </div>
  );
}

/** A sitting lives in this browser alone; a file takes it elsewhere. */
export function Files({ sheet, take, clear }: FilesProps) {
  const [refused, setRefused] = useState(false);
  const read = async (input: HTMLInputElement): Promise<void> => {
    const file = input.files?.[0];
    const found = file ? fromFile(await file.text()) : null;
    input.value = '';
    setRefused(found === null);
    if (found) take(found);
  };
  return (
    <section class="files">
      <h2>As a file</h2>
      <div class="buttons">
        {sheet && (
          <button type="button" class="quiet" onClick={() => save(sheet)}>
            Export
          </button>
        )}
        <label class="quiet file">
          <input class="unseen" type="file" accept="application/json,.json" onChange={({ currentTarget }) => void read(currentTarget)} />
          <span>Import</span>
        </label>
      </div>
      {refused && <p role="alert">That file holds no sitting.</p>}
      {sheet && <Clear clear={clear} />}
    </section>
  );
}
