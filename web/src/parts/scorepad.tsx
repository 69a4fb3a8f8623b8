import { number } from '../model/words.ts';
import { Roving } from './roving.tsx';
import { t } from '../words/game.ts';

/** What losing hands most often come to: one tap enters such a score whole. */
const QUICK = [0, 2, 4, 8, 10, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96];
const DOUBLES = [0, 1, 2, 3, 4, 5, 6, 7];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
const MOST = 10_000_000;
const MOST_POINTS = 1_001;

interface DigitsProps {
  readonly value: number | undefined;
  readonly most: number;
  readonly set: (value: number | undefined) => void;
}

/** By a keyboard too, wherever on the pad it stands. */
function digitKeys({ value, most, set }: DigitsProps) {
  const digit = (each: number): void => {
    const next = (value ?? 0) * 10 + each;
    if (next < most) set(next);
  };
  const back = (): void => set(value === undefined || value < 10 ? undefined : Math.floor(value / 10));
  return { digit, back, keys: Object.fromEntries([...DIGITS.map((each) => [String(each), () => digit(each)]), ['Backspace', back]]) };
}

function Digits(props: DigitsProps) {
  const { digit, back, keys } = digitKeys(props);
  return (
    <Roving kind="keys digits" label={t('digits')} columns={6} keys={keys}>
      {DIGITS.map((each) => (
        <button key={each} type="button" data-digit={each} onClick={() => digit(each)}>
          {each}
        </button>
      ))}
      <button class="take-back" type="button" aria-disabled={props.value === undefined} onClick={back}>
        <span aria-hidden="true">⌫</span>
        <span class="unseen">{t('take-back-digit')}</span>
      </button>
    </Roving>
  );
}

interface ScorepadProps {
  readonly score: number | undefined;
  readonly set: (score: number | undefined) => void;
  /** A whole score was entered with one tap. */
  readonly done: (score: number) => void;
}

/** A score in figures: the usual ones whole, any other digit by digit. */
export function Scorepad({ score, set, done }: ScorepadProps) {
  const digits = { value: score, most: MOST, set };
  return (
    <div class="keypad">
      <Roving kind="keys quick" label={t('usual-scores')} columns={8} keys={digitKeys(digits).keys}>
        {QUICK.map((each) => (
          <button key={each} type="button" data-score={each} onClick={() => done(each)}>
            {number(each)}
          </button>
        ))}
      </Roving>
      <Digits {...digits} />
    </div>
  );
}

interface PointpadProps {
  readonly points: number | undefined;
  readonly doubles: number;
  readonly set: (points: number | undefined, doubles: number) => void;
}

/** Points, and how often they are doubled. */
export function Pointpad({ points, doubles, set }: PointpadProps) {
  const digits = { value: points, most: MOST_POINTS, set: (next: number | undefined) => set(next, doubles) };
  return (
    <div class="keypad">
      <p class="soft">{t('how-often-it-is-doubled')}</p>
      <Roving kind="keys quick" label={t('how-often-it-is-doubled')} columns={8} keys={digitKeys(digits).keys}>
        {DOUBLES.map((each) => (
          <button key={each} type="button" data-doubles={each} aria-pressed={doubles === each} onClick={() => set(points, each)}>
            {each}
          </button>
        ))}
      </Roving>
      <p class="soft">{t('points')}</p>
      <Digits {...digits} />
    </div>
  );
}
