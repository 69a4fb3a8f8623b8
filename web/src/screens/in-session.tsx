import { useEffect } from 'preact/hooks';
import { go, route, toTable } from '../router.ts';
import { apply, forgetMode, begin, keepForm } from '../storage/store.ts';
import { withWinner } from '../model/deal.ts';
import type { Sheet, Terms } from '../model/shapes.ts';
import * as session from '../model/session.ts';
import type { Ruleset } from '../model/responses.ts';
import { later } from '../components/later.tsx';
import { useRuleset } from '../api/rulesets.ts';
import { sitsOutNext, type Standings, totalsOf, useStandings } from '../api/use-standings.ts';
import { TableScreen } from './table.tsx';
import { TermsScreen } from './terms.tsx';

const entryPages = async () => (await import('./entry.tsx')).EntryPages;
const EntryPages = later(entryPages);
const RevisionScreen = later(async () => (await import('./changes.tsx')).RevisionScreen);
const EndScreen = later(async () => (await import('./end.tsx')).EndScreen);
const EntryView = later(async () => (await import('./entry-view.tsx')).EntryView);

function enter(change: session.Change): void {
  apply(change);
  go({ screen: 'entry' });
}

function after(change: session.Change): void {
  apply(change);
  toTable();
}

interface PageProps {
  readonly state: session.State;
  readonly sheet: Sheet;
  readonly standings: Standings;
  readonly rulesets: readonly Ruleset[] | null;
  readonly ruleset: Ruleset | undefined;
}

const startDeal = ({ sheet, standings }: PageProps, winner: number | null): void =>
  enter(session.openNew(withWinner(session.nextDeal(sheet, sitsOutNext(sheet, standings)), winner)));

const termsOf = ({ entries: _, ...terms }: Sheet): Terms => terms;

function Table(props: PageProps) {
  const { sheet } = props;
  return (
    <TableScreen
      {...props}
      startDeal={(winner) => startDeal(props, winner)}
      start={(kind) => enter(session.openNew(session.newEntry(kind, sheet, sitsOutNext(sheet, props.standings))))}
      drop={() => {
        apply(session.dropDraft);
        forgetMode();
      }}
      undo={() => apply(session.undo)}
      redo={() => apply(session.redo)}
      sitOut={(player) => apply(session.setTerms({ ...termsOf(sheet), sits_out: player }))}
    />
  );
}

/** A screen whose subject is gone, in this tab or in another, gives way to the table. */
function Gone(props: PageProps) {
  useEffect(toTable, []);
  return <Table {...props} />;
}

function Viewed({ at, ...props }: PageProps & { readonly at: number }) {
  if (at >= props.sheet.entries.length) return <Gone {...props} />;
  return <EntryView {...props} at={at} edit={() => enter(session.openAt(at))} act={after} />;
}

function another(sheet: Sheet): void {
  const { entries: _, starting_totals: __, revision: ___, sits_out: ____, ...terms } = sheet;
  begin({ ...terms, entries: [] });
  toTable();
}

interface InSessionProps {
  readonly state: session.State;
  readonly rulesets: readonly Ruleset[] | null;
}

async function substitute(chair: number, name: string, isEast: boolean): Promise<void> {
  keepForm(null);
  const { withSubstitute } = await import('../model/fifth.ts');
  after(session.withFifthPlayer((sheet) => withSubstitute(sheet, chair, name, isEast)));
}

function SessionTerms({ state, sheet, standings, rulesets }: PageProps) {
  const isWhole = standings.fresh && standings.counted === sheet.entries.length;
  const seat = (chair: number, name: string): void =>
    void substitute(chair, name, standings.response?.next?.winds[chair] === 'east');
  return (
    <TermsScreen
      key="terms"
      id={state.session.id}
      sheet={sheet}
      rulesets={rulesets}
      settle={(terms: Terms) => after(session.setTerms(terms))}
      totals={isWhole ? totalsOf(standings, sheet) : null}
      move={(terms, correction) => after(session.moveSeats(terms, correction))}
      substitute={session.isWorthKeeping(state.draft, sheet) ? null : seat}
    />
  );
}

/** The screens of an open session. */
export function InSession({ state, rulesets }: InSessionProps) {
  const { sheet } = state.session;
  const standings = useStandings(sheet, state.session.id);
  const ruleset = useRuleset(sheet, rulesets);
  const props: PageProps = { state, sheet, standings, rulesets, ruleset };
  const { draft } = state;
  const shown = route.value;
  useEffect(() => void entryPages().catch(() => undefined), []);
  const { response, fresh, otherwise } = standings;
  const revision = fresh && !otherwise ? response?.revision : undefined;
  useEffect(() => void (revision !== undefined && apply(session.atRevision(revision))), [revision]);
  const goulashFollows = fresh && response?.goulashFollows && standings.counted === sheet.entries.length;
  useEffect(() => void (goulashFollows && apply(session.asGoulash)), [goulashFollows, draft]);
  if (otherwise) {
    return (
      <RevisionScreen
        sheet={sheet}
        before={response}
        after={otherwise}
        countAnew={() => apply(session.atRevision(otherwise.revision))}
        keepAsPaid={(correction) => apply(session.asPaid(otherwise.revision, correction))}
      />
    );
  }
  switch (shown.screen) {
    case 'terms':
      return <SessionTerms {...props} />;
    case 'end':
      return (
        <EndScreen
          sheet={sheet}
          standings={standings}
          rulesets={rulesets}
          begun={state.session.begun}
          again={() => another(sheet)}
        />
      );
    case 'seen':
      return <Viewed {...props} at={shown.at} />;
    case 'hand':
    case 'entry':
      return draft ? (
        <EntryPages
          {...props}
          draft={draft}
          player={shown.screen === 'hand' ? shown.player : null}
          after={after}
          behind={<Table {...props} state={{ ...state, draft: null }} />}
        />
      ) : (
        <Gone {...props} />
      );
    default:
      return <Table {...props} />;
  }
}
