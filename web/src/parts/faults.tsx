import type { Fault } from '../model/told.ts';
import { faultWords } from '../model/words.ts';

/** What is still to come, rather than wrong. */
const MISSING: ReadonlySet<string> = new Set(['wrong-number-of-tiles', 'incomplete-hand', 'missing-member', 'too-few-heads']);

export const isMissing = (fault: Fault): boolean => MISSING.has(fault.code);

/** The service's own words, at the place that its pointer names. */
export function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul class="faults">
      {faults.map((fault) => (
        <li key={fault.pointer + fault.detail} class={isMissing(fault) ? 'missing' : 'wrong'} data-pointer={fault.pointer}>
          {faultWords(fault)}
        </li>
      ))}
    </ul>
  );
}
