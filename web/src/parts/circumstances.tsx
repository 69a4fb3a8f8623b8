import { type DraftDeal, withWin } from '../model/deal.ts';
import type { Source } from '../model/shapes.ts';
import { hasRule, type Ruleset } from '../model/told.ts';
import { Toggle } from './choice.tsx';

type Flag = 'last_tile' | 'first_discard' | 'standing_hand';

interface Circumstance {
  readonly flag: Flag;
  readonly label: string;
  readonly sources: readonly Source[];
  /** The rule without which a rulebook does not look at it. */
  readonly rule: string;
}

const CIRCUMSTANCES: readonly Circumstance[] = [
  { flag: 'last_tile', label: 'It was the last tile of the wall', sources: ['wall'], rule: 'last-tile' },
  { flag: 'first_discard', label: "It was East's first discard", sources: ['discard'], rule: 'first-discard' },
  {
    flag: 'standing_hand',
    label: 'The hand was declared waiting from the start',
    sources: ['wall', 'discard', 'loose-tile', 'robbed-kong'],
    rule: 'standing-hand',
  },
];

interface CircumstancesProps {
  readonly deal: DraftDeal;
  readonly ruleset: Ruleset | undefined;
  readonly change: (deal: DraftDeal) => void;
}

/** Only what goes with the way of winning, and what the rulebook looks at, is offered. */
export function Circumstances({ deal, ruleset, change }: CircumstancesProps) {
  const { source } = deal.win ?? {};
  const offered = CIRCUMSTANCES.filter(({ sources, rule }) => source && sources.includes(source) && hasRule(ruleset, rule));
  if (offered.length === 0) return null;
  return (
    <div class="toggles">
      {offered.map(({ flag, label }) => (
        <Toggle key={flag} label={label} on={deal.win?.[flag] ?? false} turn={(on) => change(withWin(deal, { [flag]: on }))} />
      ))}
    </div>
  );
}
