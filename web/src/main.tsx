import { restored } from './keep/storage.ts';
import { fetchTexts } from './words/texts.ts';
import './style/base.css';
import './style/parts.css';
import './style/screens.css';

/** The texts are there before any screen is: they stand in constants too. */
async function begin(): Promise<void> {
  const [isOld, { draw }] = await Promise.all([restored(), fetchTexts().then(() => import('./app.tsx'))]);
  if (isOld) return location.reload();
  draw();
}

void begin();
