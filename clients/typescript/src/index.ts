/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */

import type { components, operations } from "../contract.js";

export type { components, operations, paths } from "../contract.js";

/** The contract's shapes by name: `Schemas["SettledDeal"]`. */
export type Schemas = components["schemas"];

/** The parameters of an operation. */
export type Query<Name extends keyof operations> = [NonNullable<operations[Name]["parameters"]["query"]>] extends [never]
  ? Readonly<Record<string, never>>
  : NonNullable<operations[Name]["parameters"]["query"]>;

export interface Settings {
  /** The language of texts for people, as `Accept-Language`; a browser sends its own without. */
  readonly language?: string;
  /** A bearer token for the gateway before the service. */
  readonly token?: string;
  /** How often a request is repeated that was dropped, or answered by 429, 502, 503 or 504: 3 unless given. */
  readonly retries?: number;
  /** Milliseconds that a call may take, with its repeats: 30,000 unless given, 0 for ever. */
  readonly timeout?: number;
  /** Sees every response: its headers have the request's id, and `Deprecation` and `Sunset` of an old operation. */
  readonly onResponse?: (response: Response) => void;
  /** What sends the requests, in place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What every call takes. */
export interface Ask {
  readonly signal?: AbortSignal;
  /** Milliseconds, in place of the client's. */
  readonly timeout?: number;
  /** The name of the request in the service's log: 1 to 64 letters, digits, `.`, `_` and `-`. */
  readonly requestId?: string;
}

/** What a request was answered with in place of an answer: a problem document (RFC 9457) or a gateway's own body. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** What went wrong, for programs; empty where a gateway answered something else than a problem document. */
  readonly code: string;
  /** Every fault of the body, each with the JSON pointer to its member. */
  readonly errors: readonly Schemas["Fault"][];

  /** What names the request in the service's log; empty where a gateway answered. */
  readonly requestId: string;

  constructor(readonly status: number, readonly document: Partial<Schemas["Problem"]>, readonly headers = new Headers()) {
    super(document.detail ?? `the service answered ${status}`);
    this.requestId = headers.get("X-Request-ID") ?? "";
    this.code = document.code ?? "";
    this.errors = document.errors ?? [];
  }

  /** The sentence for each place of the body that is at fault. */
  get byPointer(): ReadonlyMap<string, string> {
    return new Map(this.errors.flatMap(({ pointer, detail }) => (pointer === undefined ? [] : [[pointer, detail] as const])).reverse());
  }
}

/** A response of success that is not the service's: the page of a captive portal or of another server. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";

  constructor(readonly status: number, readonly headers: Headers) {
    super(`the answer is ${headers.get("Content-Type") ?? "of no media type"}, not what the contract has`);
  }
}

const JSON_TYPE = "application/json";
/** Statuses after which the same request is sent again: no operation changes anything. */
const REPEATED = new Set([429, 502, 503, 504]);
/** Milliseconds before a request is repeated: at most the first, doubled each time; `Retry-After` up to the longest. */
const PAUSE = { first: 250, longest: 30_000 };
const BATCH = "/v1/settlements/batch";
/** Deals that are sent together by `settleMany`. */
const BLOCK = 200;

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;
type Deals = Iterable<Schemas["SettlementRequest"]> | AsyncIterable<Schemas["SettlementRequest"]>;

async function problemOf(response: Response): Promise<Problem> {
  const document: unknown = await response.json().catch(() => ({}));
  return new Problem(response.status, typeof document === "object" && document !== null ? document : {}, response.headers);
}

/** Deals, so many at a time. */
async function* blocks(deals: Deals): AsyncGenerator<Schemas["SettlementRequest"][]> {
  let block: Schemas["SettlementRequest"][] = [];
  for await (const deal of deals) {
    block.push(deal);
    if (block.length < BLOCK) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

/** Milliseconds before a request is sent again: what the service asks for, or a random part of a growing span. */
function pause(response: Response | undefined, attempt: number): number {
  const after = Number(response?.headers.get("Retry-After") ?? Number.NaN);
  return Number.isNaN(after) ? Math.random() * Math.min(PAUSE.first * 2 ** attempt, PAUSE.longest) : Math.min(after * 1000, PAUSE.longest);
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), { once: true });
  });
}

/** An id as one segment of a path. */
function segment(id: string): string {
  if (id === "." || id === "..") throw new RangeError(`${id} is no id`);
  return encodeURIComponent(id);
}

/**
 * Its methods throw `Problem` where the service refuses, `ProtocolError` where something else answers, and what `fetch`
 * throws where nothing does.
 */
export class Client {
  readonly #url: string;
  readonly #settings: Settings;

  constructor(url: string, settings: Settings = {}) {
    this.#url = url.replace(/\/$/, "");
    this.#settings = settings;
  }

  /** Score and settle a deal. */
  settle(deal: Schemas["SettlementRequest"], query: Query<"settleDeal"> = {}, ask: Ask = {}): Promise<Schemas["SettledDeal"]> {
    return this.#post("/v1/settlements", deal, query, ask);
  }

  /** Score one hand. */
  score(hand: Schemas["ScoreRequest"], query: Query<"scoreHand"> = {}, ask: Ask = {}): Promise<Schemas["ScoredHand"]> {
    return this.#post("/v1/scores", hand, query, ask);
  }

  /** Tell what a hand waits for, with `discards` after each discard. */
  waits(hand: Schemas["WaitsRequest"], query: Query<"listWaits"> = {}, ask: Ask = {}): Promise<Schemas["AwaitedTiles"]> {
    return this.#post("/v1/waits", hand, query, ask);
  }

  /** Settle washed tiles. */
  wash(tiles: Schemas["WashedTilesRequest"], query: Query<"settleWashedTiles"> = {}, ask: Ask = {}): Promise<Schemas["SettledWashedTiles"]> {
    return this.#post("/v1/washed-tiles", tiles, query, ask);
  }

  /** Settle a wrong call of Mah-Jong. */
  falseMahjong(call: Schemas["FalseMahjongRequest"], query: Query<"settleFalseMahjong"> = {}, ask: Ask = {}): Promise<Schemas["SettledFalseMahjong"]> {
    return this.#post("/v1/false-mahjong", call, query, ask);
  }

  /** Settle a fine. */
  fine(fine: Schemas["FineRequest"], query: Query<"settleFine"> = {}, ask: Ask = {}): Promise<Schemas["SettledFine"]> {
    return this.#post("/v1/fines", fine, query, ask);
  }

  /** Settle a whole sitting; with `from`, only the entries from that number on are told. */
  scoresheet(sheet: Schemas["ScoresheetRequest"], query: Query<"settleScoresheet"> = {}, ask: Ask = {}): Promise<Schemas["SettledScoresheet"]> {
    return this.#post("/v1/scoresheets", sheet, query, ask);
  }

  /** Settle up to 1,000 deals in one request. */
  async settleBatch(deals: Schemas["BatchRequest"]["deals"], query: Query<"settleBatch"> = {}, ask: Ask = {}): Promise<Schemas["BatchResults"]["results"]> {
    type Results = { readonly results: Schemas["BatchResults"]["results"] };
    return (await this.#post<Results>(BATCH, { deals }, query, ask)).results;
  }

  /** Settle as many deals as come, in order; a few hundred are in memory at any time. */
  async *settleMany(deals: Deals, query: Query<"settleBatch"> = {}, ask: Ask = {}): AsyncGenerator<Schemas["BatchResult"]> {
    for await (const block of blocks(deals)) yield* await this.settleBatch(block, query, ask);
  }

  /** Apply house rules to a rulebook. */
  resolve(rules: Schemas["ResolveRequest"], query: Query<"resolveRuleset"> = {}, ask: Ask = {}): Promise<Schemas["ResolvedRuleset"]> {
    return this.#post("/v1/rulesets/resolve", rules, query, ask);
  }

  /** List the rulebooks, without their rules. */
  rulesets(ask: Ask = {}): Promise<Schemas["RulesetList"]> {
    return this.#get("/v1/rulesets", {}, ask);
  }

  /** Return one rulebook. */
  ruleset(id: string, ask: Ask = {}): Promise<Schemas["Ruleset"]> {
    return this.#get(`/v1/rulesets/${segment(id)}`, {}, ask);
  }

  /** Return what differs between two rulebooks. */
  compare(a: string, b: string, ask: Ask = {}): Promise<Schemas["RulesetComparison"]> {
    return this.#get("/v1/rulesets/compare", { a, b }, ask);
  }

  /** List what rules can look for. */
  finders(ask: Ask = {}): Promise<Schemas["FinderList"]> {
    return this.#get("/v1/finders", {}, ask);
  }

  async #get<Answer>(path: string, query: Parameters, ask: Ask): Promise<Answer> {
    return (await this.#send(path, query, ask)).json() as Promise<Answer>;
  }

  async #post<Answer>(path: string, body: unknown, query: Parameters, ask: Ask): Promise<Answer> {
    return (await this.#send(path, query, ask, JSON.stringify(body), JSON_TYPE)).json() as Promise<Answer>;
  }

  async #send(path: string, query: Parameters, ask: Ask, body?: string, type = JSON_TYPE): Promise<Response> {
    const { language, token } = this.#settings;
    const headers = new Headers(body === undefined ? {} : { "Content-Type": type });
    if (language) headers.set("Accept-Language", language);
    if (token) headers.set("Authorization", `Bearer ${token}`);
    if (ask.requestId) headers.set("X-Request-ID", ask.requestId);
    const asked = Object.entries(query).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
    const parameters = asked.length > 0 ? `?${new URLSearchParams(asked)}` : "";
    const method = body === undefined ? "GET" : "POST";
    const timeout = ask.timeout ?? this.#settings.timeout ?? 30_000;
    const signals = [...(ask.signal ? [ask.signal] : []), ...(timeout > 0 ? [AbortSignal.timeout(timeout)] : [])];
    const signal = signals.length > 1 ? AbortSignal.any(signals) : (signals[0] ?? new AbortController().signal);
    const request = new Request(`${this.#url}${path}${parameters}`, { method, headers, body: body ?? null, signal });
    const response = await this.#repeated(request, signal);
    if (!response.ok) throw await problemOf(response);
    const kind = response.headers.get("Content-Type")?.split(";")[0]?.trim() ?? "";
    if (kind !== JSON_TYPE) throw new ProtocolError(response.status, response.headers);
    return response;
  }

  /** The last response to a request that is sent again where that may help. */
  async #repeated(request: Request, signal: AbortSignal): Promise<Response> {
    const { retries = 3, onResponse, fetch: send = fetch } = this.#settings;
    for (let attempt = 0; ; attempt += 1) {
      const last = attempt >= retries;
      const response = await send(request.clone()).catch((error: unknown) => {
        if (last || signal.aborted) throw error;
        return undefined;
      });
      if (response) onResponse?.(response);
      if (response && (last || !REPEATED.has(response.status))) return response;
      await wait(pause(response, attempt), signal);
    }
  }
}
