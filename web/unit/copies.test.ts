import { describe, expect, it } from 'vitest';
import { copyOf, isContinued } from '../src/api/copies.ts';
import { exported, exportedSmall } from '../src/api/exported.ts';
import { imported } from '../src/api/imported.ts';
import { begun } from '../src/model/begun.ts';
import { asGoulash, keepDraft, nextDeal, openNew, type State } from '../src/model/session.ts';
import { handOf, withHand, withSource, withWinner, type DraftDeal } from '../src/model/deal.ts';
import { tapped } from '../src/model/hand.ts';
import type { CorrectionEntry, Entry, Hand, Sheet } from '../src/model/shapes.ts';
import { packed, unpacked } from '../src/storage/packed.ts';
import { sessionFrom } from '../src/storage/stored.ts';

const EMPTY: Hand = { concealed: '' };
const of = (...hands: readonly Hand[]): readonly Hand[] => [...hands, EMPTY, EMPTY, EMPTY, EMPTY].slice(0, 4);
const deal = (winner: number | null, hands: readonly Hand[], rest: object = {}): Entry => ({
  type: 'deal',
  winner,
  ...(winner === null ? {} : { win: { source: 'wall' } }),
  ...rest,
  hands,
});

const WON: Hand = { concealed: '22m 345p 666s 111z 999s' };
const DRAW = deal(null, of());
const WIN = deal(0, of(WON), { win: { source: 'discard', discarder: 2, tile: '2m' } });

/** Each as the page keeps it, with what it keeps for itself and what a tap leaves empty. */
const ENTRIES: Readonly<Record<string, readonly Entry[]>> = {
  'a draw': [DRAW],
  'a win after a draw': [DRAW, WIN],
  'a goulash after a draw': [DRAW, { ...WIN, goulash: true } as Entry],
  'a goulash by its wild tiles': [DRAW, deal(0, of({ ...WON, wild: '2m' }))],
  'a deal that is said to be no goulash': [
    DRAW,
    { ...WIN, goulash: false } as Entry,
    { ...WIN, goulash: false } as Entry,
  ],
  'a win with the taps of every hand': [
    deal(1, of({ concealed: '', exposed: [], concealed_kongs: [], bonus: '', nothing: true, taps: [] }, WON)),
  ],
  'a kong that a tap made of a pung': [
    deal(null, of({ concealed: '', exposed: ['1111m'], grown: ['1111m'], taps: ['exposed'] })),
  ],
  'a whole hand that waits': [deal(0, of(WON, { concealed: '22m 345p 666s 111z 99s' }))],
  'a whole hand told in part': [deal(0, of(WON, { concealed: '22m 345p 666s 111z 99s', telling: 'partial' }))],
  'a hand with too few tiles told whole': [deal(0, of(WON, { concealed: '345p 666s', telling: 'whole' }))],
  'a hand with a flower for a tile': [deal(0, of(WON, { concealed: '13579m2244668p', bonus: '3f' }))],
  'a dead hand': [deal(0, of(WON, { concealed: '345p 666s', telling: 'dead' }))],
  'scores of the table': [
    deal(
      0,
      of(
        { concealed: '11m', counted: { score: 64, limit_hand: true } },
        { concealed: '', counted: { points: 6, doubles: 1 } },
      ),
    ),
  ],
  'a special hand by its name': [
    deal(0, of({ concealed: '', counted: { special: 'thirteen-heads', exposed: false, named: 'Dreizehn Köpfe' } })),
  ],
  'washed tiles': [
    { type: 'washed-tiles', player: 2, hand: { concealed: '19m19p19s1234z', bonus: '', taps: ['concealed'] } },
  ],
  'a false Mah-Jong': [{ type: 'false-mahjong', player: 3, other_calling_players: [1], hand_exposed: false }],
  'a fine': [{ type: 'fine', fine: 'late', player: 0, receiving_player: 2, score: 10, named: 'Zu spät' }],
  'a correction': [{ type: 'correction', amounts: [1, -1, 0, 0], reason: 'Irrtum' }],
  'other people on the seats': [
    { type: 'correction', amounts: [0, 0, 0, 0], reason: 'seats', formerly: ['D', 'B', 'C', 'A'] } as CorrectionEntry,
  ],
};

const sheetOf = (entries: readonly Entry[], players: readonly string[] = ['A', 'B', 'C', 'D']): Sheet => ({
  ruleset: 'millington-1977',
  options: { limit: null },
  players,
  revision: 3,
  entries: entries.map((entry, at) => ({ ...entry, id: String(at + 1) })),
});

/** Five players, of whom one sits out of each entry: a substitute is a fifth as well. */
const FIVE = sheetOf(
  [
    deal(null, [EMPTY, EMPTY, EMPTY, EMPTY, EMPTY], { sits_out: 4 }),
    deal(0, [WON, EMPTY, EMPTY, EMPTY, EMPTY], { sits_out: 3 }),
    { type: 'fine', fine: 'late', player: 0, sits_out: 3 },
    { type: 'false-mahjong', player: 1, sits_out: 3, hand_exposed: true },
    { type: 'washed-tiles', player: 1, sits_out: 2, hand: { concealed: '19m19p19s1234z' } },
  ],
  ['A', 'B', 'C', 'D', 'E'],
);

const SHEETS: Readonly<Record<string, Sheet>> = {
  ...Object.fromEntries(Object.entries(ENTRIES).map(([says, entries]) => [says, sheetOf(entries)])),
  'five players and a substitute': { ...FIVE, sits_out: 1 },
  'everything in one evening': sheetOf(Object.values(ENTRIES).flat()),
};

const read = (file: string | null): Sheet | null => {
  const found = file === null ? null : imported(file);
  return found && 'sheet' in found ? found.sheet : null;
};
const reloaded = (sheet: Sheet | null): Sheet | null =>
  sheet && (sessionFrom(JSON.stringify(begun('1', 0, sheet).session))?.sheet ?? null);
const byLink = async (sheet: Sheet): Promise<Sheet | null> => read(await unpacked(await packed(exportedSmall(sheet))));

const WAYS: Readonly<Record<string, (sheet: Sheet) => Promise<Sheet | null>>> = {
  'a link or a QR code': byLink,
  'a file': async (sheet) => read(exported(sheet)),
  'a reload': async (sheet) => reloaded(sheet),
  'a link to a phone that reloads and sends it back': async (sheet) => {
    const there = reloaded(await byLink(sheet));
    return there && byLink(there);
  },
};

describe.each(Object.entries(WAYS))('an evening that came by %s', (_, travel) => {
  it.each(Object.entries(SHEETS))('is the one that is here: %s', async (_, sheet) => {
    const { session } = begun('1', 0, sheet);
    const came = await travel(sheet);
    if (!came) throw new Error('it did not come');
    expect(isContinued(sheet, came) && isContinued(came, sheet)).toBe(true);
    expect(copyOf(came, [session])?.common).toBe(sheet.entries.length);
    expect(JSON.parse(exported(came))).toEqual(JSON.parse(exported(sheet)));
  });

  it('is another one after another entry', async () => {
    const came = await travel(sheetOf([DRAW, WIN]));
    const { session } = begun('1', 0, sheetOf([DRAW, deal(1, of(EMPTY, WON))]));
    if (!came) throw new Error('it did not come');
    expect(copyOf(came, [session])?.common).toBe(1);
    expect(isContinued(session.sheet, came)).toBe(false);
  });
});

it('brings the other phone up to date after a draw and a win that were tapped in', async () => {
  const played = (deals: readonly ((fresh: DraftDeal) => DraftDeal)[]): State =>
    deals.reduce(
      (state, play) => {
        const opened = asGoulash(openNew(nextDeal(state.session.sheet))(state));
        const draft = opened.draft && { ...opened.draft, entry: play(opened.draft.entry as DraftDeal) };
        return draft ? keepDraft(draft)({ ...opened, draft }) : opened;
      },
      begun('1', 0, sheetOf([])),
    );
  const drawn = (fresh: DraftDeal): DraftDeal => withWinner(fresh, null);
  const won = (fresh: DraftDeal): DraftDeal => {
    const open = withSource(withWinner({ ...fresh, goulash: undefined }, 0), 'wall');
    return withHand(open, 0, tapped(handOf(open, 0), { kind: 'pung', onTable: true }, '1m') ?? EMPTY);
  };
  const [sent, later] = [played([drawn, won]), played([drawn, won, won])];
  const there = reloaded(await byLink(sent.session.sheet));
  const again = await byLink(later.session.sheet);
  expect(there && again && isContinued(there, again)).toBe(true);
  expect(there && again && isContinued(again, there)).toBe(false);
});
