/** One pad for tiles and for digits: keys in rows, with the one that takes back. */

import { type ComponentChild, toChildArray } from 'preact';
import { tick } from './device.ts';
import { Roving } from './roving.tsx';
import './pad.css';

const nothing = (): void => undefined;

interface PadProps {
  readonly kind: string;
  readonly label: string;
  readonly columns: number;
  /** What stands above the keys. */
  readonly above?: ComponentChild;
  /** What stands below them. */
  readonly below?: ComponentChild;
  /** Which of the keys a large text leaves room for. */
  readonly part?: string;
  /** For a keyboard, wherever on the pad it stands. */
  readonly keys?: Readonly<Record<string, () => void>>;
  /** Null where there is nothing to take back. */
  readonly takeBack: (() => void) | null;
  readonly takeBackName: string;
  /** Behind how many keys it lies. */
  readonly takeBackAt: number;
  readonly children: ComponentChild;
}

export function Pad({
  kind,
  label,
  columns,
  above,
  below,
  part = '',
  keys = {},
  takeBack,
  takeBackName,
  takeBackAt,
  children,
}: PadProps) {
  const all = toChildArray(children);
  return (
    <div class={`keypad ${kind}`} onPointerUp={tick}>
      {above}
      <Roving kind={`keys ${part}`} label={label} columns={columns} keys={{ ...keys, Backspace: takeBack ?? nothing }}>
        {all.slice(0, takeBackAt)}
        <button
          key="take-back"
          class="take-back"
          type="button"
          aria-disabled={takeBack === null}
          onClick={() => takeBack?.()}
        >
          <span aria-hidden="true">⌫</span>
          <span class="unseen">{takeBackName}</span>
        </button>
        {all.slice(takeBackAt)}
      </Roving>
      {below}
    </div>
  );
}
