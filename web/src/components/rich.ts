/** A text whose gaps hold more than words: a name that keeps its own direction, a number in bold. */

import type { ComponentChildren } from 'preact';

export const rich = (text: string, ...gaps: readonly ComponentChildren[]): ComponentChildren =>
  text.split(/\{(\d)\}/).map((part, index) => (index % 2 ? gaps[Number(part)] : part));
