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
}

/** One of several, as large buttons; radio buttons underneath, so that arrow keys and screen readers work. */
export function Choice<Value>({ legend, hideLegend, kind = '', offers, chosen, choose }: ChoiceProps<Value>) {
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
