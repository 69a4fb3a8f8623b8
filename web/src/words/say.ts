/** The page's English in the reader's language where nothing is drawn: a window's title, a text that is shared, a file. */

import type { Tell } from './told.ts';

let told: Tell = (english) => english;

export const say: Tell = (english) => told(english);

export function sayBy(tell: Tell): void {
  told = tell;
}
