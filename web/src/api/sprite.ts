/** The tiles, fetched once and put into the page, so that they stay while the service is away. */

import { pause } from './connection.ts';

const ADDRESS = '/tiles.svg';

async function fetched(): Promise<string | null> {
  try {
    const response = await fetch(ADDRESS);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

export async function showTiles(): Promise<void> {
  const never = new AbortController().signal;
  for (let failures = 0; ; failures += 1) {
    const text = await fetched();
    if (text !== null) {
      const sprite = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
      sprite.setAttribute('class', 'sprite');
      sprite.setAttribute('aria-hidden', 'true');
      document.body.prepend(sprite);
      return;
    }
    await pause(failures, never);
  }
}
