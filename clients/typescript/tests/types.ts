/** What a user writes with the types, which `tsc` compiles and nothing runs. */
import { type BatchResult, Client, type Entry, Problem, type Schemas, type Scoresheet, type SettledEntry } from "pung-chow-client";

const client = new Client("http://127.0.0.1:8000");

/** The compiler knows the members of each type of entry. */
export function told(entry: SettledEntry): string {
  if (entry.problem) return entry.problem.code;
  switch (entry.type) {
    case "deal":
      return `${entry.winning_player ?? "nobody"} ${entry.hands[0]?.score} ${entry.payments.length}`;
    case "washed-tiles":
      return `${entry.player} ${entry.heads}`;
    case "correction":
      return entry.reason;
    default:
      return `${entry.net}`;
  }
}

/** It knows the members of each outcome. */
export function settled(result: BatchResult): string {
  if (result.outcome === "settled") return `${result.answer.settlement.net.east}`;
  // @ts-expect-error - a deal that was refused has no answer
  console.log(result.answer.settlement);
  return result.problem.detail;
}

export const drawn: Entry = { type: "deal", hands: [{ counted: { score: 8 } }, { counted: { score: 8 } }] };
// @ts-expect-error - a deal needs its hands
export const incomplete: Entry = { type: "deal" };
// @ts-expect-error - a correction has no hands
export const mixed: Entry = { type: "correction", amounts: [1, -1], reason: "counted twice", hands: [] };

/** What all deals share is typed, and a deal beside it needs no rulebook. */
export async function shared(deals: readonly Schemas["BatchDeal"][], whole: readonly Schemas["SettlementRequest"][]): Promise<void> {
  await client.settleBatch([...deals, ...whole], {}, { shared: { ruleset: "bmja", options: { limit: 500 } } });
  // @ts-expect-error - nothing else is shared
  client.settleMany(deals, {}, { shared: { rulebook: "bmja" } });
}

/** Every response names the rules that it was made by: a replay compares the digests. */
export async function digests(deal: Schemas["SettlementRequest"], sheet: Scoresheet): Promise<readonly string[]> {
  const answers = await Promise.all([
    client.settle(deal),
    client.score({} as never),
    client.waits({} as never),
    client.wash({} as never),
    client.falseMahjong({} as never),
    client.fine({} as never),
    client.scoresheet(sheet),
    client.resolve({ ruleset: "bmja" }),
    client.ruleset("bmja"),
  ]);
  const [result] = await client.settleBatch([deal]);
  const batch = result?.outcome === "settled" ? [result.answer.digest] : [];
  return [...answers.map(({ digest }): string => digest), ...batch];
}

export async function evening(sheet: Scoresheet, items: boolean): Promise<readonly string[]> {
  try {
    const deal = await client.settle({ ruleset: "bmja", round_wind: "east", hands: {} as never }, { items }, { language: "de" });
    const [first] = deal.hands.east.items ?? [];
    // @ts-expect-error - an operation has no other parameters
    await client.settle({} as never, { itmes: true });
    for await (const { outcome, answer } of client.settleMany([], { items })) console.log(outcome, answer?.settlement.net, first?.rule);
    return (await client.scoresheet(sheet)).entries.map(told);
  } catch (error) {
    return error instanceof Problem ? [...error.byPointer].flatMap(([pointer, sentences]) => [pointer, ...sentences]) : [];
  }
}
