import type { Fault } from '../service/shapes.ts';

/** What is still to come, rather than wrong. */
const MISSING: ReadonlySet<Fault['code']> = new Set(['wrong-number-of-tiles', 'incomplete-hand', 'missing-member', 'too-few-heads'] as const);

export const isMissing = (fault: Fault): boolean => MISSING.has(fault.code);

interface FaultsProps {
  readonly faults: readonly Fault[];
}

/** The service's own words, at the place that its pointer names. */
export function Faults({ faults }: FaultsProps) {
  if (faults.length === 0) return null;
  return (
    <ul class="faults">
      {faults.map((fault) => (
        <li key={fault.pointer + fault.detail} class={isMissing(fault) ? 'missing' : 'wrong'} data-pointer={fault.pointer}>
          {fault.detail}
        </li>
      ))}
    </ul>
  );
}
