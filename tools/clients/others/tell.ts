// What every client is asked for, and what it states; a generated client must fit these types.
import { readFileSync } from "node:fs";

interface Ruleset { readonly id: string; readonly rules: readonly { readonly id: string }[] }
interface Score { readonly score: number; readonly arrangement: readonly { readonly kind: string }[] }
interface Settled {
  readonly settlement: { readonly net: { readonly east: number }; readonly payments: readonly { readonly amount: number }[] };
  readonly hands: { readonly east: Score; readonly south: Score };
}
interface Result { readonly outcome: string; readonly answer?: Settled; readonly problem?: { readonly errors?: readonly { readonly pointer: string }[] } }
interface Sitting { readonly entries: readonly { readonly type: string; readonly totals: readonly number[] }[] }

export interface Asked<Deal, Batch, Sheet> {
  rulesets(): Promise<{ readonly rulesets: readonly Ruleset[] }>;
  settle(deal: Deal): Promise<Settled>;
  batch(deals: Batch): Promise<{ readonly results: readonly Result[] }>;
  sitting(sheet: Sheet): Promise<Sitting>;
}

const [base = "", requests = ""] = process.argv.slice(2);
/** The address of the service. */
export const url = base;

/** State what these answer to the requests of the file. */
export async function tell<Deal, Batch, Sheet>(client: Asked<Deal, Batch, Sheet>): Promise<void> {
  const bodies = JSON.parse(readFileSync(requests, "utf8")) as { readonly deal: Deal; readonly batch: Batch; readonly sitting: Sheet };
  const { rulesets } = await client.rulesets();
  console.log("rulebooks", rulesets.length, rulesets[0]?.id);
  const { settlement, hands } = await client.settle(bodies.deal);
  console.log("payments", ...settlement.payments.map(({ amount }) => amount));
  console.log("scores", hands.east.score, hands.south.score, hands.east.arrangement[0]?.kind);
  const { results: [good, bad] } = await client.batch(bodies.batch);
  console.log("batch", good?.outcome, good?.answer?.settlement.net.east, bad?.outcome, bad?.problem?.errors?.[0]?.pointer);
  const { entries } = await client.sitting(bodies.sitting);
  console.log("sitting", ...entries.slice(0, 3).map(({ type }) => type), ...(entries[2]?.totals ?? []));
}
