import { up } from '../router.ts';
import { Bar } from '../components/bar.tsx';
import { t } from '../i18n/game.ts';
import './help.css';

const WORDS: readonly (readonly [string, string])[] = [
  [t('help-sets'), t('help-sets-means')],
  [t('on-the-table'), t('help-laid-down-means')],
  [t('help-limit'), t('help-limit-means')],
  [t('help-loose-tile'), t('help-loose-tile-means')],
  [t('washed-tiles'), t('help-washed-tiles-means')],
  [t('help-goulash'), t('help-goulash-means')],
  [t('dead-hand'), t('help-dead-hand-means')],
  [t('help-standing-hand'), t('help-standing-hand-means')],
  [t('help-heads'), t('help-heads-means')],
];

/** A line for each word that a newcomer may not know. */
export function HelpScreen() {
  return (
    <main>
      <Bar title={t('words')} back={{ label: t('back'), go: () => up({ screen: 'terms' }) }} />
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
