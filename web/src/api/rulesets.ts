/** The rulebooks as data: what the players may choose, and what each book looks at. */

import { useState } from 'preact/hooks';
import { keepRulesets, knownRulesets } from '../storage/known.ts';
import type { Finder } from '../model/house.ts';
import type { Terms } from '../model/shapes.ts';
import type { ResolvedRuleset, Ruleset, WholeRuleset } from '../model/responses.ts';
import { builtIn } from './built-in.ts';
import { readRulesets } from './rule-adapter.ts';
import { type Requested, useRequest } from './use-request.ts';
import type { Reply } from './request.ts';

type Client = typeof import('./rule-client.ts');

/** What asks the service comes after the first screen, which needs no response. */
async function asked<Answer>(ask: (client: Client) => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
  const client = await import('./rule-client.ts').catch(() => null);
  return client === null ? { kind: 'away' } : ask(client);
}

function builtInRulesets(): readonly Ruleset[] | null {
  const list = builtIn();
  return list && readRulesets(list);
}

/** As they were last received here, else as the page was built with them, until they are received anew. */
export function useRulesets(): readonly Ruleset[] | null {
  const [stored] = useState(() => knownRulesets() ?? builtInRulesets());
  const { reply } = useRequest('rulesets', async (_, stop) => {
    const reply = await asked((client) => client.askRulesets(stop));
    if (reply.kind === 'answer') keepRulesets(reply.answer);
    return reply;
  });
  return reply?.kind === 'answer' ? reply.answer : stored;
}

type Rules = Pick<Terms, 'ruleset' | 'house_rules'>;

const asText = ({ ruleset, house_rules }: Rules): string => JSON.stringify({ ruleset, house_rules });

/** A rulebook with the table's own rules as the service reads them; asked again only where these have changed. */
export const useResolved = (rules: Rules | null): Requested<string, ResolvedRuleset> =>
  useRequest(rules && asText(rules), (text, stop) =>
    asked((client) => client.askResolved(JSON.parse(text) as Rules, stop)),
  );

/** What a session is played by; the table's own rules may look at more than the book does. */
export function useRuleset(terms: Terms | null, rulesets: readonly Ruleset[] | null): Ruleset | undefined {
  const { reply, fresh } = useResolved(terms?.house_rules ? terms : null);
  const plain = rulesets?.find(({ id }) => id === terms?.ruleset);
  if (!terms?.house_rules) return plain;
  return fresh && reply?.kind === 'answer' ? reply.answer : undefined;
}

/** Every rule of every rulebook. */
export function useWholeRulesets(): readonly WholeRuleset[] | null {
  const { reply } = useRequest('whole', (_, stop) => asked((client) => client.askWholeRulesets(stop)));
  return reply?.kind === 'answer' ? reply.answer : null;
}

/** What a rule of the table's own can look for. */
export function useFinders(): readonly Finder[] | null {
  const { reply } = useRequest('finders', (_, stop) => asked((client) => client.askFinders(stop)));
  return reply?.kind === 'answer' ? reply.answer : null;
}
