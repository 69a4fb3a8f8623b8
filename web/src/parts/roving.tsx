import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const buttonsIn = (box: HTMLElement | null): readonly HTMLButtonElement[] => [...(box?.querySelectorAll('button') ?? [])];

const isChosen = (button: HTMLButtonElement): boolean =>
  button.getAttribute('aria-pressed') === 'true' || button.getAttribute('aria-current') === 'true';

function stopAt(buttons: readonly HTMLButtonElement[], chosen: HTMLButtonElement | undefined): void {
  for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
}

function stride(key: string, columns: number): number {
  return { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0;
}

interface RovingProps {
  readonly kind: string;
  readonly label: string;
  readonly columns?: number;
  readonly landmark?: boolean;
  readonly keys?: Readonly<Record<string, () => void>>;
  readonly children: ComponentChildren;
}

/** Many buttons, one stop of the tabulator: arrows go from button to button. */
export function Roving({ kind, label, columns = 1, landmark = false, keys = {}, children }: RovingProps) {
  const box = useRef<HTMLDivElement & HTMLElement>(null);
  useLayoutEffect(() => {
    const buttons = buttonsIn(box.current);
    const focused = buttons.find((button) => button === document.activeElement);
    stopAt(buttons, focused ?? buttons.find(isChosen) ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0]);
  });
  const press = (event: KeyboardEvent): void => {
    const own = keys[event.key];
    const buttons = buttonsIn(box.current);
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const next = buttons[at + stride(event.key, columns)];
    if (own) own();
    else if (stride(event.key, columns) === 0 || at < 0 || !next) return;
    else {
      stopAt(buttons, next);
      next.focus();
    }
    event.preventDefault();
  };
  const shared = { ref: box, class: kind, 'aria-label': label, onKeyDown: press };
  return landmark ? <nav {...shared}>{children}</nav> : <div role="group" {...shared}>{children}</div>;
}
