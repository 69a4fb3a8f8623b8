/**
 * A session from the text of a file in the form that the contract gives a sheet: what decides an amount is kept, what
 * only checks it or ends the evening is left out, and what the page does not know is refused.
 */

import * as v from 'valibot';
import { chosen, count, house } from '../storage/stored.ts';
import { isEmpty, tellingOf } from '../model/hand.ts';
import { BONUS } from '../model/tiles.ts';
import { type Entry, type Hand, type Sheet, SOURCES, type Win, WINDS } from '../model/shapes.ts';
import type { Fault } from '../model/responses.ts';
import { capital, spelled } from '../model/words.ts';
import { t } from '../i18n/game.ts';
import { only } from './only.ts';

const text = v.string();
const flag = v.optional(v.boolean());
const number = v.optional(v.number());
const player = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4));

const handForm = v.strictObject({
  concealed: v.optional(text, ''),
  exposed: v.optional(v.array(text)),
  claimed_kongs: v.optional(v.array(text)),
  concealed_kongs: v.optional(v.array(text)),
  bonus: v.optional(text),
  wild: v.optional(text),
  dead: flag,
  partial: flag,
  original_call: flag,
  counted: v.optional(count),
});

const winForm = v.strictObject({
  source: v.picklist(SOURCES),
  tile: v.optional(text),
  discarding_player: v.optional(player),
  dangerous_discarding_player: v.optional(player),
  last_tile: flag,
  first_discard: flag,
  standing_hand: flag,
  last_discard: flag,
  original_call: flag,
  kong_upon_kong: flag,
  first_draw: flag,
  discarder_excused: flag,
});

const entryForm = v.variant('type', [
  v.strictObject({
    type: v.literal('deal'),
    id: v.optional(text),
    sits_out: v.optional(player),
    winning_player: v.optional(v.nullable(player), null),
    win: v.optional(winForm),
    discards: v.optional(text),
    round_wind: v.optional(v.picklist(WINDS)),
    goulash: flag,
    east_player: v.optional(player),
    hands: v.pipe(v.array(handForm), v.minLength(2), v.maxLength(4)),
  }),
  v.strictObject({
    type: v.literal('washed-tiles'),
    id: v.optional(text),
    sits_out: v.optional(player),
    player,
    hand: handForm,
  }),
  v.strictObject({
    type: v.literal('false-mahjong'),
    id: v.optional(text),
    sits_out: v.optional(player),
    player,
    other_calling_players: v.optional(v.array(player)),
    hand_exposed: flag,
  }),
  v.strictObject({
    type: v.literal('fine'),
    id: v.optional(text),
    sits_out: v.optional(player),
    fine: text,
    player,
    receiving_player: v.optional(player),
    score: number,
  }),
  v.strictObject({ type: v.literal('correction'), id: v.optional(text), amounts: v.array(v.number()), reason: text }),
]);

/** Of five players each entry has to say who sat out: the page does not turn them itself. */
const saysWhoSatOut = ({
  players,
  entries,
}: {
  readonly players: readonly string[];
  readonly entries: readonly EntryForm[];
}): boolean =>
  players.length < 5 || entries.every((entry) => entry.type === 'correction' || entry.sits_out !== undefined);

const sheetForm = v.strictObject({
  id: v.optional(text),
  ruleset: text,
  options: v.optional(chosen),
  players: v.pipe(v.array(text), v.minLength(2), v.maxLength(5)),
  house_rules: v.optional(house),
  starting_totals: v.optional(v.array(v.number())),
  games: number,
  revision: number,
  entries: v.pipe(v.array(entryForm), v.maxLength(1000)),
});

type HandForm = v.InferOutput<typeof handForm>;
type EntryForm = v.InferOutput<typeof entryForm>;

/** How a hand is entered, as far as its tiles do not tell it by themselves. */
function tellingFrom(hand: Hand, { dead, partial }: HandForm): Hand['telling'] {
  if (dead) return 'dead';
  if (partial) return !isEmpty(hand) && tellingOf(hand, BONUS) === 'whole' ? 'partial' : undefined;
  return hand.counted === undefined && tellingOf(hand, []) === 'partial' ? 'whole' : undefined;
}

/** Of a hand that `isWhole` whole, as a winner's is, nothing says so. */
function handFrom(form: HandForm, isWhole: boolean): Hand {
  const { concealed, exposed, claimed_kongs, concealed_kongs, bonus, wild, original_call, counted } = form;
  const named = counted && 'special' in counted ? { ...counted, named: capital(spelled(counted.special)) } : counted;
  const hand: Hand = {
    ...only({ exposed, claimed_kongs, concealed_kongs, bonus, wild, original_call, counted: named }),
    concealed,
  };
  return only({ ...hand, telling: isWhole ? undefined : tellingFrom(hand, form) });
}

function winFrom({
  source,
  discarding_player: discarder,
  dangerous_discarding_player: liable,
  ...win
}: v.InferOutput<typeof winForm>): Win {
  return only({ ...win, source, discarder, liable }) as Win;
}

/** With an empty hand of the player who sits out. */
const withOneOut = (hands: readonly HandForm[], sitsOut: number | undefined): readonly HandForm[] =>
  sitsOut === undefined
    ? hands
    : [...hands.slice(0, sitsOut), { concealed: '', partial: true }, ...hands.slice(sitsOut)];

function entryFrom(entry: EntryForm): Entry {
  switch (entry.type) {
    case 'deal': {
      const { winning_player, win, hands, east_player: _, ...rest } = entry;
      return only({
        ...rest,
        winner: winning_player,
        win: win && winFrom(win),
        hands: withOneOut(hands, entry.sits_out).map((hand, player) => handFrom(hand, player === winning_player)),
      }) as Entry;
    }
    case 'washed-tiles':
      return { ...entry, hand: handFrom(entry.hand, true) };
    case 'fine':
      return only({ ...entry, named: capital(spelled(entry.fine)) }) as Entry;
    default:
      return entry;
  }
}

/** Who sits out from then on; nobody where they did so in turn, the one before the first East first. */
function stillOut({
  players,
  entries,
}: {
  readonly players: readonly string[];
  readonly entries: readonly EntryForm[];
}): number | undefined {
  const out = entries.flatMap((entry) =>
    entry.type === 'correction' || entry.sits_out === undefined ? [] : [entry.sits_out],
  );
  const turns = out.filter((player, at) => player !== out[at - 1]);
  const isInTurn = turns.every((player, at) => player === (players.length - 1 + at) % players.length);
  return isInTurn ? undefined : out.at(-1);
}

/** What a file holds: a session, or one that cannot be read and why, its players as far as they are named. */
export type Imported =
  | { readonly sheet: Sheet }
  | { readonly faults: readonly Fault[]; readonly players: readonly string[] };

const looksLikeASession = v.looseObject({
  players: v.fallback(v.array(v.fallback(text, '?')), []),
  entries: v.array(v.unknown()),
});

const MOST_FAULTS = 20;

/** In words of a player: what cannot be read, by the place where it stands. */
const WORDS: readonly { readonly at: RegExp; readonly words: string }[] = [
  {
    at: /\/hands$/,
    get words() {
      return t('import-hands');
    },
  },
  {
    at: /\/source$/,
    get words() {
      return t('import-source');
    },
  },
  {
    at: /\/players(\/\d+)?$/,
    get words() {
      return t('import-players');
    },
  },
  {
    at: /player$|players\/\d+$/,
    get words() {
      return t('import-no-such-player');
    },
  },
  {
    at: /\/type$/,
    get words() {
      return t('import-type');
    },
  },
  {
    at: /\/entries$/,
    get words() {
      return t('import-entries');
    },
  },
  {
    at: /\/(concealed|exposed|claimed_kongs|concealed_kongs|bonus|wild)(\/\d+)?$/,
    get words() {
      return t('import-tiles');
    },
  },
  {
    at: /amounts|totals/,
    get words() {
      return t('import-amounts');
    },
  },
];

function faultFrom({ path }: v.BaseIssue<unknown>): Fault {
  const pointer = ['', ...(path ?? []).map(({ key }) => String(key))].join('/');
  return {
    pointer,
    code: 'unreadable',
    detail: WORDS.find(({ at }) => at.test(pointer))?.words ?? t('import-unreadable', pointer),
  };
}

/** Where null is a value: in house rules it leaves a rule out, and as the limit old files have it. */
const WITH_NULLS: readonly string[] = ['house_rules', 'options'];

/** Without the members that are null, which the contract counts as absent. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const stated = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(
    stated.map(([name, each]) => [name, WITH_NULLS.includes(name) ? each : withoutNulls(each)]),
  );
}

/** Null where a file holds nothing like a session. What else is wrong with one, the service says. */
export function imported(file: string): Imported | null {
  let read: unknown;
  try {
    read = withoutNulls(JSON.parse(file));
  } catch {
    return null;
  }
  const { success, output, issues } = v.safeParse(sheetForm, read);
  if (success && !saysWhoSatOut(output))
    return {
      faults: [{ pointer: '/players', code: 'unreadable', detail: t('import-players') }],
      players: output.players,
    };
  if (success) {
    const { id: _, games: __, ...sheet } = output;
    return { sheet: only({ ...sheet, sits_out: stillOut(sheet), entries: sheet.entries.map(entryFrom) }) as Sheet };
  }
  const session = v.safeParse(looksLikeASession, read);
  return session.success
    ? { faults: issues.slice(0, MOST_FAULTS).map(faultFrom), players: session.output.players }
    : null;
}
