/** One request to the service: its answer, its faults, or the news that it is away. */

import type { Fault, Problem } from './shapes.ts';

export type Told<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] }
  | { readonly kind: 'away' };

const PATIENCE_MS = 10_000;

async function reply(path: string, body: string | null, signal: AbortSignal): Promise<Response> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  if (body === null) return fetch(path, { signal: patience });
  return fetch(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' }, signal: patience });
}

export async function send<Answer>(path: string, body: string | null, signal: AbortSignal): Promise<Told<Answer>> {
  try {
    const response = await reply(path, body, signal);
    if (response.ok) return { kind: 'answer', answer: (await response.json()) as Answer };
    if (response.status >= 500 || response.status === 429) return { kind: 'away' };
    const problem = (await response.json()) as Problem;
    return { kind: 'refused', faults: 'errors' in problem ? problem.errors : [] };
  } catch {
    return { kind: 'away' };
  }
}
