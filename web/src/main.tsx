import { render } from 'preact';
import { App } from './app.tsx';
import { showTiles } from './service/sprite.ts';
import './style/base.css';
import './style/parts.css';
import './style/screens.css';

const page = document.getElementById('page');
if (page) render(<App />, page);
void showTiles();

/** Serves the page itself while the network is away; a browser without it does without. */
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
