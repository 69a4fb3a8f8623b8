/** A sitting in a link: the exported file, made small, in the fragment that no server sees. */

const PLAIN = 'p';
const SMALL = 'd';

function toText(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function packed(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === 'undefined') return PLAIN + toText(bytes);
  return SMALL + toText(await through(bytes, new CompressionStream('deflate-raw')));
}

/** Null where the link was cut or is none. */
export async function unpacked(link: string): Promise<string | null> {
  try {
    const bytes = toBytes(link.slice(1));
    if (link.startsWith(PLAIN)) return new TextDecoder().decode(bytes);
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}
