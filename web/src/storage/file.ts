/** Files to and from the phone, and its own way of sharing. */

export const fileName = (now: Date, kind: string): string => `mahjong-${now.toISOString().slice(0, 10)}.${kind}`;

export function saveFile(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }));
}

function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

/** Whether a host's name means, on every device, that device itself. */
export const isOnlyHere = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(host);

export type Shared = 'shared' | 'copied' | 'kept';

/** By the phone's own sheet; else to the clipboard. */
export async function share(data: { readonly text?: string; readonly url?: string }): Promise<Shared> {
  try {
    if (navigator.share) {
      await navigator.share(data);
      return 'shared';
    }
    await navigator.clipboard.writeText(data.url ?? data.text ?? '');
    return 'copied';
  } catch {
    return 'kept';
  }
}

/** A picture by the phone's own sheet; else as a file. */
export async function sharePicture(name: string, blob: Blob): Promise<void> {
  const files = [new File([blob], name, { type: blob.type })];
  try {
    if (navigator.canShare?.({ files })) {
      await navigator.share({ files });
      return;
    }
  } catch {
    return;
  }
  saveBlob(name, blob);
}
