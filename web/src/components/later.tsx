import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { up } from '../router.ts';
import { fetchForms } from '../storage/checked.ts';
import { t } from '../i18n/page.ts';
import { fetchRest } from '../i18n/texts.ts';

const loads: (() => Promise<unknown>)[] = [];

/** Fetches every screen that was left for later, to be there when the service is not. */
export const fetchAll = (): Promise<unknown> => Promise.allSettled(loads.map((load) => load()));

/** The page as it is now, where it can be fetched: a reload without a network may show nothing. */
async function anew(): Promise<void> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null);
  if (answer?.ok) location.reload();
}

/** A screen that is fetched when it is first gone to, so that the first load is light; a page of an older build begins anew. */
export function later<Props extends object>(screen: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<ComponentType<Props>> => (await Promise.all([screen(), fetchRest(), fetchForms()]))[0];
  loads.push(load);
  return function Later(props: Props) {
    const [Screen, set] = useState<ComponentType<Props> | null>(() => loaded);
    const [isAway, setAway] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (found) => {
          loaded = found;
          set(() => found);
        },
        () => setAway(true),
      );
    }, []);
    if (Screen) return <Screen {...props} />;
    return (
      <main aria-busy={!isAway}>
        <div class="stack">
          <p role="status">{isAway ? t('screen-not-fetched') : t('one-moment')}</p>
          {isAway && (
            <>
              <button type="button" class="quiet" onClick={() => void anew()}>
                {t('try-again')}
              </button>
              <button type="button" class="quiet" onClick={() => up({ screen: 'table' })}>
                {t('table')}
              </button>
            </>
          )}
        </div>
      </main>
    );
  };
}
