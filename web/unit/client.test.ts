/** The client of the service has what it needs in React Native, whose AbortSignal and URLSearchParams are smaller. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Client, Problem, TimeoutError } from '../../clients/typescript/src/index.ts';

const STATICS = ['any', 'timeout'] as const;
const before = STATICS.map((name) => [name, Object.getOwnPropertyDescriptor(AbortSignal, name) ?? {}] as const);

beforeEach(() => {
  for (const name of STATICS) Reflect.deleteProperty(AbortSignal, name);
  vi.stubGlobal('DOMException', undefined);
  vi.stubGlobal('URLSearchParams', undefined);
});

afterEach(() => {
  for (const [name, property] of before) Object.defineProperty(AbortSignal, name, property);
  vi.unstubAllGlobals();
});

const HEADERS = { 'Content-Type': 'application/json', 'Retry-After': '20' };
const asked: string[] = [];
const client = (status: number): Client =>
  new Client('http://service', {
    fetch: async ({ url }) => {
      asked.push(url);
      return new Response('{}', { status, headers: HEADERS });
    },
  });

test('a call is answered', async () => {
  const { signal } = new AbortController();
  await client(200).fine({ ruleset: 'bmja', fine: 'a', seat: 'east' }, { transfers: true }, { signal, timeout: 1000 });
  expect(asked).toEqual(['http://service/v1/fines?transfers=true']);
});

test('a call ends with its time', async () => {
  const silent = (): Promise<Response> => new Promise(() => undefined);
  await expect(new Client('http://service', { fetch: silent }).finders({ timeout: 20 })).rejects.toBeInstanceOf(
    TimeoutError,
  );
});

test('a call ends at once with the refusal where the service asks for a longer pause than its time', async () => {
  await expect(client(503).finders({ timeout: 2000 })).rejects.toBeInstanceOf(Problem);
});

test('a call can be stopped', async () => {
  const controller = new AbortController();
  const call = client(503).finders({ signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
