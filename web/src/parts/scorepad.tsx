import { number } from '../model/words.ts';
import { Roving } from './roving.tsx';

/** What losing hands most often come to: one tap enters such a score whole. */
const QUICK = [0, 2, 4, 8, 10, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
const MOST = 10_000_000;

interface ScorepadProps {
  readonly score: number | undefined;
  readonly set: (score: number | undefined) => void;
  /** A whole score was entered with one tap. */
  readonly done: (score: number) => void;
}

/** A score in figures: the usual ones whole, any other digit by digit. */
export function Scorepad({ score, set, done }: ScorepadProps) {
  const digit = (each: number): void => {
    const next = (score ?? 0) * 10 + each;
    if (next < MOST) set(next);
  };
  const back = (): void => set(score === undefined || score < 10 ? undefined : Math.floor(score / 10));
  const keys = Object.fromEntries([...DIGITS.map((each) => [String(each), () => digit(each)]), ['Backspace', back]]);
  return (
    <div class="keypad">
      <Roving kind="keys quick" label="Usual scores" columns={8} keys={keys}>
        {QUICK.map((each) => (
          <button key={each} type="button" data-score={each} onClick={() => done(each)}>
            {number(each)}
          </button>
        ))}
      </Roving>
      <Roving kind="keys digits" label="Digits" columns={6} keys={keys}>
        {DIGITS.map((each) => (
          <button key={each} type="button" data-digit={each} onClick={() => digit(each)}>
            {each}
          </button>
        ))}
        <button class="take-back" type="button" aria-disabled={score === undefined} onClick={back}>
          <span aria-hidden="true">⌫</span>
          <span class="unseen">Take back the last digit</span>
        </button>
      </Roving>
    </div>
  );
}
