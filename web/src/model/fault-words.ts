/** What is wrong with a deal, in players' words: with names, and tiles by theirs. */

import type { Facts, Fault } from './responses.ts';
import { nameOf, tilesOf } from './tiles.ts';
import { capital, isolated, listed, number } from './words.ts';
import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/game.ts';

const num = (facts: Facts, name: string): number => Number(facts[name] ?? 0);

const tile = (facts: Facts, name: string): string => nameOf(String(facts[name] ?? ''));

const tilesWords = (count: number): string => t(counted(count, 'tile-1', 'tiles-n'), number(count));

type Words = (facts: Facts, player: string) => string;

/** By the key of the service's sentence; what is not here has the service's words. */
const WORDS: Readonly<Record<string, Words>> = {
  'too-many-of-a-tile': (facts) => t('fault-too-many', num(facts, 'held'), tile(facts, 'tile'), num(facts, 'most')),
  'wrong-number-of-tiles.winner': (facts) =>
    t('fault-winner-tiles', tilesWords(num(facts, 'given')), num(facts, 'needed')),
  'wrong-number-of-tiles.hand': (facts) =>
    t('fault-loser-tiles', tilesWords(num(facts, 'given')), num(facts, 'needed')),
  'wrong-number-of-tiles.dead': (facts) => t('fault-dead-tiles', tilesWords(num(facts, 'given')), num(facts, 'needed')),
  'wrong-number-of-tiles.partial': (facts) =>
    t('fault-partial-tiles', tilesWords(num(facts, 'given')), num(facts, 'needed')),
  'incomplete-hand': (facts) => t('fault-incomplete', tilesWords(num(facts, 'short'))),
  'incomplete-hand.far': () => t('fault-incomplete-far'),
  'winning-tile-not-in-hand': (facts) => t('fault-winning-tile', tile(facts, 'tile')),
  'no-pung-to-rob': (facts, player) => t('fault-robbed', player, tile(facts, 'tile')),
  'no-pung-to-rob.seen': (facts) => t('fault-robbed-seen', num(facts, 'held'), tile(facts, 'tile')),
  'loose-tile-impossible': () => t('fault-loose-tile'),
  'original-hand-impossible.exposed': (_, player) => t('fault-dealt-set', player),
  'original-hand-impossible.kong': () => t('fault-dealt-kong'),
  'original-hand-impossible.kong-of-another': (_, player) => t('fault-dealt-kong-of', player),
  'original-hand-impossible.not-east': () => t('fault-dealt-east'),
  'too-many-chows': (facts) => t(counted(num(facts, 'most'), 'fault-one-chow', 'fault-many-chows'), num(facts, 'most')),
  'too-many-chows.none': () => t('fault-no-chows'),
  'too-many-chows.exposed': () => t('fault-no-laid-chows'),
  'too-few-points': (facts) => t('fault-few-points', num(facts, 'given'), num(facts, 'needed')),
  'too-few-points.score': (facts) => t('fault-few-score', num(facts, 'given'), num(facts, 'needed')),
  'too-few-doubles': (facts) => t('fault-few-doubles', num(facts, 'given'), num(facts, 'needed')),
  'excuse-undecided': () => t('fault-excuse'),
  'dangerous-discard-impossible': () => t('fault-no-danger'),
  'unexpected-member.limit-hand': () => t('fault-no-limit-hand'),
  'unexpected-member.limit-hand-of-another': () => t('fault-limit-hand-of-another'),
  'missing-member.count-of-a-limit-hand': () => t('fault-limit-hand-points'),
};

/** Tiles by their names where the service writes its notation, and a sentence's first letter and end. */
function spelledOut({ detail, tiles = [] }: Fault): string {
  const named = [...new Set(tiles)].reduce(
    (text, each) => text.replaceAll(new RegExp(`\\b${each}\\b`, 'g'), nameOf(each)),
    detail,
  );
  const runs = named.replaceAll(/\b(?:\d+[mpszfy])+\b/g, (run) => listed(tilesOf(run).map(nameOf)));
  const text = capital(runs.trim());
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** `players` by their numbers, as the fault's facts have them. */
export function inWords(fault: Fault, players: readonly string[]): Fault {
  const { key = '', facts = {}, player } = fault;
  const words = WORDS[key]?.(facts, player === undefined ? '' : isolated(players[player] ?? ''));
  return { ...fault, detail: words ?? spelledOut(fault) };
}
