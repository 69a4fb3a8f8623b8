/** Pictures that leave the page: the card of an evening, and a link as a code. */

import { type CardFacts, card } from '../model/card.ts';

/** What the sprite in the page draws; nothing of a tile that it lacks. */
const drawn = (tile: string): string => document.getElementById(tile)?.innerHTML ?? '';

const loaded = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The card cannot be drawn.'));
    image.src = source;
  });

/** The card as an image that chats take; null where the browser cannot draw it. */
export async function picture(facts: Omit<CardFacts, 'drawn'>): Promise<Blob | null> {
  const { svg, width, height } = card({ ...facts, drawn });
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** A text as a QR code, to be shown in an image: a code is read by cameras only with a quiet edge and sharp squares. */
export async function codeOf(text: string): Promise<string> {
  const { generate } = await import('lean-qr');
  return generate(text).toDataURL({ on: [0, 0, 0], off: [255, 255, 255], scale: 4, pad: 4 });
}
