import { up } from '../router.ts';
import { Bar } from '../components/bar.tsx';
import { t } from '../i18n/game.ts';
import './help.css';

const WORDS = [
  ['help-sets', 'help-sets-means'],
  ['on-the-table', 'help-laid-down-means'],
  ['help-limit', 'help-limit-means'],
  ['help-loose-tile', 'help-loose-tile-means'],
  ['washed-tiles', 'help-washed-tiles-means'],
  ['help-goulash', 'help-goulash-means'],
  ['dead-hand', 'help-dead-hand-means'],
  ['help-standing-hand', 'help-standing-hand-means'],
  ['help-heads', 'help-heads-means'],
  ['help-simples', 'help-simples-means'],
] as const;

/** A name, the same in every language. */
const WORKER_LIBRARY = 'workbox';

/** A line for each word that a newcomer may not know. */
export function HelpScreen() {
  return (
    <main>
      <Bar title={t('words')} back={{ label: t('back'), go: () => up({ screen: 'terms' }) }} />
      <dl class="stack help">
        {WORDS.map(([word, meaning]) => (
          <div key={word}>
            <dt>
              <b>{t(word)}</b>
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
      <p class="stack">
        <a href="/static/licences.txt">{t('licences')}</a> <a href="/static/licence-workbox.txt">{WORKER_LIBRARY}</a>
      </p>
    </main>
  );
}
