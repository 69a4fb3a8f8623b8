/** An entry in work: a deal with its hands, or another entry; and what a change of an old one would change with it. */

import type { ComponentChildren } from 'preact';
import { toTable } from '../router.ts';
import { apply, state } from '../storage/store.ts';
import { type DraftDeal, playsIn } from '../model/deal.ts';
import type { Sheet } from '../model/shapes.ts';
import { playersAt } from '../model/seats.ts';
import * as session from '../model/session.ts';
import type { Ruleset } from '../model/responses.ts';
import { useAwake } from '../components/device.ts';
import { away } from '../api/connection.ts';
import { useDealPreview } from '../api/use-deal-preview.ts';
import { type Standings, useSeating } from '../api/use-standings.ts';
import { ChangesScreen, useChanges } from './changes.tsx';
import { DealScreen } from './deal-screen.tsx';
import { HandScreen } from './hand-screen.tsx';
import { OtherScreen } from './other.tsx';

interface PageProps {
  readonly sheet: Sheet;
  readonly standings: Standings;
  readonly ruleset: Ruleset | undefined;
  /** Makes a change and goes to the table. */
  readonly after: (change: session.Change) => void;
  /** The table, which is seen behind what is asked of a deal. */
  readonly behind: ComponentChildren;
}

interface DealPagesProps extends PageProps {
  readonly at: number;
  readonly isNew: boolean;
  readonly deal: DraftDeal;
  readonly player: number | null;
  readonly keep: () => void;
}

function DealPages({ sheet, standings, ruleset, behind, at, isNew, deal, player, keep }: DealPagesProps) {
  const seating = useSeating(sheet, standings, at, deal.sits_out);
  const players = playersAt(sheet, at);
  const preview = useDealPreview(sheet, players, deal, seating);
  const change = (next: DraftDeal): void => apply(session.edit(next));
  const shared = {
    sheet,
    standings,
    players,
    deal,
    ruleset,
    seating,
    preview,
    isAway: away.value,
    change,
    keep,
    changing: isNew ? null : at,
  };
  if (player === null || player >= sheet.players.length || !playsIn(deal, player))
    return <DealScreen {...shared} behind={behind} />;
  return <HandScreen key={player} {...shared} player={player} />;
}

interface EntryPagesProps extends PageProps {
  readonly draft: session.Draft;
  readonly player: number | null;
}

/** A change of an old entry is kept once the table has seen what else changes with it. */
export function EntryPages({ draft, player, ...props }: EntryPagesProps) {
  const { sheet, after } = props;
  const { at, entry } = draft;
  useAwake();
  const keep = (): void => {
    apply(session.keepDraft(draft));
    if (state.peek()?.draft === null) toTable();
  };
  const change = at === null || at >= sheet.entries.length ? null : { at, next: session.finishedEntry(entry) };
  const asking = useChanges(sheet, change, false, keep);
  if (asking.comparison && change) {
    return (
      <ChangesScreen
        sheet={sheet}
        change={change}
        comparison={asking.comparison}
        yes={keep}
        asPlayed={(correction) => after(session.correctAt(change.at, correction))}
        no={asking.drop}
      />
    );
  }
  if (entry.type === 'deal')
    return (
      <DealPages
        {...props}
        at={at ?? sheet.entries.length}
        isNew={at === null}
        deal={entry}
        player={player}
        keep={asking.ask}
      />
    );
  return <OtherScreen sheet={sheet} draft={draft} change={(next) => apply(session.edit(next))} keep={asking.ask} />;
}
