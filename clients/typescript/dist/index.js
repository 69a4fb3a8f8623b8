/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */
/** What a request was answered with in place of an answer: a problem document (RFC 9457) or a gateway's own body. */
export class Problem extends Error {
    status;
    document;
    headers;
    name = "Problem";
    /** What went wrong, for programs; empty where a gateway answered something else than a problem document. */
    code;
    /** Every fault of the body, each with the JSON pointer to its member. */
    errors;
    /** What names the request in the service's log; empty where a gateway answered. */
    requestId;
    constructor(status, document, headers = new Headers()) {
        super(document.detail ?? `the service answered ${status}`);
        this.status = status;
        this.document = document;
        this.headers = headers;
        this.requestId = headers.get("X-Request-ID") ?? "";
        this.code = document.code ?? "";
        this.errors = document.errors ?? [];
    }
    /** The sentence for each place of the body that is at fault. */
    get byPointer() {
        return new Map(this.errors.flatMap(({ pointer, detail }) => (pointer === undefined ? [] : [[pointer, detail]])).reverse());
    }
}
/** A response of success that is not the service's: the page of a captive portal or of another server. */
export class ProtocolError extends Error {
    status;
    headers;
    name = "ProtocolError";
    constructor(status, headers) {
        super(`the answer is ${headers.get("Content-Type") ?? "of no media type"}, not what the contract has`);
        this.status = status;
        this.headers = headers;
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
async function problemOf(response) {
    const document = await response.json().catch(() => ({}));
    return new Problem(response.status, typeof document === "object" && document !== null ? document : {}, response.headers);
}
/** Deals, so many at a time. */
async function* blocks(deals) {
    let block = [];
    for await (const deal of deals) {
        block.push(deal);
        if (block.length < BLOCK)
            continue;
        yield block;
        block = [];
    }
    if (block.length > 0)
        yield block;
}
/** Milliseconds before a request is sent again: what the service asks for, or a random part of a growing span. */
function pause(response, attempt) {
    const after = Number(response?.headers.get("Retry-After") ?? Number.NaN);
    return Number.isNaN(after) ? Math.random() * Math.min(PAUSE.first * 2 ** attempt, PAUSE.longest) : Math.min(after * 1000, PAUSE.longest);
}
function wait(milliseconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)), { once: true });
    });
}
/** An id as one segment of a path. */
function segment(id) {
    if (id === "." || id === "..")
        throw new RangeError(`${id} is no id`);
    return encodeURIComponent(id);
}
/**
 * Its methods throw `Problem` where the service refuses, `ProtocolError` where something else answers, and what `fetch`
 * throws where nothing does.
 */
export class Client {
    #url;
    #settings;
    constructor(url, settings = {}) {
        this.#url = url.replace(/\/$/, "");
        this.#settings = settings;
    }
    /** Score and settle a deal. */
    settle(deal, query = {}, ask = {}) {
        return this.#post("/v1/settlements", deal, query, ask);
    }
    /** Score one hand. */
    score(hand, query = {}, ask = {}) {
        return this.#post("/v1/scores", hand, query, ask);
    }
    /** Tell what a hand waits for, with `discards` after each discard. */
    waits(hand, query = {}, ask = {}) {
        return this.#post("/v1/waits", hand, query, ask);
    }
    /** Settle washed tiles. */
    wash(tiles, query = {}, ask = {}) {
        return this.#post("/v1/washed-tiles", tiles, query, ask);
    }
    /** Settle a wrong call of Mah-Jong. */
    falseMahjong(call, query = {}, ask = {}) {
        return this.#post("/v1/false-mahjong", call, query, ask);
    }
    /** Settle a fine. */
    fine(fine, query = {}, ask = {}) {
        return this.#post("/v1/fines", fine, query, ask);
    }
    /** Settle a whole sitting; with `from`, only the entries from that number on are told. */
    scoresheet(sheet, query = {}, ask = {}) {
        return this.#post("/v1/scoresheets", sheet, query, ask);
    }
    /** Settle up to 1,000 deals in one request. */
    async settleBatch(deals, query = {}, ask = {}) {
        return (await this.#post(BATCH, { deals }, query, ask)).results;
    }
    /** Settle as many deals as come, in order; a few hundred are in memory at any time. */
    async *settleMany(deals, query = {}, ask = {}) {
        for await (const block of blocks(deals))
            yield* await this.settleBatch(block, query, ask);
    }
    /** Apply house rules to a rulebook. */
    resolve(rules, query = {}, ask = {}) {
        return this.#post("/v1/rulesets/resolve", rules, query, ask);
    }
    /** List the rulebooks, without their rules. */
    rulesets(ask = {}) {
        return this.#get("/v1/rulesets", {}, ask);
    }
    /** Return one rulebook. */
    ruleset(id, ask = {}) {
        return this.#get(`/v1/rulesets/${segment(id)}`, {}, ask);
    }
    /** Return what differs between two rulebooks. */
    compare(a, b, ask = {}) {
        return this.#get("/v1/rulesets/compare", { a, b }, ask);
    }
    /** List what rules can look for. */
    finders(ask = {}) {
        return this.#get("/v1/finders", {}, ask);
    }
    async #get(path, query, ask) {
        return (await this.#send(path, query, ask)).json();
    }
    async #post(path, body, query, ask) {
        return (await this.#send(path, query, ask, JSON.stringify(body), JSON_TYPE)).json();
    }
    async #send(path, query, ask, body, type = JSON_TYPE) {
        const { language, token } = this.#settings;
        const headers = new Headers(body === undefined ? {} : { "Content-Type": type });
        if (language)
            headers.set("Accept-Language", language);
        if (token)
            headers.set("Authorization", `Bearer ${token}`);
        if (ask.requestId)
            headers.set("X-Request-ID", ask.requestId);
        const asked = Object.entries(query).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]);
        const parameters = asked.length > 0 ? `?${new URLSearchParams(asked)}` : "";
        const method = body === undefined ? "GET" : "POST";
        const timeout = ask.timeout ?? this.#settings.timeout ?? 30_000;
        const signals = [...(ask.signal ? [ask.signal] : []), ...(timeout > 0 ? [AbortSignal.timeout(timeout)] : [])];
        const signal = signals.length > 1 ? AbortSignal.any(signals) : (signals[0] ?? new AbortController().signal);
        const request = new Request(`${this.#url}${path}${parameters}`, { method, headers, body: body ?? null, signal });
        const response = await this.#repeated(request, signal);
        if (!response.ok)
            throw await problemOf(response);
        const kind = response.headers.get("Content-Type")?.split(";")[0]?.trim() ?? "";
        if (kind !== JSON_TYPE)
            throw new ProtocolError(response.status, response.headers);
        return response;
    }
    /** The last response to a request that is sent again where that may help. */
    async #repeated(request, signal) {
        const { retries = 3, onResponse, fetch: send = fetch } = this.#settings;
        for (let attempt = 0;; attempt += 1) {
            const last = attempt >= retries;
            const response = await send(request.clone()).catch((error) => {
                if (last || signal.aborted)
                    throw error;
                return undefined;
            });
            if (response)
                onResponse?.(response);
            if (response && (last || !REPEATED.has(response.status)))
                return response;
            await wait(pause(response, attempt), signal);
        }
    }
}
