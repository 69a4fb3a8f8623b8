/** The end of the evening as a picture, drawn without a font of its own. */

const WIDTH = 1080;
const LINE = 76;
const EDGE = 64;
const PAPER = '#f4eee0';
const INK = '#22261f';

/** The first line is the head. */
export function picture(lines: readonly string[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = 2 * EDGE + lines.length * LINE;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = INK;
  pen.textBaseline = 'top';
  for (const [at, line] of lines.entries()) {
    pen.font = at === 0 ? 'bold 56px serif' : '44px sans-serif';
    // A long line is written smaller, not narrower.
    const room = Math.min(1, (WIDTH - 2 * EDGE) / pen.measureText(line).width);
    pen.font = pen.font.replace(/\d+/, (size) => String(Math.floor(Number(size) * room)));
    pen.fillText(line, EDGE, EDGE + at * LINE);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** A text as a QR code, to be shown in an image: a code is read by cameras only with a quiet edge and sharp squares. */
export async function codeOf(text: string): Promise<string> {
  const { generate } = await import('lean-qr');
  return generate(text).toDataURL({ on: [0, 0, 0], off: [255, 255, 255], scale: 4, pad: 4 });
}
