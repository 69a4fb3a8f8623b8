/** A session in a link: the exported file, made small, in the fragment that no server sees. */

const PLAIN = 'p';
const SMALL = 'd';

function toText(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** More than a thousand deals come to: what a short link unpacks to has no other end. */
const MOST_BYTES = 4_000_000;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('more than a game');
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function packed(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === 'undefined') return PLAIN + toText(bytes);
  return SMALL + toText(await through(bytes, new CompressionStream('deflate-raw')));
}

/** Null where the link was cut, is none, or holds more than a game. */
export async function unpacked(link: string): Promise<string | null> {
  try {
    if (link.length > MOST_BYTES) return null;
    const bytes = toBytes(link.slice(1));
    if (link.startsWith(PLAIN)) return new TextDecoder().decode(bytes);
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}
