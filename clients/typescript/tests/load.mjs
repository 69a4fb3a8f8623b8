/** Calls at a time until a file appears: `load.mjs URL FILE SETTINGS DEAL`; how many were answered, and what was lost. */
import { existsSync } from "node:fs";
import { Client } from "pung-chow-client";

const [url, end, settings, deal] = process.argv.slice(2);
const client = new Client(url, JSON.parse(settings));
const fates = {};

async function calls() {
  while (!existsSync(end)) {
    const fate = await client.settle(JSON.parse(deal)).then(
      ({ settlement }) => (settlement.net.east === 2880 ? "answered" : "wrong"),
      (error) => `${error.name} ${error.status ?? error.cause?.code ?? ""}`.trim(),
    );
    fates[fate] = (fates[fate] ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

await Promise.all(Array.from({ length: 4 }, calls));
console.log(JSON.stringify(fates));
