import type { DangerTold } from '../model/told.ts';
import { Choice } from './choice.tsx';

const RULINGS = [
  { value: undefined, label: 'By the book' },
  { value: true, label: 'Excused' },
  { value: false, label: 'Not excused' },
];

/** Of a hand that the table counted, the table alone can say that the discard was dangerous. */
const RULINGS_BY_COUNT = [
  { value: undefined, label: 'Not dangerous' },
  { value: true, label: 'Excused' },
  { value: false, label: 'Not excused' },
];

interface RulingProps {
  readonly byCount?: boolean;
  readonly chosen: boolean | undefined;
  readonly choose: (excused: boolean | undefined) => void;
}

/** The table's own word on a dangerous discard; by default the service decides it from the hands. */
export const Ruling = ({ byCount = false, ...props }: RulingProps) => (
  <Choice legend={byCount ? 'Was the discard dangerous?' : 'Was the discard excused?'} kind="inline" offers={byCount ? RULINGS_BY_COUNT : RULINGS} {...props} />
);

/** The layout goes by a letter in the old books, by a word in those of today; a table's own word may name none. */
function layouts(letters: readonly string[]): string {
  if (letters.length === 0) return '';
  return letters.every((letter) => letter.length === 1) ? ` by letter ${letters.join(' and ')}` : ` (${letters.join(', ')})`;
}

/** The penalty for a dangerous discard: by which layout, and which excuses were looked at. */
export const Danger = ({ told }: { readonly told: DangerTold }) => (
  <div class="danger-box">
    <p>
      <b>A dangerous discard</b>
      {layouts(told.letters)}: {told.excused ? 'excused.' : 'the discarder pays for all.'}
    </p>
    {told.excuses.length > 0 && (
      <ul>
        {told.excuses.map(({ letter, excuse, held, text }) => (
          <li key={letter + excuse} class="soft">
            {held ? 'Excuse: ' : 'No excuse: '}
            {text}
          </li>
        ))}
      </ul>
    )}
  </div>
);
