import { restore } from './storage/storage.ts';
import { showTiles } from './api/sprite.ts';
import { fetchBuiltIn } from './api/built-in.ts';
import { fetchTexts } from './i18n/texts.ts';
import './style/base.css';
import './style/components.css';
import './style/layout.css';

/** What is kept and the texts are there before any screen is. */
async function begin(): Promise<void> {
  await Promise.all([restore(), fetchTexts(), fetchBuiltIn()]);
  const { draw } = await import('./app.tsx');
  draw();
}

void showTiles();
void begin();
