import { useState } from 'preact/hooks';
import type { DealEntry, Terms } from '../model/shapes.ts';
import { tilesOf } from '../model/tiles.ts';
import type { RuleTold, Seating } from '../model/told.ts';
import { capital, spelled } from '../model/words.ts';
import { useNearly } from '../service/nearly.ts';
import { useResolved } from '../service/rulesets.ts';
import { Fan } from './tile.tsx';
import { t } from '../words/game.ts';

interface NearlyProps {
  readonly sheet: Terms;
  readonly entry: DealEntry;
  readonly seating: Seating;
  readonly player: number;
}

const SHOWN = 6;

/** Some points more are not worth a line. */
const isMuch = ({ doubles, isLimitHand, score, part }: RuleTold): boolean => doubles > 0 || isLimitHand || score !== null || part !== null;

function Missed({ sheet, entry, seating, player }: NearlyProps) {
  const { told } = useNearly(sheet, entry, seating, player);
  const resolved = useResolved(sheet).told;
  if (told?.kind !== 'answer' || resolved?.kind !== 'answer') return <p role="status">{t('one-moment')}</p>;
  const much = new Set(resolved.answer.rules.filter(isMuch).map(({ id }) => id));
  const missed = told.answer.map((each) => ({ ...each, rules: each.rules.filter((rule) => much.has(rule)) })).filter(({ rules }) => rules.length > 0);
  return (
    <ul class="items">
      {missed.slice(0, SHOWN).map(({ rules, text, tiles }, index) => (
        <li key={index}>
          <span class="what">
            <b>{rules.map((rule) => capital(spelled(rule))).join(', ')}</b>
            <br />
            {text}
            {tiles && <Fan tiles={tilesOf(tiles)} step={40} kind="small" />}
          </span>
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
