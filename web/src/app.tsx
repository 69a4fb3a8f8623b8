import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import { go, type Route, route, up } from './keep/route.ts';
import { apply, begin, state as store } from './keep/store.ts';
import { unkept } from './keep/storage.ts';
import { newDeal, withWinner } from './model/deal.ts';
import type { Sheet, Terms } from './model/shapes.ts';
import * as sitting from './model/sitting.ts';
import type { Ruleset } from './model/told.ts';
import { Away, Unkept } from './parts/away.tsx';
import { later } from './parts/later.tsx';
import { Boundary } from './screens/broken.tsx';
import { TableScreen } from './screens/table.tsx';
import { TermsScreen } from './screens/terms.tsx';
import { away } from './service/connection.ts';
import { useRuleset, useRulesets } from './service/rulesets.ts';
import { type Standing, useStanding } from './service/standing.ts';

const entryPages = async () => (await import('./screens/entry.tsx')).EntryPages;
const EntryPages = later(entryPages);
const EndScreen = later(async () => (await import('./screens/end.tsx')).EndScreen);
const HelpScreen = later(async () => (await import('./screens/help.tsx')).HelpScreen);
const HouseScreen = later(async () => (await import('./screens/house-screen.tsx')).HouseScreen);
const HouseReadScreen = later(async () => (await import('./screens/house-link.tsx')).HouseReadScreen);
const ReadScreen = later(async () => (await import('./screens/read.tsx')).ReadScreen);
const SeenScreen = later(async () => (await import('./screens/seen.tsx')).SeenScreen);
const SittingsScreen = later(async () => (await import('./screens/sittings.tsx')).SittingsScreen);

const home = (): void => up({ screen: 'table' });

function enter(change: sitting.Change): void {
  apply(change);
  go({ screen: 'entry' });
}

function after(change: sitting.Change): void {
  apply(change);
  home();
}

interface PageProps {
  readonly state: sitting.State;
  readonly sheet: Sheet;
  readonly standing: Standing;
  readonly rulesets: readonly Ruleset[] | null;
  readonly ruleset: Ruleset | undefined;
}

const startDeal = (sheet: Sheet, winner: number | null): void => {
  const { id } = sitting.newEntry('deal', sheet);
  enter(sitting.openNew(withWinner(newDeal(id ?? '1', sheet.players.length), winner)));
};

function Table(props: PageProps) {
  const { sheet } = props;
  return (
    <TableScreen
      {...props}
      startDeal={(winner) => startDeal(sheet, winner)}
      start={(kind) => enter(sitting.openNew(sitting.newEntry(kind, sheet)))}
      drop={() => apply(sitting.dropDraft)}
      undo={() => apply(sitting.undo)}
      redo={() => apply(sitting.redo)}
    />
  );
}

/** A screen whose subject is gone, in this tab or in another, gives way to the table. */
function Gone(props: PageProps) {
  useEffect(home, []);
  return <Table {...props} />;
}

function Seen({ at, ...props }: PageProps & { readonly at: number }) {
  if (at >= props.sheet.entries.length) return <Gone {...props} />;
  return <SeenScreen {...props} at={at} edit={() => enter(sitting.openAt(at))} act={after} />;
}

function another(sheet: Sheet): void {
  const { entries: _, starting_totals: __, ...terms } = sheet;
  begin({ ...terms, entries: [] });
  home();
}

function InSitting(props: PageProps) {
  const { state, sheet, standing, rulesets } = props;
  const { draft } = state;
  const shown = route.value;
  useEffect(() => void entryPages().catch(() => undefined), []);
  switch (shown.screen) {
    case 'terms':
      return <TermsScreen key="terms" id={state.sitting.id} sheet={sheet} rulesets={rulesets} settle={(terms: Terms) => after(sitting.setTerms(terms))} />;
    case 'end':
      return <EndScreen sheet={sheet} standing={standing} rulesets={rulesets} begun={state.sitting.begun} again={() => another(sheet)} />;
    case 'seen':
      return <Seen {...props} at={shown.at} />;
    case 'hand':
      return draft ? <EntryPages {...props} draft={draft} player={shown.player} after={after} /> : <Gone {...props} />;
    case 'entry':
      return draft ? <EntryPages {...props} draft={draft} player={null} after={after} /> : <Gone {...props} />;
    default:
      return <Table {...props} />;
  }
}

function take(sheet: Sheet): void {
  begin(sheet);
  home();
}

interface AnywhereProps {
  readonly shown: Route;
  readonly open: sitting.Sitting | null;
  readonly rulesets: readonly Ruleset[] | null;
}

/** The screens that need no open sitting; null for all others. */
function anywhere({ shown, open, rulesets }: AnywhereProps): ComponentChild {
  const about = { id: open?.id ?? null, sheet: open?.sheet ?? null, rulesets };
  switch (shown.screen) {
    case 'read':
      return <ReadScreen packed={shown.packed} rulesets={rulesets} />;
    case 'rules':
      return <HouseReadScreen packed={shown.packed} {...about} />;
    case 'house':
      return <HouseScreen {...about} />;
    case 'sittings':
      return <SittingsScreen open={open} take={take} />;
    case 'help':
      return <HelpScreen />;
    default:
      return null;
  }
}

function Page() {
  const state = store.value;
  const sheet = state?.sitting.sheet ?? null;
  const standing = useStanding(sheet, state?.sitting.id ?? null);
  const rulesets = useRulesets();
  const ruleset = useRuleset(sheet, rulesets);
  const found = anywhere({ shown: route.value, open: state?.sitting ?? null, rulesets });
  if (found) return found;
  if (!state || !sheet) return <TermsScreen key="new" id={null} sheet={null} rulesets={rulesets} settle={(terms) => take({ ...terms, entries: [] })} />;
  return <InSitting key={state.sitting.id} state={state} sheet={sheet} standing={standing} rulesets={rulesets} ruleset={ruleset} />;
}

export function App() {
  return (
    <>
      {away.value && <Away />}
      {unkept.value && <Unkept />}
      <Boundary>
        <Page />
      </Boundary>
    </>
  );
}
