/** Which screen is shown stands in the address's fragment, so that the phone's own back gesture works. */

import { useEffect, useState } from 'preact/hooks';

export type Route =
  | { readonly screen: 'table' | 'terms' | 'entry' }
  | { readonly screen: 'hand'; readonly player: number };

function parse(fragment: string): Route {
  const [screen, player] = fragment.replace(/^#/, '').split('/');
  if (screen === 'hand') return { screen, player: Number(player) };
  return screen === 'terms' || screen === 'entry' ? { screen } : { screen: 'table' };
}

const written = (route: Route): string => (route.screen === 'hand' ? `#hand/${route.player}` : `#${route.screen}`);

export function go(route: Route): void {
  location.hash = written(route);
}

/** From one hand to the next without a step back for each. */
export function goInstead(route: Route): void {
  location.replace(written(route));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parse(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(parse(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
