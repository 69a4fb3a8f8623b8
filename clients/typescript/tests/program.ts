/** A program of a project with TypeScript of any version and any kind of modules, which prints what a deal comes to. */
import { type BatchResult, Client, Problem, type Schemas, TimeoutError } from "pung-chow-client";

declare const process: { readonly env: Readonly<Record<string, string>> };

const nets = (results: readonly BatchResult[]): readonly number[] => results.flatMap((each) => (each.outcome === "settled" ? each.answer.settlement.net.east : []));

async function main(url: string, deal: Schemas["SettlementRequest"]): Promise<void> {
  const client = new Client(url, { retryFor: 10_000 });
  const refused: unknown = await client.settle({ ...deal, winner: "west" }, {}, { language: "de" }).catch((error: unknown) => error);
  const late: unknown = await client.finders({ timeout: 0.001 }).catch((error: unknown) => error);
  console.log(nets(await client.settleBatch([deal])), refused instanceof Problem && refused.byPointer.size > 0, late instanceof TimeoutError);
}

void main(process.env["PUNG_CHOW_URL"] ?? "", JSON.parse(process.env["DEAL"] ?? "") as Schemas["SettlementRequest"]);
