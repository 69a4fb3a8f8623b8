import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { DealEntry, Terms } from '../model/shapes.ts';
import { nameOf, tilesOf } from '../model/tiles.ts';
import type { RuleResponse, Seating } from '../model/responses.ts';
import { capital, spelled } from '../model/words.ts';
import { useNearly } from '../api/nearly.ts';
import { useResolved } from '../api/rulesets.ts';
import { Fan } from './tile.tsx';
import { t } from '../i18n/game.ts';

interface NearlyProps {
  readonly sheet: Terms;
  readonly entry: DealEntry;
  readonly seating: Seating;
  readonly player: number;
}

const SHOWN = 6;
/** Of the rules that one thing keeps from counting. */
const NAMED = 3;

const NOTATION = /\b((?:\d+[mpszfy])+)\b/;

/** The service's words, with pictures where they write tiles. */
const WithTiles = ({ text }: { readonly text: string }) => (
  <span class="what">
    {text.split(NOTATION).map((part, at) =>
      at % 2 === 0 ? (
        part
      ) : (
        <Fragment key={at}>
          <Fan tiles={tilesOf(part)} step={40} kind="small" />
          <span class="unseen">{tilesOf(part).map(nameOf).join(', ')}</span>
        </Fragment>
      ),
    )}
  </span>
);

/** By the service's words. */
const ruleNames = (rules: readonly string[], texts: ReadonlyMap<string, string>): string =>
  rules
    .slice(0, NAMED)
    .map((rule) => texts.get(rule) ?? capital(spelled(rule)))
    .join('; ') + (rules.length > NAMED ? ' \u2026' : '');

/** Some points more are not worth a line. */
const isMuch = ({ doubles, isLimitHand, score, part }: RuleResponse): boolean =>
  doubles > 0 || isLimitHand || score !== null || part !== null;

function Missed({ sheet, entry, seating, player }: NearlyProps) {
  const { reply } = useNearly(sheet, entry, seating, player);
  const resolved = useResolved(sheet).reply;
  if (reply?.kind !== 'answer' || resolved?.kind !== 'answer') return <p role="status">{t('one-moment')}</p>;
  const much = new Map(resolved.answer.rules.filter(isMuch).map(({ id, text }) => [id, text]));
  const missed = reply.answer
    .map((each) => ({ ...each, rules: each.rules.filter((rule) => much.has(rule)) }))
    .filter(({ rules }) => rules.length > 0);
  return (
    <ul class="items">
      {missed.slice(0, SHOWN).map(({ rules, text }, index) => (
        <li key={index}>
          <div>
            <p>{ruleNames(rules, much)}</p>
            <WithTiles text={text} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The rules that missed a hand by one condition; asked for once it is opened. */
export function Nearly(props: NearlyProps) {
  const [isOpen, open] = useState(false);
  return (
    <details class="nearly" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>{t('nearly')}</summary>
      {isOpen && <Missed {...props} />}
    </details>
  );
}
