/** Questions that follow what is on the screen: the newest one counts, and it is put again until the service is back. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Reply } from './request.ts';
import { away, pause } from './connection.ts';

/** A tap is often followed by another: one question for both. */
const REST_MS = 120;

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));

export type Ask<Answer> = (stop: AbortSignal) => Promise<Reply<Answer>>;

/** Requested once, for a button that was pressed. */
export async function requestOnce<Answer>(ask: Ask<Answer>): Promise<Reply<Answer>> {
  const reply = await ask(new AbortController().signal);
  away.value = reply.kind === 'away';
  return reply;
}

/** Asks until there is an answer or a refusal; nothing when the question was dropped meanwhile. */
async function requestUntilAnswered<Answer>(ask: Ask<Answer>, stop: AbortSignal): Promise<Reply<Answer> | null> {
  for (let failures = 0; !stop.aborted; failures += 1) {
    const reply = await ask(stop);
    if (stop.aborted) return null;
    away.value = reply.kind === 'away';
    if (reply.kind !== 'away') return reply;
    await pause(failures, stop);
  }
  return null;
}

export interface Requested<Question, Answer> {
  /** The newest reply, which may be to an earlier question. */
  readonly reply: Reply<Answer> | null;
  /** What it replies to. */
  readonly to: Question | null;
  /** Whether that is this question. */
  readonly fresh: boolean;
}

interface Newest<Question, Answer> {
  readonly reply: Reply<Answer>;
  readonly to: Question;
}

/** `question` is compared by itself: the same value is not asked twice. Null is no question at all. */
export function useRequest<Question, Answer>(
  question: Question | null,
  ask: (question: Question, stop: AbortSignal) => Promise<Reply<Answer>>,
): Requested<Question, Answer> {
  const [newest, setReply] = useState<Newest<Question, Answer> | null>(null);
  const put = useRef(ask);
  put.current = ask;
  useEffect(() => {
    if (question === null) return undefined;
    const stop = new AbortController();
    void rest()
      .then(() => requestUntilAnswered((signal) => put.current(question, signal), stop.signal))
      .then((reply) => reply && setReply({ reply, to: question }));
    return () => stop.abort();
  }, [question]);
  return { reply: newest?.reply ?? null, to: newest?.to ?? null, fresh: newest !== null && newest.to === question };
}
