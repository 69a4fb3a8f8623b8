/** One request to the service: its answer, its faults, or the news that it is away. */

import { type Ask, Client, Problem } from 'pung-chow-client';
import type { Fault } from '../model/responses.ts';
import { faultsOf, type ProblemAnswer } from './faults.ts';
import { spoken } from '../i18n/texts.ts';
import { t } from '../i18n/page.ts';

export type Reply<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] }
  | { readonly kind: 'away' };

const PATIENCE_MS = 10_000;

/** In bytes; a smaller body fits one packet as it is. */
const WORTH_PACKING = 2_000;

/** A long evening is sent small; a browser that cannot sends it as it is. */
async function packed(request: Request): Promise<Request> {
  if (request.method !== 'POST' || typeof CompressionStream === 'undefined') return request;
  const body = await request.clone().blob();
  if (body.size < WORTH_PACKING) return request;
  const small = await new Response(body.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set('Content-Encoding', 'gzip');
  return new Request(request.url, {
    method: 'POST',
    body: small,
    headers,
    signal: request.signal,
    redirect: request.redirect,
  });
}

/** It asks once: what is away is asked again when the page sees the service, and `limited` has the patience. */
const clientFor = (language: string): Client =>
  new Client(location.origin, {
    language,
    retries: 0,
    timeout: 0,
    fetch: async (request) => fetch(await packed(request)),
  });

export let client = clientFor(spoken.peek());
spoken.subscribe((tag) => {
  client = clientFor(tag);
});

/** Ends with the question or with the patience; `AbortSignal.any` is too young for some phones. */
function limited(stop: AbortSignal): { readonly signal: AbortSignal; readonly done: () => void } {
  const both = new AbortController();
  const end = (): void => both.abort();
  const timer = setTimeout(end, PATIENCE_MS);
  if (stop.aborted) end();
  stop.addEventListener('abort', end);
  return {
    signal: both.signal,
    done: () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
    },
  };
}

const TOO_MANY = 429;
const BROKEN = 500;

/** An answer in a form that this page does not know is no absence: it is shown, and not asked for again. */
function readable<Data, Answer>(data: Data, read: (data: Data) => Answer): Reply<Answer> {
  try {
    return { kind: 'answer', answer: read(data) };
  } catch {
    const detail = t('answer-unreadable');
    return { kind: 'refused', faults: [{ pointer: '', code: 'unreadable', detail }] };
  }
}

/** A refusal is shown; a service that fails, or that a gateway keeps away, is as good as away. */
function notAnswered(error: unknown): Reply<never> {
  if (!(error instanceof Problem) || error.status >= BROKEN || error.status === TOO_MANY) return { kind: 'away' };
  return { kind: 'refused', faults: faultsOf({ ...error.document, errors: error.errors } as ProblemAnswer) };
}

export async function put<Data, Answer>(
  stop: AbortSignal,
  ask: (ask: Ask) => Promise<Data>,
  read: (data: Data) => Answer,
): Promise<Reply<Answer>> {
  const { signal, done } = limited(stop);
  try {
    return readable(await ask({ signal }), read);
  } catch (error) {
    return notAnswered(error);
  } finally {
    done();
  }
}
