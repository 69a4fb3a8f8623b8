/** Questions that follow what is on the screen: the newest one counts, and it is put again until the service is back. */

import { useEffect, useState } from 'preact/hooks';
import { pause, setAway } from './connection.ts';
import { type Told, send } from './send.ts';

/** A tap is often followed by another: one question for both. */
const REST_MS = 120;

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** Asks until there is an answer or a refusal; nothing when the question was dropped meanwhile. */
export async function askUntilTold<Answer>(path: string, body: string | null, signal: AbortSignal): Promise<Told<Answer> | null> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const told = await send<Answer>(path, body, signal);
    if (signal.aborted) return null;
    setAway(told.kind === 'away');
    if (told.kind !== 'away') return told;
    await pause(failures, signal);
  }
  return null;
}

export interface Asked<Answer> {
  /** The newest reply, which may be to an earlier question. */
  readonly told: Told<Answer> | null;
  /** The body that it replies to. */
  readonly to: string | null;
  /** Whether that is this question's. */
  readonly fresh: boolean;
}

/** `body` is the JSON of a POST, null for a GET, undefined for no question at all. */
export function useAsked<Answer>(path: string, body: string | null | undefined): Asked<Answer> {
  const [reply, setReply] = useState<{ readonly told: Told<Answer>; readonly to: string | null } | null>(null);
  useEffect(() => {
    if (body === undefined) return undefined;
    const stop = new AbortController();
    void rest()
      .then(() => askUntilTold<Answer>(path, body, stop.signal))
      .then((told) => told && setReply({ told, to: body }));
    return () => stop.abort();
  }, [path, body]);
  return { told: reply?.told ?? null, to: reply?.to ?? null, fresh: reply !== null && reply.to === body };
}
