/** What is wrong with a request, as the contract writes it. */

import type { Schemas as Shapes } from 'pung-chow-client';
import { tilesOf } from '../model/tiles.ts';
import type { Facts, Fault } from '../model/responses.ts';

export type ProblemAnswer =
  | Shapes['Problem']
  | Shapes['InvalidRequest']
  | Extract<Shapes['BatchResult'], { readonly problem: unknown }>['problem'];

const TILES = /^(\d+[mpszfy])+$/;

/** Each tile that a fact names. */
const tilesIn = (facts: Facts): readonly string[] =>
  Object.values(facts)
    .flat()
    .flatMap((value) => (typeof value === 'string' && TILES.test(value) ? tilesOf(value) : []));

export function faultsOf(problem: ProblemAnswer | undefined): readonly Fault[] {
  if (!problem || typeof problem !== 'object' || !('errors' in problem)) return [];
  return problem.errors.map(({ pointer = '', code, detail, message_key: key, facts }) => {
    const known: Facts = facts ?? {};
    const { position } = known;
    const tiles = tilesIn(known);
    return {
      pointer,
      code,
      detail,
      key,
      facts: known,
      ...(typeof position === 'number' ? { position } : {}),
      ...(tiles.length > 0 ? { tiles } : {}),
    };
  });
}
