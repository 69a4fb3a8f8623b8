/** Deals on disk, each with the rules that it was settled by: a line for a deal, and a file for each table of rules. */

import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Schemas } from "pung-chow-client";

export type Deal = Schemas["SettlementRequest"];
export type Table = Schemas["ResolvedRuleset"]["table"];
export type Net = Schemas["SettledDeal"]["settlement"]["net"];

/** What was dealt, without the rules; the name of its table; and what each player won or lost. */
interface Stored {
  readonly played: Omit<Deal, "ruleset" | "revision" | "options" | "house_rules">;
  readonly table: string;
  readonly net: Net;
}

export class Deals {
  readonly #folder: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
  }

  /** Store a deal with its rules; its number, from 1 on. */
  add({ ruleset, revision, options, house_rules, ...played }: Deal, rules: Table, net: Net): number {
    const text = JSON.stringify(rules);
    const table = createHash("sha256").update(text).digest("hex");
    if (!existsSync(this.#path(`${table}.json`))) writeFileSync(this.#path(`${table}.json`), text);
    appendFileSync(this.#path("deals.jsonl"), `${JSON.stringify({ played, table, net } satisfies Stored)}\n`);
    return this.#lines().length;
  }

  /** The deal of a number with its rules as they were, and what it came to. */
  get(number: number): (Stored & { readonly rules: Table }) | undefined {
    const line = this.#lines()[number - 1];
    if (line === undefined) return undefined;
    const stored = JSON.parse(line) as Stored;
    return { ...stored, rules: JSON.parse(readFileSync(this.#path(`${stored.table}.json`), "utf8")) as Table };
  }

  #lines(): readonly string[] {
    const path = this.#path("deals.jsonl");
    return existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}
