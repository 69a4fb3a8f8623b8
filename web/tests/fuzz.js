// Taps at random inside the page, and after each one holds what is kept against a model of what must be there.
(() => {
  const PREFIX = 'scorekeeper/';
  // What leaves the page or asks a device, and what tells all these words in another language.
  const NOT_TAPPED = /^(Try again|Save as file|Open a file|Print|Share|As a |Save everything|Set this game aside|Deutsch|English|Nederlands)/;
  const ENDS = /^(Save the (deal|change)|Save$|Yes, save it|Yes, discard it|Undo|Redo|↶ Undo|↷)/;
  const MOVES_ENTRIES = /^(Save the (deal|change)|Save$|Keep the seats|Yes, save (it|the change)|Yes, change them all|They changed seats|.* plays? from now on|Undo|Redo|↶ Undo|↷|Yes, delete it$)/;
  const CHANGES_SESSION = /^(Start the game|New game|Open$|Another game|Yes, delete the game)/;
  const PLACES = ['exposed', 'claimed_kongs', 'concealed_kongs', 'concealed', 'bonus'];

  const random = (seed) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

  /** Members in one order: what is read and written again may have another. */
  const sorted = (value) => {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
  };

  // What a full storage did not take: it is in the page alone. The copy that outlives a killed browser is asked for it too.
  const untaken = new Map();
  const read = (key) => (untaken.has(key) ? untaken.get(key) : localStorage.getItem(PREFIX + key));

  /** From now on neither storage takes anything, and the database says so late. */
  let isFull = false;
  window.fillUp = () => {
    isFull = true;
    const full = new DOMException('full', 'QuotaExceededError');
    Storage.prototype.setItem = () => { throw full; };
    IDBDatabase.prototype.transaction = (store) => {
      // What the service told may be lost: only what was entered is missed.
      const missed = store === 'kept' ? untaken : new Map();
      const transaction = {
        error: full,
        objectStore: () => ({
          put: (value, key) => missed.set(key, value),
          delete: (key) => missed.set(key, null),
          get: () => { throw full; },
        }),
      };
      setTimeout(() => transaction.onabort?.());
      return transaction;
    };
  };

  const parsed = (key) => sorted(JSON.parse(read(key) ?? 'null'));
  const kept = () => {
    const open = read('open');
    return { open, session: open && parsed(`sitting/${open}`), draft: open && parsed(`draft/${open}`) };
  };

  const tilesOf = (hand) => hand.counted ? JSON.stringify(sorted(hand.counted)) : [...PLACES, 'wild'].map((place) => [hand[place] ?? ''].flat().join(' ').replaceAll(' ', '').split('').sort().join('')).join('|');
  const count = (hand) => PLACES.flatMap((place) => [hand[place] ?? ''].flat()).join('').replace(/\D/g, '').length;
  const handsOf = (entry) => (entry.type === 'deal' ? entry.hands : entry.hand ? [entry.hand] : []);
  const content = (entry, hands = handsOf(entry).map(tilesOf)) => JSON.stringify([entry.type, entry.winner ?? null, entry.win?.source ?? null, entry.player ?? null, entry.amounts ?? null, entry.reason ?? null, hands]);
  /** As above, but for where the sets of the winner lie: one that the winning tile completed on the table is kept in the hand. */
  const contentUnlaid = (entry) =>
    content(entry, handsOf(entry).map((hand, player) => tilesOf(player === entry.winner && !hand.counted ? { ...hand, concealed: [hand.concealed, ...(hand.exposed ?? [])].join(' '), exposed: [] } : hand)));
  const tiles = (draft) => (draft ? handsOf(draft.entry).reduce((sum, hand) => sum + count(hand), 0) : 0);

  function isWorthKeeping({ session, draft }) {
    if (!draft) return false;
    const { at, entry } = draft;
    if (at !== null) return content(session.sheet.entries[at] ?? {}) !== content(entry);
    return tiles(draft) > 0 || entry.win?.source !== undefined || Boolean(entry.reason);
  }

  const SAVES_LATE = /^Save( the change)?$/;

  /** What the service looks at before it is saved, as it was when that was tapped; null once it is saved or gone. */
  let inFlight = null;

  /** Whether what has changed is that this was saved, after another tap. */
  function isSavedLate(was, is) {
    if (!inFlight) return false;
    const at = inFlight.at ?? was.length;
    const others = inFlight.at === null ? was : was.toSpliced(at, 1);
    return content(is[at] ?? {}) === content(inFlight.entry) && JSON.stringify(is.toSpliced(at, 1)) === JSON.stringify(others);
  }

  const steps = ({ session }) => JSON.stringify([session.past, session.future]);

  function wrongs(label, before, after) {
    if (!before.session) return [];
    if (before.open !== after.open) {
      if (!CHANGES_SESSION.test(label)) return ['another session is open'];
      if (label === 'Yes, delete the game') return [];
      const still = { session: parsed(`sitting/${before.open}`), draft: parsed(`draft/${before.open}`) };
      return JSON.stringify(still) === JSON.stringify({ session: before.session, draft: before.draft }) ? [] : ['the session that was left has changed'];
    }
    if (!after.session) return CHANGES_SESSION.test(label) ? [] : ['the session is gone'];
    const found = [];
    const was = before.session.sheet.entries;
    const is = after.session.sheet.entries;
    const isLate = JSON.stringify(was) !== JSON.stringify(is) && isSavedLate(was, is);
    if (JSON.stringify(was) !== JSON.stringify(is)) {
      if (!MOVES_ENTRIES.test(label) && !isLate) found.push('entries have changed');
      const gone = was.filter((entry) => !is.some((other) => JSON.stringify(other) === JSON.stringify(entry)));
      for (const entry of gone) if (!steps(after).includes(JSON.stringify(entry))) found.push('an entry is gone, and no step has it');
    }
    if (/^Save the (deal|change)|^Save$|^Yes, (save (it|the change)|change them all)/.test(label) && before.draft && !after.draft) {
      const at = before.draft.at ?? was.length;
      const contentOf = before.draft.entry.win?.laid ? contentUnlaid : content;
      if (contentOf(is[at] ?? {}) !== contentOf(before.draft.entry)) found.push('what was kept is not what was entered');
    }
    if (isWorthKeeping(before)) {
      const id = before.draft.entry.id;
      const same = after.draft && after.draft.entry.id === id && after.draft.entry.type === before.draft.entry.type;
      if (!same && !ENDS.test(label) && !isLate) found.push('the entry in work is gone');
      if (!same && !JSON.stringify([steps(after), is]).includes(`"id":"${id}"`) && !JSON.stringify(is).includes(`"id":"${id}"`) && !steps(after).includes(id)) found.push('the entry in work is gone, and no step has it');
    }
    return found;
  }

  /** By how many tiles a tap on this element must change the entry in work; null where nothing is known. */
  function expectedTiles(element) {
    if (element.dataset.tile) {
      if (element.getAttribute('aria-disabled') === 'true') return [0];
      const told = element.getAttribute('aria-label');
      if (told.endsWith(', wild')) return [0];
      const size = /^pair/.test(told) ? 2 : /^(pung|chow)/.test(told) ? 3 : /^kong/.test(told) ? 4 : 1;
      return size === 3 ? [3, 1] : [size];
    }
    if (element.matches('.main, .tab, .back, .hand-row, .entry, summary, [data-kind], [data-onto], [data-won]')) return [0];
    return null;
  }

  const isSeen = (element) => element.checkVisibility() && !element.closest('[inert]');
  const name = (element) => (element.innerText || element.getAttribute('aria-label') || '').replace(/\s+/g, ' ').trim();

  function candidates() {
    const within = document.querySelector('dialog[open]') ?? document;
    return [...within.querySelectorAll('button:not(:disabled), label:has(input), summary, input[type=number], input[type=text], select')]
      .filter((element) => isSeen(element) && !NOT_TAPPED.test(name(element)) && !element.querySelector('input[type=file]'));
  }

  const WEIGHTS = [['[data-tile]', 0.35], ['.entry', 0.3], ['.danger', 0.3], ['[data-winner]', 2], ['.main', 3], ['.offer', 0.8]];
  const weight = (element, weights) => weights.find(([selector]) => element.matches(selector))?.[1] ?? 1;

  function pick(all, next, weights) {
    let left = next() * all.reduce((sum, element) => sum + weight(element, weights), 0);
    for (const element of all) {
      left -= weight(element, weights);
      if (left <= 0) return element;
    }
    return all.at(-1);
  }

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  function type(input, next) {
    const text = input.type === 'number' ? String(Math.floor(next() * 200) - 50) : ['Ann', 'Ben', 'שרה', 'why', '123m 55z', ''][Math.floor(next() * 6)];
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function chosen(select, next) {
    select.selectedIndex = Math.floor(next() * select.options.length);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }

  // A key catches a real finger's pointer; one that is made up cannot be caught.
  Element.prototype.setPointerCapture = () => undefined;

  const FLICKS = [[0, -30], [0, 30], [-30, 0], [30, 0], [0, -140]];

  /** A finger that slides over a key: shortly, or too far. */
  function flick(element, next) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [across, down] = FLICKS[Math.floor(next() * FLICKS.length)];
    const at = (type, x, y) => element.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientX: left + width / 2 + x, clientY: top + height / 2 + y }));
    at('pointerdown', 0, 0);
    at('pointermove', across, down);
    at('pointerup', across, down);
  }

  function act(element, next) {
    if (element.tagName === 'INPUT') return type(element, next);
    if (element.tagName === 'SELECT') return chosen(element, next);
    if (!element.dataset.tile) element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    element.click();
  }

  /** Until a screen is fetched, and an entry that is being saved is saved; unless the next tap is not to wait for it. */
  async function settled(isHasty = false) {
    await pause(8);
    for (let waited = 0; waited < 300 && document.querySelector(isHasty ? 'main[aria-busy=true]:not(:has(.dock))' : 'main[aria-busy=true]'); waited += 1) await pause(20);
    if (isFull) for (let waited = 0; waited < 300 && document.documentElement.dataset.written === 'false'; waited += 1) await pause(10);
  }

  /** A deal somebody won is saved in the sheet alone, with every hand entered or said to score 0 and every amount shown. */
  function unconfirmed(element, before) {
    const { draft, session } = before;
    if (!draft || draft.entry.type !== 'deal') return [];
    const { winner, hands, sits_out: out } = draft.entry;
    if (winner === null || winner === undefined) return [];
    if (!element.matches('[data-save]')) return ['a deal is saved that no sheet confirmed'];
    const found = [];
    const isSaid = (hand) => hand.nothing === true || hand.telling === 'dead' || hand.counted || count(hand) > 0;
    const settles = session.sheet.house_rules?.settlement?.losers !== 'none';
    if (settles && hands.some((hand, player) => player !== winner && player !== out && !isSaid(hand))) found.push('a hand was forgotten');
    // A doubt has its own words on the key; the dock's key below it says that the service is away.
    const [keep] = document.querySelectorAll('.dock [data-keep]');
    if ([element, keep].some((key) => key?.innerText.includes('count later'))) return found;
    if (getsShown().some((each) => each === null)) found.push('an amount is saved that was not shown');
    return found;
  }

  const figure = (element) => {
    const text = element?.textContent.replace('\u2212', '-').replace(/[+,]/g, '') ?? '';
    return /^-?\d+$/.test(text) ? Number(text) : null;
  };
  const getsShown = () => [...document.querySelectorAll('.save-check [data-gets]')].map(figure);

  /** The entry that was saved last and what the sheet showed of it; null once anything else has moved entries. */
  window.confirmed = null;

  const HASTE = 0.5;
  const DOUBLE_TAP_MS = 120;
  const KEEPS = /^(Save|Yes, (save|change|delete|discard))/;

  /** A second tap where the first one was, on whatever lies there by then; what it was on, and what is wrong with that. */
  async function again({ x, y }, first, next) {
    await pause(DOUBLE_TAP_MS);
    const under = document.elementFromPoint(x, y)?.closest('button:not(:disabled), label:has(input), summary');
    if (!under || !isSeen(under) || NOT_TAPPED.test(name(under)) || under.querySelector('input[type=file]')) return null;
    const before = kept();
    const label = name(under);
    act(under, next);
    await settled();
    const wrong = wrongs(label, before, kept());
    if (KEEPS.test(label) && !KEEPS.test(first)) wrong.push('a double tap keeps');
    return { label, wrong };
  }

  function middle(element) {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  const PATIENCE = 500;

  /** The numbers on the screen, null where one is still awaited, and what the page keeps. */
  window.shown = async () => {
    const number = (element) => {
      const text = element?.textContent.replace('\u2212', '-').replace(/[+,]/g, '') ?? '';
      return /^-?\d+$/.test(text) ? Number(text) : null;
    };
    const numbers = (selector, within = document) => [...within.querySelectorAll(selector)].map(number);
    for (let waited = 0; waited < PATIENCE && document.querySelector('.stale'); waited += 1) await pause(20);
    return {
      stale: document.querySelector('.stale') !== null,
      totals: [...document.querySelectorAll('[data-total]')].sort((one, other) => one.dataset.total - other.dataset.total).map(number),
      entries: [...document.querySelectorAll('.entry')].map((entry) => [...entry.querySelectorAll('td:not(.sat-out)')].map((each) => number(each.lastChild))),
      latest: numbers('.latest .amounts dd'),
      gets: numbers('.dock .amounts dd'),
      // A deal without the keys that save it is another than the one at work.
      hands: [...document.querySelectorAll('main:has(.keep-row) .hand-row')].map((row) => (/so far/.test(row.textContent) ? null : number(row.querySelector('.sum .figure')))),
      says: document.querySelector('.unkept') !== null,
      isFull: untaken.size > 0,
      ...kept(),
    };
  };

  /** When each tile was tapped last. */
  const tapped = new Map();

  /** `doubles` is the share of double taps, `weights` of selectors go before those above, `fullAt` the tap before which the storage fills up. */
  window.fuzz = async (seed, times, { doubles = 0, flicks = 0, weights = [], fullAt = -1 } = {}) => {
    const next = random(seed);
    const found = [];
    const trail = [];
    for (let step = 0; step < times; step += 1) {
      if (step === fullAt) window.fillUp();
      let all = candidates();
      for (let waited = 0; waited < 500 && all.length === 0; waited += 1, all = candidates()) await pause(20);
      if (all.length === 0) { found.push({ label: '', wrong: 'nothing can be tapped', trail: [...trail] }); break; }
      const element = pick(all, next, [...weights, ...WEIGHTS]);
      const label = name(element);
      const place = next() < doubles && element.tagName !== 'INPUT' && element.tagName !== 'SELECT' ? middle(element) : null;
      const before = kept();
      const isAgain = element.dataset.tile !== undefined && performance.now() - (tapped.get(element.dataset.tile) ?? -Infinity) < 800;
      const isFlick = element.dataset.tile !== undefined && !isAgain && next() < flicks;
      const wanted = isFlick ? [0, 1, 2, 3, 4, -1, -2, -3] : isAgain ? [0, ...(expectedTiles(element) ?? [])] : expectedTiles(element);
      const gets = element.matches('[data-save]') ? getsShown() : null;
      const missed = gets ? unconfirmed(element, before) : [];
      tapped.set(element.dataset.tile, performance.now());
      if (SAVES_LATE.test(label)) inFlight = before.draft;
      const isHasty = next() < HASTE;
      trail.push(isFlick ? `${label} (flick)` : label);
      if (isFlick) flick(element, next);
      else act(element, next);
      const second = place && (await again(place, label, next));
      if (second) {
        window.confirmed = null;
        trail.push(`${second.label} (double)`);
        for (const each of second.wrong) found.push({ label: second.label, wrong: each, trail: trail.slice(-12) });
        continue;
      }
      await settled(isHasty);
      const after = kept();
      const wrong = wrongs(label, before, after);
      if (after.draft?.entry.id !== inFlight?.entry.id) inFlight = null;
      const isSaved = before.draft && !after.draft && JSON.stringify(before.session?.sheet.entries) !== JSON.stringify(after.session?.sheet.entries);
      if (isSaved && MOVES_ENTRIES.test(label) && /^(Save|Yes, save it anyway)/.test(label)) wrong.push(...(gets ? missed : unconfirmed(element, before)));
      if (JSON.stringify(before.session?.sheet) !== JSON.stringify(after.session?.sheet)) {
        window.confirmed = isSaved && gets && before.draft.at === null ? { at: before.session.sheet.entries.length, gets, sheet: after.session.sheet } : null;
      }
      const grown = tiles(after.draft) - tiles(before.draft);
      const isSame = before.open === after.open && before.draft && before.draft.at === after.draft?.at && before.draft.entry.id === after.draft.entry.id;
      if (wanted && isSame && !wanted.includes(grown)) wrong.push(`${grown} tiles more, not ${wanted}`);
      if (untaken.size > 0 && !document.querySelector('.unkept')) wrong.push('it is not said that nothing is stored');
      if (document.querySelector('#page').innerText.trim() === '') wrong.push('a white page');
      if (document.body.innerText.includes('Something went wrong')) wrong.push('the page broke');
      for (const each of wrong) found.push({ label, wrong: each, trail: trail.slice(-12) });
      if (found.length > 5) break;
    }
    return { found, done: trail.length };
  };
})();
