/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */

import type { components, operations } from "../contract.js";
import type { Entry, SettledEntry } from "./entries.js";

export type { components, operations, paths } from "../contract.js";
export type { Entry, SettledEntry } from "./entries.js";

/** The contract's shapes by name: `Schemas["SettledDeal"]`. */
export type Schemas = components["schemas"];

/** A session's scoresheet, whose entries a compiler tells apart by `type`. */
export type Scoresheet = Omit<Schemas["ScoresheetRequest"], "entries"> & { readonly entries: readonly Entry[] };
export type SettledScoresheet = Omit<Schemas["SettledScoresheet"], "entries"> & { readonly entries: readonly SettledEntry[] };

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

/** What `settleMany` takes. */
export interface AskMany extends Ask {
  /** The most deals in a request: 200 unless given. */
  readonly chunkSize?: number;
  /** The most requests at a time: 4 unless given. */
  readonly inFlight?: number;
}

/** What a request was answered with in place of an answer: a problem document (RFC 9457) or a gateway's own body. */
export class Problem extends Error {
  override readonly name = "Problem";
  /** What went wrong, for programs; empty where a gateway answered something else than a problem document. */
  readonly code: string;
  /** Every fault: of the body with the JSON pointer to its member, of the query with its parameter. */
  readonly errors: readonly Schemas["Fault"][];

  /** What names the request in the service's log; empty where a gateway answered. */
  readonly requestId: string;

  constructor(readonly status: number, readonly document: Partial<Schemas["Problem"]>, readonly headers = new Headers()) {
    super(document.detail ?? `the service answered ${status}`);
    this.requestId = headers.get("X-Request-ID") ?? "";
    this.code = document.code ?? "";
    this.errors = document.errors ?? [];
  }

  /** The sentences for each place of the body that is at fault. */
  get byPointer(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const { pointer, detail } of this.errors) if (pointer !== undefined) found.set(pointer, [...(found.get(pointer) ?? []), detail]);
    return found;
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
/** What `settleMany` sends together: so many deals, or so many characters though there are fewer deals. */
const CHUNK = { deals: 200, characters: 256 * 1024 };

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;
type Deal = Schemas["SettlementRequest"];
type Deals = Iterable<Deal> | AsyncIterable<Deal>;

async function problemOf(response: Response): Promise<Problem> {
  const document: unknown = await response.json().catch(() => ({}));
  return new Problem(response.status, typeof document === "object" && document !== null ? document : {}, response.headers);
}

/** The bodies of batches of so many deals each. */
async function* chunks(deals: Deals, size: number): AsyncGenerator<string> {
  let chunk: string[] = [];
  let characters = 0;
  for await (const deal of deals) {
    const text = JSON.stringify(deal);
    chunk.push(text);
    characters += text.length;
    if (chunk.length < size && characters < CHUNK.characters) continue;
    yield `{"deals":[${chunk.join()}]}`;
    chunk = [];
    characters = 0;
  }
  if (chunk.length > 0) yield `{"deals":[${chunk.join()}]}`;
}

/** Milliseconds before a request is sent again: what the service asks for, or a random part of a growing span. */
function pause(response: Response | undefined, attempt: number): number {
  const asked = response?.headers.get("Retry-After") ?? "";
  const after = /^\d+$/.test(asked) ? Number(asked) * 1000 : Math.max(Date.parse(asked) - Date.now(), 0);
  return Math.min(Number.isNaN(after) ? Math.random() * PAUSE.first * 2 ** attempt : after, PAUSE.longest);
}

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/**
 * A signal that is aborted with the caller's own, or after a time. React Native has neither `AbortSignal.any` nor
 * `AbortSignal.timeout`, and its signals have no `reason`.
 */
class Limit {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #timedOut = false;

  constructor(milliseconds: number, caller?: AbortSignal) {
    this.#caller = caller;
    if (caller?.aborted) this.abort();
    caller?.addEventListener("abort", this.abort);
    if (milliseconds <= 0) return;
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.abort();
    }, milliseconds);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly abort = (): void => this.#controller.abort(this.#caller?.reason);

  /** The error to throw in place of what an aborted request threw. */
  error(thrown: unknown): unknown {
    return this.#timedOut ? named("TimeoutError", "the service did not answer in time") : thrown;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.abort);
  }

  /** Resolve after so many milliseconds; reject once the signal is aborted. */
  wait(milliseconds: number): Promise<void> {
    const { signal } = this;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal.reason ?? named("AbortError", "the call was stopped"));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, milliseconds);
      signal.addEventListener("abort", stop);
      if (signal.aborted) stop();
    });
  }
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

  /** Settle a false Mah-Jong. */
  falseMahjong(call: Schemas["FalseMahjongRequest"], query: Query<"settleFalseMahjong"> = {}, ask: Ask = {}): Promise<Schemas["SettledFalseMahjong"]> {
    return this.#post("/v1/false-mahjong", call, query, ask);
  }

  /** Settle a fine. */
  fine(fine: Schemas["FineRequest"], query: Query<"settleFine"> = {}, ask: Ask = {}): Promise<Schemas["SettledFine"]> {
    return this.#post("/v1/fines", fine, query, ask);
  }

  /** Settle a whole sitting; with `from`, only the entries from that number on are told. */
  scoresheet(sheet: Scoresheet | Schemas["ScoresheetRequest"], query: Query<"settleScoresheet"> = {}, ask: Ask = {}): Promise<SettledScoresheet> {
    return this.#post("/v1/scoresheets", sheet, query, ask);
  }

  /** Settle up to 1,000 deals in one request. */
  async settleBatch(deals: readonly Deal[], query: Query<"settleBatch"> = {}, ask: Ask = {}): Promise<readonly Schemas["BatchResult"][]> {
    return (await this.#post<{ readonly results: readonly Schemas["BatchResult"][] }>(BATCH, { deals }, query, ask)).results;
  }

  /**
   * Settle any number of deals, and yield their results in order. A few chunks are sent at a time and in memory; one
   * that was dropped is sent again like any request.
   */
  async *settleMany(deals: Deals, query: Query<"settleBatch"> = {}, ask: AskMany = {}): AsyncGenerator<Schemas["BatchResult"]> {
    const { chunkSize = CHUNK.deals, inFlight = 4, ...others } = ask;
    const limit = new Limit(0, ask.signal);
    const sent: Promise<{ readonly results: readonly Schemas["BatchResult"][] }>[] = [];
    try {
      for await (const chunk of chunks(deals, chunkSize)) {
        const answer = this.#send<{ readonly results: readonly Schemas["BatchResult"][] }>(BATCH, query, { ...others, signal: limit.signal }, chunk);
        answer.catch(() => undefined); // thrown below, once its turn comes
        if (sent.push(answer) === inFlight) yield* (await sent.shift())?.results ?? [];
      }
      for (const answer of sent) yield* (await answer).results;
    } finally {
      limit.abort();
      limit.end();
    }
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

  #get<Answer>(path: string, query: Parameters, ask: Ask): Promise<Answer> {
    return this.#send(path, query, ask);
  }

  #post<Answer>(path: string, body: unknown, query: Parameters, ask: Ask): Promise<Answer> {
    return this.#send(path, query, ask, JSON.stringify(body));
  }

  /** The JSON of the response. */
  async #send<Answer>(path: string, query: Parameters, ask: Ask, body?: string): Promise<Answer> {
    const limit = new Limit(ask.timeout ?? this.#settings.timeout ?? 30_000, ask.signal);
    try {
      const response = await this.#repeated(this.#request(path, query, ask, limit.signal, body), limit);
      if (!response.ok) throw await problemOf(response);
      const kind = response.headers.get("Content-Type")?.split(";")[0]?.trim();
      if (kind !== JSON_TYPE) throw new ProtocolError(response.status, response.headers);
      return (await response.json()) as Answer;
    } catch (error) {
      throw limit.error(error);
    } finally {
      limit.end();
    }
  }

  #request(path: string, query: Parameters, ask: Ask, signal: AbortSignal, body?: string): Request {
    const { language, token } = this.#settings;
    const headers = new Headers(body === undefined ? {} : { "Content-Type": JSON_TYPE });
    if (language) headers.set("Accept-Language", language);
    if (token) headers.set("Authorization", `Bearer ${token}`);
    if (ask.requestId) headers.set("X-Request-ID", ask.requestId);
    const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`));
    const parameters = asked.length > 0 ? `?${asked.join("&")}` : ""; // React Native's URLSearchParams takes no pairs
    const method = body === undefined ? "GET" : "POST";
    return new Request(`${this.#url}${path}${parameters}`, { method, headers, body: body ?? null, signal });
  }

  /** The last response to a request that is sent again where that may help. */
  async #repeated(request: Request, limit: Limit): Promise<Response> {
    const { retries = 3, onResponse, fetch: send = fetch } = this.#settings;
    for (let attempt = 0; ; attempt += 1) {
      const last = attempt >= retries;
      const response = await send(request.clone()).catch((error: unknown) => {
        if (last || limit.signal.aborted) throw error;
        return undefined;
      });
      if (response) onResponse?.(response);
      if (response && (last || !REPEATED.has(response.status))) return response;
      await limit.wait(pause(response, attempt));
    }
  }
}
