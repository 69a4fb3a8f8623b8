import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/page.ts';

interface BarProps {
  readonly title: string;
  readonly back?: { readonly label: string; readonly go: () => void };
  readonly children?: ComponentChildren;
}

/** A screen's title. It takes the focus when the screen opens, so that a screen reader starts there. */
export function Heading({ title, hidden }: { readonly title: string; readonly hidden?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    document.title = `${title} - ${t('pung-chow-scorekeeper')}`;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} class={hidden ? 'unseen' : ''}>
      {title}
    </h1>
  );
}

/** The top of a screen. */
export function Bar({ title, back, children }: BarProps) {
  return (
    <header class="bar">
      {back && (
        <button class="back" type="button" onClick={back.go}>
          <span aria-hidden="true">‹ </span>
          {back.label}
        </button>
      )}
      <Heading title={title} />
      {children}
    </header>
  );
}
