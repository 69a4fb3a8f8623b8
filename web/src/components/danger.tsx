import type { DangerResponse } from '../model/responses.ts';
import { Choice } from './choice.tsx';
import { t } from '../i18n/game.ts';

const RULINGS = [
  {
    value: undefined,
    get label() {
      return t('by-the-book');
    },
  },
  {
    value: true,
    get label() {
      return t('excused');
    },
  },
  {
    value: false,
    get label() {
      return t('not-excused');
    },
  },
];

/** Of a hand that the table counted, the table alone can say that the discard was dangerous. */
const RULINGS_BY_COUNT = [
  {
    value: undefined,
    get label() {
      return t('not-dangerous');
    },
  },
  {
    value: true,
    get label() {
      return t('excused');
    },
  },
  {
    value: false,
    get label() {
      return t('not-excused');
    },
  },
];

interface RulingProps {
  readonly byCount?: boolean;
  readonly chosen: boolean | undefined;
  readonly choose: (excused: boolean | undefined) => void;
}

/** The table's own word on a dangerous discard; by default the service decides it from the hands. */
export const Ruling = ({ byCount = false, ...props }: RulingProps) => (
  <Choice
    legend={byCount ? t('was-the-discard-dangerous') : t('was-the-discard-excused')}
    kind="inline"
    offers={byCount ? RULINGS_BY_COUNT : RULINGS}
    {...props}
  />
);

/** The layout goes by a letter in the old books, by a word in those of today; a table's own word may name none. */
function dangerWords(letters: readonly string[]): string {
  if (letters.length === 0) return t('danger');
  return letters.every((letter) => letter.length === 1)
    ? t(
        'danger-letter',
        letters.reduce((one, other) => t('and-last', one, other)),
      )
    : t('danger-layout', letters.join(', '));
}

/** The penalty for a dangerous discard: by which layout, and which excuses were looked at. */
export const Danger = ({ response }: { readonly response: DangerResponse }) => (
  <div class="danger-box">
    <p>
      <b>{dangerWords(response.letters)}</b> {response.excused ? t('danger-excused') : t('discarder-pays-for-all')}
    </p>
    {response.excuses.length > 0 && (
      <ul>
        {response.excuses.map(({ letter, excuse, held, text }) => (
          <li key={letter + excuse} class="soft">
            {held ? t('excuse', text) : t('no-excuse', text)}
          </li>
        ))}
      </ul>
    )}
  </div>
);
