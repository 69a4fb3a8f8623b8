import { draw } from './app.tsx';
import { restore } from './storage/storage.ts';
import { fetchFormsIfStored } from './storage/checked.ts';
import { showTiles } from './api/sprite.ts';
import { fetchBuiltIn } from './api/built-in.ts';
import { fetchTexts } from './i18n/texts.ts';
import './style/base.css';
import './style/components.css';
import './style/layout.css';
import './screens/terms.css';

/** What is kept and the texts are there before any screen is; the tiles, which the first one only decorate, after it. */
async function begin(): Promise<void> {
  await Promise.all([restore().then(fetchFormsIfStored), fetchTexts(), fetchBuiltIn()]);
  draw();
  await showTiles();
}

void begin();
