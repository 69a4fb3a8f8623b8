import { type DraftDeal, newDeal, openedDeal, toldDeal } from './model/deal.ts';
import { EMPTY_HAND } from './model/hand.ts';
import { go, useRoute } from './model/route.ts';
import * as sitting from './model/sitting.ts';
import { apply, useSitting } from './model/store.ts';
import { Away } from './parts/away.tsx';
import { DealScreen } from './screens/deal.tsx';
import { HandScreen } from './screens/hand.tsx';
import { OtherScreen } from './screens/other.tsx';
import { type Kind, TableScreen } from './screens/table.tsx';
import { TermsScreen } from './screens/terms.tsx';
import { useAway } from './service/connection.ts';
import { useLook } from './service/look.ts';
import { useRulesets } from './service/rulesets.ts';
import type { Entry, Ruleset, Sheet } from './service/shapes.ts';
import { type Standing, seatingOf, useStanding } from './service/sheet.ts';

const home = (): void => go({ screen: 'table' });

/** The highest number among the entries' ids, and one. */
const newId = (sheet: Sheet): string => String(1 + Math.max(0, ...sheet.entries.map(({ id }) => Number(id) || 0)));

function newEntry(kind: Kind, sheet: Sheet): sitting.DraftEntry {
  const id = newId(sheet);
  switch (kind) {
    case 'deal':
      return newDeal(id, sheet.players.length);
    case 'washed-tiles':
      return { type: kind, id, player: 0, hand: EMPTY_HAND };
    case 'false-mahjong':
      return { type: kind, id, player: 0, hand_exposed: false };
    case 'correction':
      return { type: kind, id, amounts: sheet.players.map(() => 0), reason: '' };
  }
}

function keep(): void {
  apply(sitting.keepDraft);
  home();
}

function keepDeal(deal: DraftDeal): void {
  apply(sitting.edit(toldDeal(deal)));
  keep();
}

/** A kept entry, ready to be changed. */
const opened = (entry: Entry): sitting.DraftEntry => (entry.type === 'deal' ? openedDeal(entry) : entry);

const remover = (state: sitting.State, sheet: Sheet): (() => void) | null => {
  const at = state.draft?.at ?? sheet.entries.length;
  if (at >= sheet.entries.length) return null;
  return () => {
    apply(sitting.removeEntry(at));
    home();
  };
};

interface PageProps {
  readonly state: sitting.State;
  readonly sheet: Sheet;
  readonly standing: Standing;
  readonly ruleset: Ruleset | undefined;
}

interface DealPagesProps extends PageProps {
  readonly at: number;
  readonly deal: DraftDeal;
  readonly player: number | null;
}

function DealPages({ state, sheet, standing, ruleset, at, deal, player }: DealPagesProps) {
  const seating = seatingOf(standing, at);
  const look = useLook(sheet, deal, seating);
  const away = useAway();
  const change = (next: DraftDeal): void => apply(sitting.edit(next));
  const shared = { players: sheet.players, deal, seating, look, change };
  if (player !== null) return <HandScreen key={player} {...shared} player={player} />;
  return <DealScreen {...shared} ruleset={ruleset} away={away} keep={() => keepDeal(deal)} remove={remover(state, sheet)} />;
}

function EntryPages(props: PageProps & { readonly player: number | null }) {
  const { state, sheet } = props;
  if (!state.draft) return null;
  const { at, entry } = state.draft;
  if (entry.type === 'deal') return <DealPages {...props} at={at} deal={entry} />;
  const change = (entry: sitting.DraftEntry): void => apply(sitting.edit(entry));
  return <OtherScreen sheet={sheet} draft={state.draft} change={change} keep={keep} remove={remover(state, sheet)} />;
}

function Table(props: PageProps) {
  const { sheet } = props;
  const enter = (change: sitting.Change): void => {
    apply(change);
    go({ screen: 'entry' });
  };
  return (
    <TableScreen
      {...props}
      start={(kind) => enter(sitting.openNew(newEntry(kind, sheet)))}
      resume={() => go({ screen: 'entry' })}
      drop={() => apply(sitting.dropDraft)}
      open={(at) => enter(sitting.openAt(at, opened))}
      undo={() => apply(sitting.undo)}
      redo={() => apply(sitting.redo)}
    />
  );
}

function Terms({ sheet, rulesets }: { readonly sheet: Sheet | null; readonly rulesets: readonly Ruleset[] | null }) {
  const after = (change: sitting.Change): void => {
    apply(change);
    home();
  };
  return (
    <TermsScreen
      sheet={sheet}
      rulesets={rulesets}
      settle={(terms) => after(sheet ? sitting.setTerms(terms) : sitting.begin({ ...terms, entries: [] }))}
      take={(found) => after(sitting.take(found))}
      clear={() => after(() => sitting.EMPTY)}
      back={home}
    />
  );
}

export function App() {
  const state = useSitting();
  const route = useRoute();
  const { sheet, draft } = state;
  const standing = useStanding(sheet);
  const rulesets = useRulesets();
  const away = useAway();
  const page = () => {
    if (!sheet) return <Terms key="new" sheet={null} rulesets={rulesets} />;
    if (route.screen === 'terms') return <Terms key="terms" sheet={sheet} rulesets={rulesets} />;
    const shared = { state, sheet, standing, ruleset: rulesets?.find(({ id }) => id === sheet.ruleset) };
    if (draft && route.screen === 'hand') return <EntryPages {...shared} player={route.player} />;
    if (draft && route.screen === 'entry') return <EntryPages {...shared} player={null} />;
    return <Table {...shared} />;
  };
  return (
    <>
      {away && <Away />}
      {page()}
    </>
  );
}
