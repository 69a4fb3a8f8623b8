import { beforeEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
let tellOfWriting: (event: { readonly key: string }) => void = () => undefined;

/** The storage of a browser; its keys are its own properties. */
const storage = new Proxy(
  {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  },
);

/** A page that opened while nothing was kept. */
async function opened() {
  vi.resetModules();
  const checked = await import('../src/storage/checked.ts');
  const store = await import('../src/storage/store.ts');
  await checked.fetchFormsIfStored();
  store.openStored();
  return { ...checked, ...store };
}

/** Another tab has another build, or is broken: what it keeps is no session here. */
function otherTabBegins(session: string): void {
  stored.set('scorekeeper/sitting/theirs', session);
  stored.set('scorekeeper/open', 'theirs');
  stored.set('scorekeeper/stamp', 'written by another tab');
  tellOfWriting({ key: 'scorekeeper/stamp' });
}

const PLAYERS = ['Ann', 'Ben', 'Cem', 'Dot'];
const SHEET = { ruleset: 'bmja', players: PLAYERS, options: {}, entries: [] };

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('addEventListener', (_: string, react: typeof tellOfWriting) => {
    tellOfWriting = react;
  });
});

describe('a page that opened while nothing was kept', () => {
  it.each(['{"id":', '{"id":"theirs"}'])(
    'puts aside what another tab then kept and cannot be read: %s',
    async (text) => {
      const page = await opened();
      otherTabBegins(text);
      await vi.waitFor(() => expect(page.setAside()).toEqual(['aside/sitting/theirs']));
      expect(page.state.value).toBeNull();
      expect(stored.get('scorekeeper/aside/sitting/theirs')).toBe(text);
    },
  );

  it('opens the session that another tab then began', async () => {
    const page = await opened();
    otherTabBegins(JSON.stringify({ id: 'theirs', begun: 1, sheet: SHEET, past: [], future: [] }));
    await vi.waitFor(() => expect(page.state.value?.session.sheet.players).toEqual(PLAYERS));
  });

  it('reads nothing of another tab before the checks are there, and what it wrote itself', async () => {
    const page = await opened();
    stored.set('scorekeeper/people', '{"players": 7}');
    expect(page.remembered().players).toEqual([]);
    page.begin(SHEET as Parameters<typeof page.begin>[0]);
    expect(page.state.value?.session.sheet.players).toEqual(PLAYERS);
    expect(page.remembered().players).toEqual(PLAYERS);
  });
});
