/** Tells the page in another language: what is written in English is told where it comes onto the screen. */

import type { Fragment, options, VNode } from 'preact';
import { type Catalogue, type Tell, teller } from './told.ts';

/** The attributes that people read or hear. */
const READ = ['aria-label', 'alt', 'label', 'placeholder', 'title'];
/** What a person wrote stands in here, and is told as it is. */
const NAME = 'bdi';

interface Props {
  children?: unknown;
  [name: string]: unknown;
}

/** What draws the page; given, so that it stays in the page's first file. */
interface Drawing {
  readonly Fragment: typeof Fragment;
  readonly options: typeof options;
}

function tellChildren(children: unknown, tell: Tell): unknown {
  if (typeof children === 'string') return tell(children);
  return Array.isArray(children) ? children.map((child: unknown) => (typeof child === 'string' ? tell(child) : child)) : children;
}

function tellNode(node: VNode, tell: Tell): void {
  const props = node.props as Props;
  props.children = tellChildren(props.children, tell);
  for (const name of READ) if (typeof props[name] === 'string') props[name] = tell(props[name]);
}

/** From now on every word that is drawn is told by this catalogue; what is not drawn is told by what is given back. */
export function tellAll(catalogue: Catalogue, { Fragment: fragment, options: hooks }: Drawing): Tell {
  const tell = teller(catalogue);
  const before = hooks.vnode;
  hooks.vnode = (node) => {
    if (node.type !== NAME && (typeof node.type === 'string' || node.type === fragment)) tellNode(node, tell);
    before?.(node);
  };
  return tell;
}
