import type { ComponentChild } from 'preact';
import { useRef } from 'preact/hooks';
import { isolated, number } from '../model/words.ts';
import { t } from '../i18n/game.ts';
import { Pad } from './pad.tsx';
import { Roving } from './roving.tsx';

/** What losing hands most often come to: one tap enters such a score whole. */
const USUAL = [0, 2, 4, 8, 10, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96];
/** Nobody goes Mah-Jong for less than 20 by most rulebooks: the lower scores come last. */
const FIRST_OF_A_WINNER = USUAL.indexOf(20);
const OF_A_WINNER = [...USUAL.slice(FIRST_OF_A_WINNER), ...USUAL.slice(0, FIRST_OF_A_WINNER)];
const DOUBLES = [0, 1, 2, 3, 4, 5, 6, 7];
/** As on a telephone's calculator; the key that takes back is the last. */
const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '00', '0'];
const MOST = 10_000_000;
const MOST_POINTS = 1_001;

interface UsualProps {
  /** Whose score it is. */
  readonly name: string;
  readonly player: number;
  readonly isWinner: boolean;
  readonly score: number | undefined;
  readonly set: (score: number) => void;
}

/** The usual scores of one player. */
export const UsualScores = ({ name, player, isWinner, score, set }: UsualProps) => (
  <div class="usual" data-of={player}>
    <Roving kind="chips" label={t('usual-scores-of', isolated(name))} columns={0}>
      {(isWinner ? OF_A_WINNER : USUAL).map((each) => (
        <button key={each} type="button" data-score={each} aria-pressed={score === each} onClick={() => set(each)}>
          {number(each)}
        </button>
      ))}
    </Roving>
  </div>
);

interface DigitsProps {
  readonly value: number | undefined;
  readonly most: number;
  readonly above?: ComponentChild;
  readonly set: (value: number | undefined) => void;
}

/** A number, digit by digit; by a keyboard too. The first digit replaces a number that was not entered here. */
function Digits({ value, most, above, set }: DigitsProps) {
  const entered = useRef<number | undefined>(undefined);
  const becomes = (next: number | undefined): void => {
    entered.current = next;
    set(next);
  };
  const digit = (each: string): void => {
    const before = value === entered.current ? (value ?? '') : '';
    const next = Number(`${before}${each}`);
    if (next < most) becomes(next);
  };
  const back = value === undefined ? null : () => becomes(value < 10 ? undefined : Math.floor(value / 10));
  const keys = Object.fromEntries(DIGITS.map((each) => [each, () => digit(each)]));
  return (
    <Pad
      kind="digits-pad"
      label={t('digits')}
      columns={3}
      above={above}
      keys={keys}
      takeBack={back}
      takeBackName={t('take-back-digit')}
      takeBackAt={DIGITS.length}
    >
      {DIGITS.map((each) => (
        <button key={each} type="button" data-digit={each} onClick={() => digit(each)}>
          {each}
        </button>
      ))}
    </Pad>
  );
}

interface ScorepadProps {
  readonly score: number | undefined;
  readonly set: (score: number | undefined) => void;
}

export const Scorepad = ({ score, set }: ScorepadProps) => <Digits value={score} most={MOST} set={set} />;

interface PointpadProps {
  readonly points: number | undefined;
  readonly doubles: number;
  readonly set: (points: number | undefined, doubles: number) => void;
}

/** Points, and how often they are doubled. */
export function Pointpad({ points, doubles, set }: PointpadProps) {
  const above = (
    <>
      <p class="pad-label">{t('how-often-it-is-doubled')}</p>
      <Roving kind="chips" label={t('how-often-it-is-doubled')} columns={0}>
        {DOUBLES.map((each) => (
          <button
            key={each}
            type="button"
            data-doubles={each}
            aria-pressed={doubles === each}
            onClick={() => set(points, each)}
          >
            {each}
          </button>
        ))}
      </Roving>
      <p class="pad-label">{t('points')}</p>
    </>
  );
  return <Digits value={points} most={MOST_POINTS} above={above} set={(next) => set(next, doubles)} />;
}
