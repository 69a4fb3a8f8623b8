/** Hands to show beside the names of special hands: examples, not what is asked for. */

import { tilesOf } from './tiles.ts';

/** By what a hand is in all rulebooks, and by rulebook and rule where a book's own hand is another. */
export type Pictures = Readonly<Record<string, string>>;

/** Nothing where there is none, as of hands that are what they are by how they were won. */
export const pictureOf = (pictures: Pictures, ruleset: string, rule: string, concept: string): readonly string[] =>
  tilesOf(pictures[`${ruleset}/${rule}`] ?? pictures[concept] ?? '');
