import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface Offer<Value> {
  readonly value: Value;
  readonly label: ComponentChildren;
  /** What a screen reader says, where the label is a picture. */
  readonly name?: string;
}

interface ChoiceProps<Value> {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly kind?: string;
  readonly offers: readonly Offer<Value>[];
  readonly chosen: Value | undefined;
  readonly choose: (value: Value) => void;
  /** Whether what is chosen leads on: arrow keys then go from one to the other and choose nothing. */
  readonly leadsOn?: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Space chooses, as Enter does; an arrow takes the focus to the next one alone. */
function pressed(event: KeyboardEvent & { readonly currentTarget: HTMLInputElement }): void {
  const inputs = [...(event.currentTarget.closest('fieldset')?.querySelectorAll('input') ?? [])];
  const at = inputs.indexOf(event.currentTarget);
  const step = STEPS[event.key];
  if (at < 0 || (step === undefined && event.key !== 'Enter')) return;
  event.preventDefault();
  if (step === undefined) inputs[at]?.click();
  else inputs[(at + step + inputs.length) % inputs.length]?.focus();
}

/** One of several, as large buttons; radio buttons underneath, so that arrow keys and screen readers work. */
export function Choice<Value>({
  legend,
  hideLegend,
  kind = '',
  offers,
  chosen,
  choose,
  leadsOn = false,
}: ChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset class={`choice ${kind}`}>
      <legend class={hideLegend ? 'unseen' : ''}>{legend}</legend>
      <div class="offers">
        {offers.map((offer, index) => (
          <label key={index} class="offer" data-value={String(offer.value)}>
            <input
              class="unseen"
              type="radio"
              name={group}
              aria-label={offer.name}
              checked={offer.value === chosen}
              onChange={() => choose(offer.value)}
              {...(leadsOn ? { onKeyDown: pressed } : {})}
            />
            <span>{offer.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly on: boolean;
  readonly turn: (on: boolean) => void;
}

export const Toggle = ({ label, on, turn }: ToggleProps) => (
  <label class="toggle">
    <input type="checkbox" checked={on} onChange={(event) => turn(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);
