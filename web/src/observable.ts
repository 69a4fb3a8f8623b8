/** A value that screens can watch. */

import { useEffect, useState } from 'preact/hooks';

export interface Observable<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly watch: (listener: () => void) => () => void;
}

export function observable<Value>(first: Value): Observable<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      [...listeners].forEach((listener) => listener());
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useObservable<Value>(source: Observable<Value>): Value {
  const [seen, see] = useState(source.get);
  useEffect(() => {
    const look = (): void => see(() => source.get());
    look();
    return source.watch(look);
  }, [source]);
  return seen;
}
