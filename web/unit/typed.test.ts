import { describe, expect, it } from 'vitest';
import { EMPTY_HAND } from '../src/model/hand.ts';
import { strange, typedInto } from '../src/model/typed.ts';

const PASTED = [
  '123M 44Z',
  '123m,44z',
  '123m\t44z',
  '123m\u00a044z',
  '\uff11\uff12\uff13m\uff0c44z',
  '\uff11\uff12\uff13\uff4d\u3001\uff14\uff14\uff3a',
];

describe('tiles that were pasted from elsewhere', () => {
  it.each(PASTED)('are read as the service reads them: %j', (text) => {
    expect(strange(text)).toEqual([]);
    expect(typedInto(EMPTY_HAND, 'concealed', text)).toEqual(typedInto(EMPTY_HAND, 'concealed', '123m 44z'));
  });

  it.each(['123m;44z', '1-3m', '123x'])('are named where they are none: %j', (text) => {
    expect(strange(text)).not.toEqual([]);
  });
});
