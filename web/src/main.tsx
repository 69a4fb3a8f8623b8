import { effect } from '@preact/signals';
import { Fragment, options, render } from 'preact';
import { App } from './app.tsx';
import { isWritten, restored } from './keep/storage.ts';
import { isOpen } from './keep/store.ts';
import { fetchAll } from './parts/later.tsx';
import { showTiles } from './service/sprite.ts';
import { CATALOGUES } from './words/catalogues.ts';
import { language } from './words/language.ts';
import { sayBy } from './words/say.ts';
import './style/base.css';
import './style/parts.css';
import './style/screens.css';

/** Another language is there before the first word is drawn; where it cannot be fetched, the page is in English. */
async function speak(): Promise<void> {
  if (language !== 'en') {
    const [words, { tellAll }] = await Promise.all([CATALOGUES[language](), import('./words/tell.ts')]);
    sayBy(tellAll(words.default, { Fragment, options }));
    document.documentElement.lang = language;
  }
}

async function draw(): Promise<void> {
  const [isOld] = await Promise.all([restored(), speak().catch(() => undefined)]);
  if (isOld) return location.reload();
  const page = document.getElementById('page');
  if (page) render(<App />, page);
}

void draw();
void showTiles();

/** For whoever would pull the plug: whether everything that was tapped is on the disk. */
effect(() => {
  document.documentElement.dataset.written = String(isWritten.value);
});

const ADDRESS_OF_THE_WORKER = '/sw.js';

/** With a sitting to be kept, the page is kept too, to be there without a network; a browser that cannot does without. */
effect(() => {
  if (!import.meta.env.PROD || !isOpen.value || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register(ADDRESS_OF_THE_WORKER).catch(() => undefined);
});

const A_QUIET_MOMENT_MS = 2_000;

effect(() => {
  if (isOpen.value) setTimeout(() => void fetchAll(), A_QUIET_MOMENT_MS);
});
