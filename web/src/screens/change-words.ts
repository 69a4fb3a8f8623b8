/** Members of house rules and their values in words, in the page's language; what is not known is stated as it is written. */

import { isolated, number, spelled } from '../model/words.ts';
import { t } from '../i18n/rules.ts';
import { layoutWords } from './layout-words.ts';

type Id = Parameters<typeof t>[0];

const MEMBERS: Readonly<Record<string, Id>> = {
  ruleset: 'member-ruleset',
  layout: 'member-layout',
  find: 'member-find',
  parameters: 'member-parameters',
  all_of: 'member-all-of',
  any_of: 'member-any-of',
  not: 'member-not',
  points: 'member-points',
  doubles: 'member-doubles',
  added: 'member-added',
  limit_share: 'member-limit-share',
  score: 'member-score',
  waiting: 'member-waiting',
  applies_to: 'member-applies-to',
  when_limit: 'member-when-limit',
  replaces: 'member-replaces',
  spoiled_by: 'member-spoiled-by',
  only_beside: 'member-only-beside',
  bonus: 'member-bonus',
  halves: 'member-halves',
  count_if_more: 'member-count-if-more',
  bonus_apart: 'member-bonus-apart',
  counts: 'member-counts',
  settled_by: 'member-settled-by',
  robbed_kong_as: 'member-robbed-kong-as',
  limit_without: 'member-limit-without',
  pays_above_limit: 'member-pays-above-limit',
  pictures: 'member-pictures',
  points_rounded_up_to: 'member-points-rounded-up-to',
  points_rounded: 'member-points-rounded',
  scores_rounded: 'member-scores-rounded',
  payments_rounded_to: 'member-payments-rounded-to',
  payments_rounded: 'member-payments-rounded',
  drawn_deal: 'member-drawn-deal',
  after_draw: 'member-after-draw',
  after_goulash: 'member-after-goulash',
  wins_in_a_row: 'member-wins-in-a-row',
  bonus_beside_limit: 'member-bonus-beside-limit',
  loser_limit: 'member-loser-limit',
  dangerous_discard: 'member-dangerous-discard',
  rounds: 'member-rounds',
  rounds_of_three: 'member-rounds-of-three',
  chows: 'member-chows',
  least_points: 'member-least-points',
  least_doubles: 'member-least-doubles',
  least_score: 'member-least-score',
  winner_shows: 'member-winner-shows',
  special_only: 'member-special-only',
  least_instead: 'member-least-instead',
  one_suit_only: 'member-one-suit-only',
  shapes: 'member-shapes',
  robs_concealed: 'member-robs-concealed',
  stands_for: 'member-stands-for',
  exposed_chows: 'member-exposed-chows',
  dealt_kongs: 'member-dealt-kongs',
  goulash: 'member-goulash',
  short_dead_hand: 'member-short-dead-hand',
  base_rules: 'member-base-rules',
  legality: 'member-legality',
  to: 'member-to',
  east_doubles: 'member-east-doubles',
  shared: 'member-shared',
  exposed_only: 'member-exposed-only',
  passes_the_deal: 'member-passes-the-deal',
  taken_back: 'member-taken-back',
  by_callers: 'member-by-callers',
  by_heads: 'member-by-heads',
  pays: 'member-pays',
  receives: 'member-receives',
  share: 'member-share',
  'false-mahjong': 'member-false-mahjong',
  'washed-tiles': 'member-washed-tiles',
};

const VALUES: Readonly<Record<string, Id>> = {
  winner: 'value-winner',
  all: 'value-all',
  others: 'value-others',
  with: 'value-with',
  without: 'value-without',
  always: 'value-always',
  up: 'value-up',
  down: 'value-down',
  nearest: 'value-nearest',
  kept: 'value-kept',
  'left-out': 'value-left-out',
  each: 'value-each',
  one: 'value-one',
  'for-all': 'value-for-all',
  shared: 'value-shared',
  stays: 'value-stays',
  moves: 'value-moves',
  nothing: 'value-nothing',
  'as-usual': 'value-as-usual',
  passes: 'value-passes',
  points: 'member-points',
  score: 'member-score',
};

/** "points". */
export function memberWords(member: string): string {
  const id = MEMBERS[member];
  return id ? t(id) : spelled(member);
}

const isShare = (member: string, value: unknown): value is string =>
  member === 'limit_share' && typeof value === 'string';

const isLayout = (value: unknown): value is { readonly tiles: string } =>
  typeof value === 'object' && value !== null && 'tiles' in value && typeof value.tiles === 'string';

function textWords(text: string): string {
  const id = VALUES[text];
  return id ? t(id) : spelled(text);
}

const entryWords = ([name, value]: readonly [string, unknown]): string =>
  value === null ? t('left-out-of', memberWords(name)) : `${memberWords(name)} ${valueWords(value)}`;

/** What a member is set to: a number, yes or no, a word, a layout, or what all of them make up. */
export function valueWords(value: unknown): string {
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') return textWords(value);
  if (isLayout(value)) return isolated(layoutWords(value.tiles));
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(valueWords).join(', ');
  return Object.entries(value ?? {})
    .map(entryWords)
    .join(', ');
}

/** "points 10", "the limit". */
export function memberAndValue(member: string, value: unknown): string {
  if (isShare(member, value)) return shareWords(value);
  return `${memberWords(member)} ${valueWords(value)}`;
}

/** "the limit", "50 % of the limit"; what is not whole per cent as a fraction, "1/3 of the limit". */
export function shareWords(share: string): string {
  const [of = 0, by = 1] = share.split('/').map(Number);
  if (of === 0) return t('no-share');
  if (of === by) return t('the-limit');
  return t('of-the-limit', (100 * of) % by === 0 ? `${(100 * of) / by}\u00a0%` : `${of}/${by}`);
}
