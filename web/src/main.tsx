import { render } from 'preact';
import { App } from './app.tsx';
import { showTiles } from './service/sprite.ts';
import './style/base.css';
import './style/parts.css';
import './style/screens.css';

const page = document.getElementById('page');
if (page) render(<App />, page);
void showTiles();
