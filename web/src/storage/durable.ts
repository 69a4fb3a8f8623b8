/**
 * The copy that outlives a killed browser: IndexedDB, each transaction with strict durability.
 *
 * localStorage is what all tabs read and write at once, but a browser may put it on the disk seconds later. Both hold
 * the count of the last write, so that at the start the newer of the two is known.
 */

const DATABASE = 'scorekeeper';
const STORED = 'kept';
/** What the service received, so that it is there without a network; asked anew, it may be lost. */
const KNOWN = 'known';
const PATIENCE_MS = 3_000;

type Database = IDBDatabase | null;

const asked = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });

/** Null where the browser has none, or does not open it. */
function opened(): Promise<Database> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(STORED);
        request.result.createObjectStore(KNOWN);
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}

let database: Promise<Database> | null = null;

const theDatabase = (): Promise<Database> => {
  database ??= opened();
  return database;
};

/** Null removes. */
type Writes = ReadonlyMap<string, string | null>;

/** Written to the disk when it resolves; where there is no database, at once. */
export async function putDurably(writes: Writes): Promise<void> {
  const open = await theDatabase();
  if (!open) return;
  const transaction = open.transaction(STORED, 'readwrite', { durability: 'strict' });
  const store = transaction.objectStore(STORED);
  for (const [key, value] of writes) {
    if (value === null) store.delete(key);
    else store.put(value, key);
  }
  await ended(transaction);
}

/** Everything that was written; null where there is no database. */
export async function allDurable(): Promise<ReadonlyMap<string, string> | null> {
  const open = await theDatabase();
  if (!open) return null;
  const store = open.transaction(STORED).objectStore(STORED);
  const [keys, values] = await Promise.all([asked(store.getAllKeys()), asked(store.getAll())]);
  return new Map(keys.map((key, at) => [String(key), String(values[at])]));
}

/** Undefined where nothing is known, or nothing can be kept. */
export async function known(key: string): Promise<unknown> {
  try {
    const open = await theDatabase();
    return open ? await asked(open.transaction(KNOWN).objectStore(KNOWN).get(key)) : undefined;
  } catch {
    return undefined;
  }
}

export async function putKnown(key: string, value: unknown): Promise<void> {
  try {
    const open = await theDatabase();
    open?.transaction(KNOWN, 'readwrite').objectStore(KNOWN).put(value, key);
  } catch {
    return;
  }
}

export async function dropKnown(key: string): Promise<void> {
  try {
    const open = await theDatabase();
    open?.transaction(KNOWN, 'readwrite').objectStore(KNOWN).delete(key);
  } catch {
    return;
  }
}
