import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const buttonsIn = (box: HTMLElement | null): readonly HTMLButtonElement[] =>
  [...(box?.querySelectorAll('button') ?? [])].filter((button) => button.checkVisibility());

const isChosen = (button: HTMLButtonElement): boolean =>
  button.getAttribute('aria-pressed') === 'true' || button.getAttribute('aria-current') === 'true';

function stopAt(buttons: readonly HTMLButtonElement[], chosen: HTMLButtonElement | undefined): void {
  for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 };

const middleOf = (button: HTMLElement): { readonly x: number; readonly y: number } => {
  const { left, width, top, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

/** The nearest button in the rows above or below: rows need not be of one length. */
function inNextRow(
  buttons: readonly HTMLButtonElement[],
  from: HTMLButtonElement,
  down: number,
): HTMLButtonElement | undefined {
  const { x, y } = middleOf(from);
  const far = (button: HTMLButtonElement): number => {
    const to = middleOf(button);
    return Math.abs(to.y - y) * 100 + Math.abs(to.x - x);
  };
  return buttons
    .filter((button) => (middleOf(button).y - y) * down > button.offsetHeight / 2)
    .sort((one, other) => far(one) - far(other))[0];
}

/** Where an arrow leads: without columns in one row, with one from one to the next. */
function nextOf(buttons: readonly HTMLButtonElement[], key: string, columns: number): HTMLButtonElement | undefined {
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const from = buttons[at];
  const step = STEPS[key];
  if (from === undefined || step === undefined) return undefined;
  const isAcross = key === 'ArrowRight' || key === 'ArrowLeft';
  if (isAcross || columns === 1) return buttons[at + step];
  return columns > 1 ? inNextRow(buttons, from, step) : undefined;
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
    const next = nextOf(buttons, event.key, columns);
    if (own) own();
    else if (!next) return;
    else {
      stopAt(buttons, next);
      next.focus();
    }
    event.preventDefault();
  };
  const shared = { ref: box, class: kind, 'aria-label': label, onKeyDown: press };
  return landmark ? (
    <nav {...shared}>{children}</nav>
  ) : (
    <div role="group" {...shared}>
      {children}
    </div>
  );
}
