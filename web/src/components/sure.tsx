import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { holdStill, SHEET_MS } from '../storage/still.ts';

interface SureProps {
  readonly label: string;
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  readonly act: () => void;
  readonly children?: ComponentChildren;
}

/** A button that asks once more before it acts. */
export function Sure({ label, question, yes, no, act, children }: SureProps) {
  const [asking, ask] = useState(false);
  const turn = (on: boolean): void => {
    holdStill(SHEET_MS);
    ask(on);
  };
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (asking) box.current?.focus();
    else if (was.current) button.current?.focus();
    was.current = asking;
  }, [asking]);
  if (!asking) {
    return (
      <button ref={button} type="button" class="quiet danger" onClick={() => turn(true)}>
        {label}
      </button>
    );
  }
  return (
    <div ref={box} tabIndex={-1} class="sure" role="alertdialog" aria-label={label}>
      <p>{question}</p>
      {children}
      <button type="button" class="quiet danger" onClick={act}>
        {yes}
      </button>
      <button type="button" class="quiet" onClick={() => turn(false)}>
        {no}
      </button>
    </div>
  );
}
