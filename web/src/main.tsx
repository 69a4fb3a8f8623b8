import { restore } from './keep/storage.ts';
import { showTiles } from './service/sprite.ts';
import { fetchTexts } from './words/texts.ts';
import './style/base.css';
import './style/parts.css';
import './style/screens.css';

/** What is kept and the texts are there before any screen is. */
async function begin(): Promise<void> {
  await Promise.all([restore(), fetchTexts()]);
  const { draw } = await import('./app.tsx');
  draw();
}

void showTiles();
void begin();
