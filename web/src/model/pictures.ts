/** Hands to show beside the names of special hands, by what they are in all rulebooks: examples, not what is asked for. */

import { tilesOf } from './tiles.ts';

const PICTURES: Readonly<Record<string, string>> = {
  'thirteen-heads': '19m19p19s12345677z',
  'all-heads': '111m999p111z777z99s',
  'four-winds': '111z222z333z444z55z',
  'three-winds-and-pair': '111z222z333z44z555p',
  'four-kongs': '2222m5555p7777s1111z88p',
  'three-dragons': '555z666z777z234m88p',
  'heads-and-tails': '111m999m111p999p11s',
  'honours-only': '111z333z555z777z22z',
  'concealed-pungs': '222m555m333p888s66z',
  'nine-gates': '1112345678999m5m',
  'imperial-jade': '222s333s666s888s66z',
  'squirming-snake': '111m22m345m678m999m',
  'concealed-clear-suit': '123m345m567m888m99m',
  'all-pair-honours': '1199m1199p112233z',
  knitting: '1234579m1234579p',
  'triple-knitting': '13579m13579p1357s',
  'concealed-pungs-of-one-suit': '222p444p555p888p77z',
  'gates-of-heaven': '11123455678999p',
  'snake-with-winds': '1123456789s1234z',
};

/** Nothing where there is none, as of hands that are what they are by how they were won. */
export const pictureOf = (concept: string): readonly string[] => tilesOf(PICTURES[concept] ?? '');
