/** Questions that follow what is on the screen: the newest one counts, and it is put again until the service is back. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Told } from './request.ts';
import { away, pause } from './connection.ts';

/** A tap is often followed by another: one question for both. */
const REST_MS = 120;

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));

export type Ask<Answer> = (stop: AbortSignal) => Promise<Told<Answer>>;

/** Requested once, for a button that was pressed. */
export async function requestOnce<Answer>(ask: Ask<Answer>): Promise<Told<Answer>> {
  const told = await ask(new AbortController().signal);
  away.value = told.kind === 'away';
  return told;
}

/** Asks until there is an answer or a refusal; nothing when the question was dropped meanwhile. */
async function requestUntilTold<Answer>(ask: Ask<Answer>, stop: AbortSignal): Promise<Told<Answer> | null> {
  for (let failures = 0; !stop.aborted; failures += 1) {
    const told = await ask(stop);
    if (stop.aborted) return null;
    away.value = told.kind === 'away';
    if (told.kind !== 'away') return told;
    await pause(failures, stop);
  }
  return null;
}

export interface Requested<Question, Answer> {
  /** The newest reply, which may be to an earlier question. */
  readonly told: Told<Answer> | null;
  /** What it replies to. */
  readonly to: Question | null;
  /** Whether that is this question. */
  readonly fresh: boolean;
}

interface Reply<Question, Answer> {
  readonly told: Told<Answer>;
  readonly to: Question;
}

/** `question` is compared by itself: the same value is not asked twice. Null is no question at all. */
export function useRequest<Question, Answer>(
  question: Question | null,
  ask: (question: Question, stop: AbortSignal) => Promise<Told<Answer>>,
): Requested<Question, Answer> {
  const [reply, setReply] = useState<Reply<Question, Answer> | null>(null);
  const put = useRef(ask);
  put.current = ask;
  useEffect(() => {
    if (question === null) return undefined;
    const stop = new AbortController();
    void rest()
      .then(() => requestUntilTold((signal) => put.current(question, signal), stop.signal))
      .then((told) => told && setReply({ told, to: question }));
    return () => stop.abort();
  }, [question]);
  return { told: reply?.told ?? null, to: reply?.to ?? null, fresh: reply !== null && reply.to === question };
}
