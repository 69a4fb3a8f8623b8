import { describe, expect, it } from 'vitest';
import { type Answers, fittingToo, suggested } from '../src/model/choosing.ts';

describe('the rulebook that fits the answers, and the others that fit too', () => {
  it.each<[Answers, string | undefined, readonly string[]]>([
    [{}, undefined, []],
    [{ learnt: 'germany' }, 'dmjl', []],
    [{ learnt: 'britain', chows: 'one' }, 'bmja', ['outside-the-box']],
    [{ learnt: 'britain', chows: 'one', 'special-hands': 'many' }, 'bmja', ['outside-the-box', 'western']],
    [{ learnt: 'germany', chows: 'one', 'special-hands': 'many' }, 'dmjl', ['bmja', 'outside-the-box', 'western']],
  ])('%j', (answers, best, others) => {
    expect([suggested(answers), fittingToo(answers)]).toEqual([best, others]);
  });
});
