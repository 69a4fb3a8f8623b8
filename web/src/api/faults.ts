/** What is wrong with a request, as the contract writes it. */

import type { Schemas as Shapes } from 'pung-chow-client';
import type { Fault } from '../model/responses.ts';

export type ProblemAnswer = Shapes['Problem'] | Shapes['InvalidRequest'] | Extract<Shapes['BatchResult'], { readonly problem: unknown }>['problem'];

export function faultsOf(problem: ProblemAnswer | undefined): readonly Fault[] {
  if (!problem || typeof problem !== 'object' || !('errors' in problem)) return [];
  return problem.errors.map(({ pointer = '', code, detail, parameters }) => {
    const position = (parameters as { readonly position?: unknown } | undefined)?.position;
    return { pointer, code, detail, ...(typeof position === 'number' ? { position } : {}) };
  });
}
