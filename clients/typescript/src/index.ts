/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */

import type { components, operations } from "../contract.cjs";
import type { BatchResult, Entry, SettledEntry } from "./unions.js";

export type { components, operations, paths } from "../contract.cjs";
export type { BatchResult, Entry, SettledEntry } from "./unions.js";

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
  /** Milliseconds that a call may take, with its repeats: 30,000 unless given; 0: no limit. */
  readonly timeout?: number;
  /** How often a request is repeated that was dropped, or answered by 429, 502, 503 or 504: 3 unless given. */
  readonly retries?: number;
  /** Milliseconds for which it is repeated, in place of `retries`: 10,000 bridge the restart of a service without a second replica. */
  readonly retryFor?: number;
  /** Length of a response, unpacked, beyond which it is not read further: 16 MiB unless given. */
  readonly maxResponseBytes?: number;
  /** Sees every response: its headers have the request's id, and `Deprecation` and `Sunset` of an old operation. */
  readonly onResponse?: (response: Response) => void;
  /** What sends the requests, in place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** What every call takes. */
export interface Ask {
  readonly signal?: AbortSignal;
  /** The language of texts for people, in place of the client's: "de". */
  readonly language?: string;
  /** Milliseconds that the call may take, with its repeats, in place of the client's; 0: no limit. */
  readonly timeout?: number;
  /** The name of the request in the service's log: 1 to 64 letters, digits, `.`, `_` and `-`. */
  readonly requestId?: string;
}

/** What holds for each deal of a batch that has none of its own. */
export type Shared = Omit<Schemas["BatchRequest"], "deals">;

/** What `settleBatch` takes. */
export interface AskBatch extends Ask {
  /** What holds for each deal that has none of its own: `{ ruleset: "bmja" }`. */
  readonly shared?: Shared;
}

/** What `settleMany` takes. */
export interface AskMany extends AskBatch {
  /** The most deals in a request: 200 unless given. */
  readonly chunkSize?: number;
  /** The most requests at a time: 4 unless given. */
  readonly inFlight?: number;
}

/**
 * A request was refused: by the service, with a problem document (RFC 9457), or by a gateway in its own form. Members of
 * the document that are not what the contract has count as absent.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  /** What went wrong, for programs; empty where a gateway sent something else than a problem document. */
  readonly code: string;
  /** What went wrong, for people, in the language of the call. */
  readonly detail: string;
  /** Every fault: of the body with the JSON pointer to its member, of the query with its parameter. */
  readonly errors: readonly Schemas["Fault"][];
  /** The request's id in the service's log; empty if a gateway answered. */
  readonly requestId: string;

  constructor(readonly status: number, readonly document: Partial<Schemas["Problem"]> = {}, readonly headers = new Headers()) {
    super(textOf(document.detail) || `the service answered ${status}`);
    this.requestId = headers.get("X-Request-ID") ?? "";
    this.code = textOf(document.code);
    this.detail = textOf(document.detail);
    this.errors = Array.isArray(document.errors) ? document.errors.filter((each) => textOf(each?.detail) !== "") : [];
  }

  /** The sentences for each place of the body that is at fault. */
  get byPointer(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, string[]>();
    for (const { pointer, detail } of this.errors) if (typeof pointer === "string") found.set(pointer, [...(found.get(pointer) ?? []), detail]);
    return found;
  }
}

/** A response that is not the service's: a redirect, the page of a captive portal, broken JSON, too many bytes. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";

  constructor(readonly status: number, readonly reason: string, readonly headers = new Headers()) {
    super(`${status}: ${reason}`);
  }
}

/** The call took longer than its `timeout`. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

const JSON_TYPE = "application/json";
const NOT_MODIFIED = 304;
const DEFAULTS = { timeout: 30_000, retries: 3, maxResponseBytes: 16 * 1024 * 1024 };
/** Statuses after which the same request is sent again: no operation changes anything. */
const REPEATED = new Set([429, 502, 503, 504]);
/** Milliseconds before a request is repeated: at most the first, doubled each time, up to the longest. */
const PAUSE = { first: 250, longest: 30_000 };
const BATCH = "/v1/settlements/batch";
/** What `settleMany` sends: deals in a request, fewer if they have more characters than this, and requests at a time. */
const CHUNK = { deals: 200, characters: 256 * 1024, inFlight: 4 };
/** How many responses a client keeps for conditional requests, and the characters of the longest. */
const KEPT = { responses: 64, characters: 1024 * 1024 };

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;
type Deal = Schemas["BatchDeal"];
type Deals = Iterable<Deal> | AsyncIterable<Deal>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A response and the text of its body. */
interface Received {
  readonly response: Response;
  readonly text: string;
}

/** The text of a body, if it is not longer than this. React Native's responses have no stream: theirs is read whole. */
async function bodyOf(response: Response, most: number): Promise<string> {
  const tooLong = (): never => {
    throw new ProtocolError(response.status, `${response.url} sent more than ${most} bytes (maxResponseBytes)`, response.headers);
  };
  const reader = response.body?.getReader();
  if (!reader) {
    const text = await response.text();
    return text.length > most ? tooLong() : text;
  }
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > most) {
      reader.cancel().catch(() => undefined);
      tooLong();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The JSON of a text; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRedirect = ({ type, status }: Response): boolean => type === "opaqueredirect" || (status >= 300 && status < 400 && status !== NOT_MODIFIED);

/** What a response says. Throws `Problem` or `ProtocolError`. */
function answerOf({ response, text }: Received): unknown {
  const { status, headers, url } = response;
  if (isRedirect(response)) throw new ProtocolError(status, `${url} redirects to ${headers.get("Location") ?? "another address"}: use that address`, headers);
  const body = parsed(text);
  if (!response.ok) throw new Problem(status, typeof body === "object" && body !== null && !Array.isArray(body) ? body : {}, headers);
  const kind = headers.get("Content-Type") ?? "no media type";
  if (kind.split(";")[0]?.trim() === JSON_TYPE && body !== undefined) return body;
  throw new ProtocolError(status, `${url} sent ${kind}, not JSON as the contract has it: ${JSON.stringify(text.slice(0, 80))}`, headers);
}

/** The last responses that had an ETag, by language and URL. */
class Kept {
  readonly #responses = new Map<string, Received>();

  /** Let a request ask for changes only; the response that is kept, if there is one. */
  condition(request: Request): Received | undefined {
    const kept = this.#responses.get(Kept.#key(request));
    if (kept) request.headers.set("If-None-Match", kept.response.headers.get("ETag") ?? "");
    return kept;
  }

  /** Keep a response for the next request, in place of the oldest if there are too many. */
  keep(request: Request, received: Received): void {
    if (!received.response.ok || !received.response.headers.has("ETag") || received.text.length > KEPT.characters) return;
    this.#responses.delete(Kept.#key(request));
    this.#responses.set(Kept.#key(request), received);
    const [oldest] = this.#responses.keys();
    if (this.#responses.size > KEPT.responses && oldest !== undefined) this.#responses.delete(oldest);
  }

  static #key({ url, headers }: Request): string {
    return `${headers.get("Accept-Language") ?? ""} ${url}`;
  }
}

/** The bodies of batches of so many deals each, all with the same shared members. */
async function* chunks(deals: Deals, size: number, shared: Shared = {}): AsyncGenerator<string> {
  const before = JSON.stringify({ ...shared, deals: [] }).slice(0, -"]}".length);
  let chunk: string[] = [];
  let characters = 0;
  for await (const deal of deals) {
    const text = JSON.stringify(deal);
    chunk.push(text);
    characters += text.length;
    if (chunk.length < size && characters < CHUNK.characters) continue;
    yield `${before}${chunk.join()}]}`;
    chunk = [];
    characters = 0;
  }
  if (chunk.length > 0) yield `${before}${chunk.join()}]}`;
}

/** The milliseconds for which a response asks in `Retry-After`, as seconds or a date; NaN without. */
function retryAfter(response: Response | undefined): number {
  const asked = response?.headers.get("Retry-After") ?? "";
  return /^\d+$/.test(asked) ? Number(asked) * 1000 : Math.max(Date.parse(asked) - Date.now(), 0);
}

/** The repeats of one request: at most `retries` or, with `retryFor`, for so long, in the call's time. */
class Repeats {
  readonly #retries: number;
  readonly #until: number | undefined;
  readonly #limit: Limit;
  #attempt = 0;

  constructor({ retries = DEFAULTS.retries, retryFor }: Settings, limit: Limit) {
    this.#retries = retries;
    this.#until = retryFor === undefined ? undefined : performance.now() + retryFor;
    this.#limit = limit;
  }

  /**
   * Milliseconds before the request is sent again; undefined if it is not. They are what the service asks for or,
   * without that, a random part of a growing span, cut to the end of `retryFor`. A longer pause than there is time for
   * is not begun, nor one longer than `PAUSE.longest`.
   */
  pause(response: Response | undefined): number | undefined {
    const retrying = this.#until === undefined ? Infinity : this.#until - performance.now();
    if (this.#until === undefined ? this.#attempt >= this.#retries : retrying <= 0) return undefined;
    const asked = retryAfter(response);
    if (asked > Math.min(PAUSE.longest, retrying)) return undefined;
    const pause = Number.isNaN(asked) ? Math.min(Math.random() * Math.min(PAUSE.first * 2 ** this.#attempt, PAUSE.longest), retrying) : asked;
    this.#attempt += 1;
    return pause < this.#limit.left ? pause : undefined;
  }
}

/**
 * A signal that is aborted with the caller's own, or after a time. React Native has neither `AbortSignal.any` nor
 * `AbortSignal.timeout`, and its signals have no `reason`.
 */
class Limit {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #until: number;
  #timedOut = false;

  constructor(milliseconds: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#until = milliseconds > 0 ? performance.now() + milliseconds : Infinity;
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

  /** Milliseconds that are left. */
  get left(): number {
    return this.#until - performance.now();
  }

  readonly abort = (): void => this.#controller.abort(this.#caller?.reason);

  /** The error to throw in place of what an aborted request threw. */
  error(thrown: unknown): unknown {
    return this.#timedOut ? new TimeoutError("the service did not answer in time") : thrown;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener("abort", this.abort);
  }

  /** What a promise comes to; rejected once the signal is aborted, also if what was called does not listen to it. */
  async within<Result>(work: Promise<Result>): Promise<Result> {
    const { signal } = this;
    let stop = (): void => undefined;
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(signal.reason ?? Object.assign(new Error("the call was stopped"), { name: "AbortError" }));
      signal.addEventListener("abort", stop);
      if (signal.aborted) stop();
    });
    try {
      return await Promise.race([work, stopped]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Resolve after so many milliseconds; reject once the signal is aborted. */
  async wait(milliseconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      await this.within(new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An id as one segment of a path. */
function segment(id: string): string {
  if (id === "." || id === "..") throw new RangeError(`${id} is no id`);
  return encodeURIComponent(id);
}

/**
 * Its methods throw `Problem` where the service refuses, `ProtocolError` where something else answers, `TimeoutError`
 * where nothing does in time, and what `fetch` throws where nothing does.
 */
export class Client {
  readonly #url: string;
  readonly #settings: Settings;
  readonly #kept = new Kept();

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

  /** List what a hand waits for or, with `each_discard`, after each discard. */
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

  /** Settle a whole session; with `from`, the response has the entries from that number on. */
  scoresheet(sheet: Scoresheet | Schemas["ScoresheetRequest"], query: Query<"settleScoresheet"> = {}, ask: Ask = {}): Promise<SettledScoresheet> {
    return this.#post("/v1/scoresheets", sheet, query, ask);
  }

  /** Settle up to 1,000 deals in one request. */
  async settleBatch(deals: readonly Deal[], query: Query<"settleBatch"> = {}, ask: AskBatch = {}): Promise<readonly BatchResult[]> {
    return (await this.#post<{ readonly results: readonly BatchResult[] }>(BATCH, { ...ask.shared, deals }, query, ask)).results;
  }

  /**
   * Settle any number of deals, and yield their results in order. A few chunks are sent at a time and in memory; one
   * that was dropped is sent again like any request.
   */
  async *settleMany(deals: Deals, query: Query<"settleBatch"> = {}, ask: AskMany = {}): AsyncGenerator<BatchResult> {
    const { chunkSize = CHUNK.deals, inFlight = CHUNK.inFlight, shared, ...others } = ask;
    const limit = new Limit(0, ask.signal);
    const sent: Promise<{ readonly results: readonly BatchResult[] }>[] = [];
    try {
      for await (const chunk of chunks(deals, chunkSize, shared)) {
        const answer = this.#send<{ readonly results: readonly BatchResult[] }>(BATCH, query, { ...others, signal: limit.signal }, chunk);
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

  /** The JSON of the response, or of that which is still true. */
  async #send<Answer>(path: string, query: Parameters, ask: Ask, body?: string): Promise<Answer> {
    const limit = new Limit(ask.timeout ?? this.#settings.timeout ?? DEFAULTS.timeout, ask.signal);
    try {
      const request = this.#request(path, query, ask, limit.signal, body);
      const kept = body === undefined ? this.#kept.condition(request) : undefined;
      const received = await this.#repeated(request, limit);
      if (kept && received.response.status === NOT_MODIFIED) return answerOf(kept) as Answer;
      if (body === undefined) this.#kept.keep(request, received);
      return answerOf(received) as Answer;
    } catch (error) {
      throw limit.error(error);
    } finally {
      limit.end();
    }
  }

  #request(path: string, query: Parameters, ask: Ask, signal: AbortSignal, body?: string): Request {
    const { token } = this.#settings;
    const language = ask.language ?? this.#settings.language;
    const headers = new Headers(body === undefined ? {} : { "Content-Type": JSON_TYPE });
    if (language) headers.set("Accept-Language", language);
    if (token) headers.set("Authorization", `Bearer ${token}`);
    if (ask.requestId) headers.set("X-Request-ID", ask.requestId);
    const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`));
    const parameters = asked.length > 0 ? `?${asked.join("&")}` : ""; // React Native's URLSearchParams takes no pairs
    const method = body === undefined ? "GET" : "POST";
    return new Request(`${this.#url}${path}${parameters}`, { method, headers, body: body ?? null, signal, redirect: "manual" });
  }

  /** The last response to a request that is sent again where that may help. */
  async #repeated(request: Request, limit: Limit): Promise<Received> {
    const { maxResponseBytes = DEFAULTS.maxResponseBytes, onResponse, fetch: send = fetch } = this.#settings;
    const repeats = new Repeats(this.#settings, limit);
    for (;;) {
      let dropped: unknown;
      const drop = (error: unknown): undefined => {
        if (error instanceof ProtocolError || limit.signal.aborted) throw error;
        dropped = error;
      };
      const response = await limit.within(send(request.clone())).catch(drop);
      if (response) onResponse?.(response);
      const text = response && (await limit.within(bodyOf(response, maxResponseBytes)).catch(drop));
      const received = response && text !== undefined ? { response, text } : undefined;
      if (received && !REPEATED.has(received.response.status)) return received;
      const pause = repeats.pause(received?.response);
      if (pause !== undefined) await limit.wait(pause);
      else if (received) return received;
      else throw dropped;
    }
  }
}
