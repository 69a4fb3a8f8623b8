import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A screen that is fetched when it is first gone to, so that the first load is light. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Screen, set] = useState<ComponentType<Props> | null>(() => loaded);
    const [isAway, setAway] = useState(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (screen) => {
          loaded = screen;
          set(() => screen);
        },
        () => setAway(true),
      );
    }, []);
    if (Screen) return <Screen {...props} />;
    return (
      <main aria-busy={!isAway}>
        <p class="stack" role="status">
          {isAway ? 'This screen cannot be fetched now: go back, and try again when the service is there.' : 'One moment.'}
        </p>
      </main>
    );
  };
}
