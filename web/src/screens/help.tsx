import { up } from '../keep/route.ts';
import { Bar } from '../parts/bar.tsx';

const WORDS: readonly (readonly [string, string])[] = [
  ['Loose tile', 'The tile drawn from the end of the wall after a kong, a flower or a season.'],
  ['Washed tiles', 'A player who is dealt nine or more different heads calls the deal off.'],
  ['Dead hand', 'A hand with a wrong number of tiles: it cannot win.'],
  ['Standing hand', 'A hand that was declared waiting from the start and not changed after it.'],
  ['Heads', 'Ones, nines, winds and dragons.'],
];

/** A line for each word that a newcomer may not know. */
export function HelpScreen() {
  return (
    <main>
      <Bar title="Words" back={{ label: 'Back', go: () => up({ screen: 'terms' }) }} />
      <dl class="stack help">
        {WORDS.map(([word, meaning]) => (
          <div key={word}>
            <dt>
              <b>{word}</b>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
