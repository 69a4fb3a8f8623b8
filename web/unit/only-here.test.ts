import { expect, it } from 'vitest';
import { isOnlyHere } from '../src/storage/file.ts';

it.each([
  ['localhost', true],
  ['page.localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['192.168.1.20', false],
  ['127.example.org', false],
  ['localhost.example.org', false],
])('only loopback hosts lead each phone to itself: %s', (host, only) => {
  expect(isOnlyHere(host)).toBe(only);
});
