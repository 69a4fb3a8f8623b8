/** What the browser's storage holds, checked when it is read: another version, another tab or a hand may have written it. */

import * as v from 'valibot';
import { AFTER_A_DRAW, CIRCUMSTANCES, SOURCES, WINDS, type Wind } from '../model/shapes.ts';
import type { DraftDeal } from '../model/deal.ts';
import { chosenOptions } from '../model/house.ts';
import type { Ruleset } from '../model/responses.ts';
import type { Draft, Session } from '../model/session.ts';

const text = v.string();
const flag = v.optional(v.boolean());
const number = v.optional(v.number());
const player = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4));
const place = v.picklist(['exposed', 'claimed_kongs', 'concealed_kongs', 'concealed', 'bonus', 'wild']);

/** House rules as the first builds of the page wrote them, in today's words: a share in per cent, a layout as a text. */
function modern(rule: unknown): unknown {
  if (typeof rule !== 'object' || rule === null) return rule;
  const { limit_percent, layout, ...rest } = rule as Record<string, unknown>;
  return {
    ...rest,
    ...(typeof rest.when_limit === 'boolean' ? { when_limit: rest.when_limit ? 'with' : 'without' } : {}),
    ...(typeof limit_percent === 'number' ? { limit_share: `${limit_percent}/100` } : {}),
    ...(layout === undefined ? {} : { layout: typeof layout === 'string' ? { tiles: layout } : layout }),
  };
}

/** Another default of an option, as the first builds wrote it: of any type in one member, null for no limit. */
function modernDefault(option: unknown): unknown {
  if (typeof option !== 'object' || option === null || !('default' in option)) return option;
  const { default: value, ...rest } = option;
  return typeof value === 'boolean' ? { ...rest, default_boolean: value } : { ...rest, default_integer: value ?? 0 };
}

/** A dead hand with too few tiles, as the first builds wrote it: whether it scores. */
function modernLegality(legality: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { short_dead_hand_scores: scores, ...rest } = legality;
  return typeof scores === 'boolean' ? { ...rest, short_dead_hand: scores ? 'score' : 'nothing' } : legality;
}

/** The table's own rules: only what the page edits is looked into, the rest is the service's to judge. */
export const house = v.looseObject({
  title: v.optional(v.string()),
  rules: v.optional(
    v.record(
      v.string(),
      v.pipe(
        v.unknown(),
        v.transform(modern),
        v.nullable(
          v.looseObject({
            text: v.optional(v.string()),
            find: v.optional(v.string()),
            parameters: v.optional(v.record(v.string(), v.union([v.number(), v.boolean(), v.string()]))),
            applies_to: v.optional(v.string()),
            points: number,
            doubles: number,
            limit_share: v.optional(text),
            layout: v.optional(v.looseObject({ tiles: text })),
          }),
        ),
      ),
    ),
  ),
  settlement: v.optional(v.looseObject({})),
  legality: v.optional(v.pipe(v.record(v.string(), v.unknown()), v.transform(modernLegality))),
  options: v.optional(v.record(v.string(), v.pipe(v.unknown(), v.transform(modernDefault)))),
});

const limitHand = { limit_hand: flag };

/** What the table counted of a hand, in one of the four ways. */
export const count = v.union([
  v.strictObject({ score: v.number(), ...limitHand }),
  v.strictObject({ points: v.number(), doubles: number, ...limitHand }),
  v.strictObject({ limit_hand: v.literal(true) }),
  v.strictObject({ special: text, exposed: flag, named: v.optional(text) }),
]);

const hand = v.object({
  concealed: text,
  exposed: v.optional(v.array(text)),
  claimed_kongs: v.optional(v.array(text)),
  concealed_kongs: v.optional(v.array(text)),
  bonus: v.optional(text),
  wild: v.optional(text),
  telling: v.optional(v.picklist(['whole', 'partial', 'dead'])),
  original_call: flag,
  counted: v.optional(count),
  nothing: flag,
  taps: v.optional(v.array(place)),
  grown: v.optional(v.array(text)),
});

const win = v.object({
  source: v.picklist(SOURCES),
  tile: v.optional(text),
  discarder: v.optional(player),
  liable: v.optional(player),
  ...v.entriesFromList(CIRCUMSTANCES, flag),
  discarder_excused: flag,
});

const id = v.optional(text);
const sits_out = v.optional(player);
const hands = v.pipe(v.array(hand), v.minLength(2), v.maxLength(5));
const washed = v.object({ type: v.literal('washed-tiles'), id, sits_out, player, hand });
const falseCall = v.object({
  type: v.literal('false-mahjong'),
  id,
  sits_out,
  player,
  other_calling_players: v.optional(v.array(player)),
  hand_exposed: flag,
});
const fine = v.object({
  type: v.literal('fine'),
  id,
  sits_out,
  fine: text,
  player,
  receiving_player: v.optional(player),
  score: number,
  named: v.optional(text),
});
const correction = v.object({
  type: v.literal('correction'),
  id,
  amounts: v.array(v.number()),
  reason: text,
  formerly: v.optional(v.array(text)),
});
const wind = v.picklist(WINDS);
const saidByFiles = { discards: v.optional(text), round_wind: v.optional(wind) };
const deal = v.object({
  type: v.literal('deal'),
  id,
  sits_out,
  ...saidByFiles,
  winner: v.nullable(player),
  win: v.optional(win),
  goulash: v.optional(v.boolean()),
  hands,
});
const draftDeal = v.object({
  type: v.literal('deal'),
  id,
  sits_out,
  ...saidByFiles,
  winner: v.nullish(player),
  win: v.optional(v.partial(v.object({ ...win.entries, laid: flag }))),
  goulash: v.optional(v.union([v.boolean(), v.literal(AFTER_A_DRAW)])),
  hands,
});

const entry = v.variant('type', [deal, washed, falseCall, fine, correction]);
const open = { player: v.optional(player) };
const draft = v.object({
  at: v.nullable(v.number()),
  entry: v.variant('type', [
    draftDeal,
    v.object({ ...washed.entries, ...open }),
    v.object({ ...falseCall.entries, ...open }),
    v.object({ ...fine.entries, ...open }),
    correction,
  ]),
});

const optionValue = v.union([v.number(), v.boolean(), text, v.null()]);

/** What the contract writes as a limit of 0 the page keeps as null: there is none. */
const withNoLimit = <Value>(options: Readonly<Record<string, Value>>): Readonly<Record<string, Value | null>> =>
  'limit' in options && options.limit === 0 ? { ...options, limit: null } : options;

/** What the table chose of what the rulebook leaves to the players. */
export const chosen = v.pipe(v.record(text, optionValue), v.transform(withNoLimit));

const terms = {
  ruleset: text,
  options: v.optional(chosen),
  house_rules: v.optional(house),
  players: v.pipe(v.array(text), v.minLength(2), v.maxLength(5)),
  starting_totals: v.optional(v.array(v.number())),
  sits_out,
  revision: number,
};
const sheet = v.object({ ...terms, entries: v.array(entry) });

const step = v.variant('kind', [
  v.object({
    kind: v.literal('entry'),
    at: v.number(),
    before: v.nullable(entry),
    after: v.nullable(entry),
    draft: v.nullable(draft),
  }),
  v.object({ kind: v.literal('terms'), before: v.object(terms), after: v.object(terms) }),
  v.object({
    kind: v.literal('seats'),
    at: v.number(),
    before: v.object(terms),
    after: v.object(terms),
    entry: correction,
  }),
  v.object({ kind: v.literal('fifth'), before: sheet, after: sheet }),
  v.object({ kind: v.literal('drop'), draft }),
]);

/** Steps that cannot be read are forgotten; the sheet stands without them. */
const steps = v.fallback(v.array(step), []);

const session = v.object({ id: text, begun: v.number(), sheet, past: steps, future: steps });

const people = v.fallback(
  v.object({
    names: v.array(text),
    players: v.array(text),
    ruleset: v.optional(text),
    options: v.optional(terms.options),
    house_rules: terms.house_rules,
  }),
  { names: [], players: [] },
);

const form = v.object({
  of: v.nullable(text),
  players: v.array(text),
  starts: v.array(text),
  ruleset: v.optional(text),
  options: v.record(text, v.optional(optionValue)),
  house_rules: terms.house_rules,
});

const kind = v.picklist(['one', 'pair', 'chow', 'pung', 'kong', 'flower', 'wild']);
const storedMode = v.object({ entry: text, player: v.number(), mode: v.object({ kind, onTable: v.boolean() }) });

const oneHand = v.object({ seat: wind, round: wind, deal: draftDeal });

const rulesLink = v.object({ ruleset: text, options: terms.options, house_rules: terms.house_rules });

const option = v.looseObject({ name: text, text, type: text });
const rulesets = v.array(
  v.object({
    id: text,
    title: text,
    about: v.nullable(text),
    isOld: v.boolean(),
    options: v.array(option),
    looksAt: v.array(text),
    entries: v.array(text),
  }),
);

export type RulesLink = v.InferOutput<typeof rulesLink>;
export type People = v.InferOutput<typeof people>;
export type Form = v.InferOutput<typeof form>;

function parsed(json: string | null): unknown {
  try {
    return json === null ? null : JSON.parse(json);
  } catch {
    return null;
  }
}

/** What a table plays by, for a link: all that decides an amount. What is left empty, the rulebook says at any table. */
export const rulesText = ({ ruleset, options, house_rules }: RulesLink): string =>
  JSON.stringify({ ruleset, options: chosenOptions(options), house_rules });

/** What a table plays by, from a link. */
export function rulesFrom(json: string | null): RulesLink | null {
  const { success, output } = v.safeParse(rulesLink, parsed(json));
  return success ? output : null;
}

/** What a tap adds, of which hand of which entry. */
export type StoredMode = v.InferOutput<typeof storedMode>;

export function modeFrom(json: string | null): StoredMode | null {
  const { success, output } = v.safeParse(storedMode, parsed(json));
  return success ? output : null;
}

/** One hand by itself, with the winds that count in it. */
export interface OneHand {
  readonly seat: Wind;
  readonly round: Wind;
  readonly deal: DraftDeal;
}

export function oneHandFrom(json: string | null): OneHand | null {
  const { success, output } = v.safeParse(oneHand, parsed(json));
  return success ? output : null;
}

export function sessionFrom(json: string | null): Session | null {
  const { success, output } = v.safeParse(session, parsed(json));
  return success ? output : null;
}

export function draftFrom(json: string | null): Draft | null {
  const { success, output } = v.safeParse(draft, parsed(json));
  return success ? output : null;
}

export const peopleFrom = (json: string | null): People => v.parse(people, parsed(json));

export function formFrom(json: string | null): Form | null {
  const { success, output } = v.safeParse(form, parsed(json));
  return success ? output : null;
}

/** The rulebooks as the service last received them. */
export function rulesetsFrom(json: string | null): readonly Ruleset[] | null {
  const { success, output } = v.safeParse(rulesets, parsed(json));
  return success ? (output as unknown as readonly Ruleset[]) : null;
}
