import { effect } from '@preact/signals';
import { type ComponentChild, render } from 'preact';
import { type Route, route, toTable } from './router.ts';
import { fetchRest, spoken } from './i18n/texts.ts';
import { begin, isOpen, openStored, state as store } from './storage/store.ts';
import { isSaved, isUnsaved } from './storage/storage.ts';
import type { Sheet } from './model/shapes.ts';
import type { Session } from './model/session.ts';
import type { Ruleset } from './model/responses.ts';
import { Away, Unsaved } from './components/away.tsx';
import { fetchAll, later } from './components/later.tsx';
import { Boundary } from './screens/broken.tsx';
import { TermsScreen } from './screens/terms.tsx';
import { useRulesets } from './api/rulesets.ts';

const inSession = async () => (await import('./screens/in-session.tsx')).InSession;
const InSession = later(inSession);
const HelpScreen = later(async () => (await import('./screens/help.tsx')).HelpScreen);
const HouseScreen = later(async () => (await import('./screens/house-screen.tsx')).HouseScreen);
const HouseReadScreen = later(async () => (await import('./screens/house-link.tsx')).HouseReadScreen);
const OneHandScreen = later(async () => (await import('./screens/one-hand.tsx')).OneHandScreen);
const ReadScreen = later(async () => (await import('./screens/read.tsx')).ReadScreen);
const SessionsScreen = later(async () => (await import('./screens/sessions.tsx')).SessionsScreen);

function take(sheet: Sheet): void {
  begin(sheet);
  toTable();
}

interface AnywhereProps {
  readonly shown: Route;
  readonly open: Session | null;
  readonly rulesets: readonly Ruleset[] | null;
}

/** The screens that need no open session; null for all others. */
function anywhere({ shown, open, rulesets }: AnywhereProps): ComponentChild {
  const about = { id: open?.id ?? null, sheet: open?.sheet ?? null, rulesets };
  switch (shown.screen) {
    case 'read':
      return <ReadScreen packed={shown.packed} rulesets={rulesets} />;
    case 'rules':
      return <HouseReadScreen packed={shown.packed} {...about} />;
    case 'house':
      return <HouseScreen {...about} />;
    case 'sessions':
      return <SessionsScreen open={open} rulesets={rulesets} />;
    case 'worth':
      return <OneHandScreen sheet={about.sheet} rulesets={rulesets} />;
    case 'help':
      return <HelpScreen />;
    default:
      return null;
  }
}

function Page() {
  const state = store.value;
  const sheet = state?.session.sheet ?? null;
  const rulesets = useRulesets();
  const found = anywhere({ shown: route.value, open: state?.session ?? null, rulesets });
  if (found) return found;
  if (!state || !sheet)
    return (
      <TermsScreen
        key="new"
        id={null}
        sheet={null}
        rulesets={rulesets}
        settle={(terms) => take({ ...terms, entries: [] })}
      />
    );
  return <InSession key={state.session.id} state={state} rulesets={rulesets} />;
}

function App() {
  return (
    <>
      <div class="notices">
        <Away />
        {isUnsaved.value && <Unsaved sheet={store.value?.session.sheet ?? null} />}
      </div>
      <Boundary key={spoken.value}>
        <Page />
      </Boundary>
    </>
  );
}

export function draw(): void {
  openStored();
  // Where a session is open its screens are fetched beside the rest.
  if (store.peek()) void Promise.all([inSession(), fetchRest()]).catch(() => undefined);
  const page = document.getElementById('page');
  // What index.html shows until now gives way.
  page?.replaceChildren();
  if (page) render(<App />, page);
}

/** For whoever would pull the plug: whether everything that was tapped is on the disk. */
effect(() => {
  document.documentElement.dataset.written = String(isSaved.value);
});

const ADDRESS_OF_THE_WORKER = '/sw.js';

/** With a session to be kept, the page is kept too, to be there without a network; a browser that cannot does without. */
effect(() => {
  if (!import.meta.env.PROD || !isOpen.value || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.register(ADDRESS_OF_THE_WORKER).catch(() => undefined);
});

const A_QUIET_MOMENT_MS = 2_000;

effect(() => {
  if (isOpen.value) setTimeout(() => void fetchAll(), A_QUIET_MOMENT_MS);
});
