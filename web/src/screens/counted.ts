/** What the table counted, beside what its rulebook can give. */

import { pointsOf, scoreOf } from '../model/count.ts';
import { type Held, impossibleStep } from '../model/counted.ts';
import type { DraftDeal } from '../model/deal.ts';
import { defaultOf } from '../model/house.ts';
import type { Count, Hand, Terms } from '../model/shapes.ts';
import type { RulesetOption, RuleResponse } from '../model/responses.ts';
import { countWords } from '../model/entry-words.ts';
import { isolated, number } from '../model/words.ts';
import type { HandPreview } from '../api/use-deal-preview.ts';
import { t } from '../i18n/game.ts';

/** The options as they hold at this table. */
export const heldBy =
  ({ options = {} }: Terms, offered: readonly RulesetOption[]): Held =>
  (name) => {
    const option = offered.find((each) => each.name === name);
    const value = options[name] ?? (option && options[name] === undefined ? defaultOf(option, offered, options) : null);
    return typeof value === 'number' ? value : null;
  };

/** Null where the rulebook may give it. */
export function doubtOfCount(counted: Count, rules: readonly RuleResponse[], held: Held): string | null {
  const each = impossibleStep(counted, rules, held);
  return each === null ? null : t('cannot-give', number(pointsOf(counted) ?? scoreOf(counted) ?? 0), each);
}

/** The first hand that the rulebook cannot give, with whose it is. */
export function doubtOfDeal(
  { hands }: DraftDeal,
  players: readonly string[],
  rules: readonly RuleResponse[],
  held: Held,
): string | null {
  for (const [player, { counted }] of hands.entries()) {
    const doubt = counted ? doubtOfCount(counted, rules, held) : null;
    if (doubt !== null) return `${isolated(players[player] ?? '')}: ${doubt}`;
  }
  return null;
}

/** What the limit leaves of a score that is more; null where it leaves all. */
export function limited({ counted }: Hand, preview: HandPreview | null | undefined): number | null {
  const entered = scoreOf(counted);
  return entered === undefined || !preview || preview.soFar || preview.answer.score >= entered
    ? null
    : preview.answer.score;
}

/** "1,200, counts 1,000 (the limit)"; a dash where nothing is known. */
export function handWords(hand: Hand, preview: HandPreview | null | undefined): string {
  const cut = limited(hand, preview);
  if (cut !== null) return `${number(scoreOf(hand.counted) ?? 0)}, ${t('counts-the-limit', number(cut))}`;
  if (preview && !preview.soFar) return number(preview.answer.score);
  if (hand.nothing) return number(0);
  return hand.counted ? countWords(hand.counted) : '\u2026';
}
