import type { Fault } from '../model/responses.ts';
import { faultWords, isolated, placeWords } from '../model/words.ts';

/** What is still to come, rather than wrong. */
const MISSING: ReadonlySet<string> = new Set([
  'wrong-number-of-tiles',
  'incomplete-hand',
  'missing-member',
  'too-few-heads',
]);

export const isMissing = (fault: Fault): boolean => MISSING.has(fault.code);

interface FaultsProps {
  readonly faults: readonly Fault[];
  /** Given where the faults of a whole session stand together: each then names its entry and player. */
  readonly players?: readonly string[];
  /** Given where those of several hands stand together. */
  readonly whose?: string;
  readonly id?: string;
}

/** The service's own words, at the place that its pointer names. */
export function Faults({ faults, players, whose, id }: FaultsProps) {
  if (faults.length === 0) return null;
  return (
    <ul class="faults" id={id}>
      {faults.map((fault) => (
        <li
          key={fault.pointer + fault.detail}
          class={isMissing(fault) ? 'missing' : 'wrong'}
          data-pointer={fault.pointer}
        >
          {whose !== undefined && <b>{`${isolated(whose)}: `}</b>}
          {players && placeWords(fault.pointer, players) !== '' && <b>{`${placeWords(fault.pointer, players)}: `}</b>}
          {faultWords(fault)}
        </li>
      ))}
    </ul>
  );
}
