/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */
/** What a request was answered with in place of an answer: a problem document (RFC 9457) or a gateway's own body. */
export class Problem extends Error {
    status;
    document;
    headers;
    name = "Problem";
    /** What went wrong, for programs; empty where a gateway answered something else than a problem document. */
    code;
    /** Every fault: of the body with the JSON pointer to its member, of the query with its parameter. */
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
    /** The sentences for each place of the body that is at fault. */
    get byPointer() {
        const found = new Map();
        for (const { pointer, detail } of this.errors)
            if (pointer !== undefined)
                found.set(pointer, [...(found.get(pointer) ?? []), detail]);
        return found;
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
/** What `settleMany` sends together: so many deals, or so many characters though there are fewer deals. */
const CHUNK = { deals: 200, characters: 256 * 1024 };
async function problemOf(response) {
    const document = await response.json().catch(() => ({}));
    return new Problem(response.status, typeof document === "object" && document !== null ? document : {}, response.headers);
}
/** The bodies of batches of so many deals each. */
async function* chunks(deals, size) {
    let chunk = [];
    let characters = 0;
    for await (const deal of deals) {
        const text = JSON.stringify(deal);
        chunk.push(text);
        characters += text.length;
        if (chunk.length < size && characters < CHUNK.characters)
            continue;
        yield `{"deals":[${chunk.join()}]}`;
        chunk = [];
        characters = 0;
    }
    if (chunk.length > 0)
        yield `{"deals":[${chunk.join()}]}`;
}
/** Milliseconds before a request is sent again: what the service asks for, or a random part of a growing span. */
function pause(response, attempt) {
    const asked = response?.headers.get("Retry-After") ?? "";
    const after = /^\d+$/.test(asked) ? Number(asked) * 1000 : Math.max(Date.parse(asked) - Date.now(), 0);
    return Math.min(Number.isNaN(after) ? Math.random() * PAUSE.first * 2 ** attempt : after, PAUSE.longest);
}
const named = (name, message) => Object.assign(new Error(message), { name });
/**
 * A signal that is aborted with the caller's own, or after a time. React Native has neither `AbortSignal.any` nor
 * `AbortSignal.timeout`, and its signals have no `reason`.
 */
class Limit {
    #controller = new AbortController();
    #caller;
    #timer;
    #timedOut = false;
    constructor(milliseconds, caller) {
        this.#caller = caller;
        if (caller?.aborted)
            this.abort();
        caller?.addEventListener("abort", this.abort);
        if (milliseconds <= 0)
            return;
        this.#timer = setTimeout(() => {
            this.#timedOut = true;
            this.abort();
        }, milliseconds);
    }
    get signal() {
        return this.#controller.signal;
    }
    abort = () => this.#controller.abort(this.#caller?.reason);
    /** The error to throw in place of what an aborted request threw. */
    error(thrown) {
        return this.#timedOut ? named("TimeoutError", "the service did not answer in time") : thrown;
    }
    end() {
        clearTimeout(this.#timer);
        this.#caller?.removeEventListener("abort", this.abort);
    }
    /** Resolve after so many milliseconds; reject once the signal is aborted. */
    wait(milliseconds) {
        const { signal } = this;
        return new Promise((resolve, reject) => {
            const stop = () => {
                clearTimeout(timer);
                reject(signal.reason ?? named("AbortError", "the call was stopped"));
            };
            const timer = setTimeout(() => {
                signal.removeEventListener("abort", stop);
                resolve();
            }, milliseconds);
            signal.addEventListener("abort", stop);
            if (signal.aborted)
                stop();
        });
    }
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
    /** Settle a false Mah-Jong. */
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
    /**
     * Settle any number of deals, and yield their results in order. A few chunks are sent at a time and in memory; one
     * that was dropped is sent again like any request.
     */
    async *settleMany(deals, query = {}, ask = {}) {
        const { chunkSize = CHUNK.deals, inFlight = 4, ...others } = ask;
        const limit = new Limit(0, ask.signal);
        const sent = [];
        try {
            for await (const chunk of chunks(deals, chunkSize)) {
                const answer = this.#send(BATCH, query, { ...others, signal: limit.signal }, chunk);
                answer.catch(() => undefined); // thrown below, once its turn comes
                if (sent.push(answer) === inFlight)
                    yield* (await sent.shift())?.results ?? [];
            }
            for (const answer of sent)
                yield* (await answer).results;
        }
        finally {
            limit.abort();
            limit.end();
        }
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
    #get(path, query, ask) {
        return this.#send(path, query, ask);
    }
    #post(path, body, query, ask) {
        return this.#send(path, query, ask, JSON.stringify(body));
    }
    /** The JSON of the response. */
    async #send(path, query, ask, body) {
        const limit = new Limit(ask.timeout ?? this.#settings.timeout ?? 30_000, ask.signal);
        try {
            const response = await this.#repeated(this.#request(path, query, ask, limit.signal, body), limit);
            if (!response.ok)
                throw await problemOf(response);
            const kind = response.headers.get("Content-Type")?.split(";")[0]?.trim();
            if (kind !== JSON_TYPE)
                throw new ProtocolError(response.status, response.headers);
            return (await response.json());
        }
        catch (error) {
            throw limit.error(error);
        }
        finally {
            limit.end();
        }
    }
    #request(path, query, ask, signal, body) {
        const { language, token } = this.#settings;
        const headers = new Headers(body === undefined ? {} : { "Content-Type": JSON_TYPE });
        if (language)
            headers.set("Accept-Language", language);
        if (token)
            headers.set("Authorization", `Bearer ${token}`);
        if (ask.requestId)
            headers.set("X-Request-ID", ask.requestId);
        const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`));
        const parameters = asked.length > 0 ? `?${asked.join("&")}` : ""; // React Native's URLSearchParams takes no pairs
        const method = body === undefined ? "GET" : "POST";
        return new Request(`${this.#url}${path}${parameters}`, { method, headers, body: body ?? null, signal });
    }
    /** The last response to a request that is sent again where that may help. */
    async #repeated(request, limit) {
        const { retries = 3, onResponse, fetch: send = fetch } = this.#settings;
        for (let attempt = 0;; attempt += 1) {
            const last = attempt >= retries;
            const response = await send(request.clone()).catch((error) => {
                if (last || limit.signal.aborted)
                    throw error;
                return undefined;
            });
            if (response)
                onResponse?.(response);
            if (response && (last || !REPEATED.has(response.status)))
                return response;
            await limit.wait(pause(response, attempt));
        }
    }
}
