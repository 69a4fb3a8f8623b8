"use strict";
/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.Client = exports.TimeoutError = exports.ProtocolError = exports.Problem = void 0;
/**
 * A request was refused: by the service, with a problem document (RFC 9457), or by a gateway in its own form. Members of
 * the document that are not what the contract has count as absent.
 */
class Problem extends Error {
    status;
    document;
    headers;
    name = "Problem";
    /** What went wrong, for programs; empty where a gateway sent something else than a problem document. */
    code;
    /** What went wrong, for people, in the language of the call. */
    detail;
    /** Every fault: of the body with the JSON pointer to its member, of the query with its parameter. */
    errors;
    /** The request's id in the service's log; empty if a gateway answered. */
    requestId;
    constructor(status, document = {}, headers = new Headers()) {
        super(textOf(document.detail) || `the service answered ${status}`);
        this.status = status;
        this.document = document;
        this.headers = headers;
        this.requestId = headers.get("X-Request-ID") ?? "";
        this.code = textOf(document.code);
        this.detail = textOf(document.detail);
        this.errors = Array.isArray(document.errors) ? document.errors.filter((each) => textOf(each?.detail) !== "") : [];
    }
    /** The sentences for each place of the body that is at fault. */
    get byPointer() {
        const found = new Map();
        for (const { pointer, detail } of this.errors)
            if (typeof pointer === "string")
                found.set(pointer, [...(found.get(pointer) ?? []), detail]);
        return found;
    }
}
exports.Problem = Problem;
/** A response that is not the service's: a redirect, the page of a captive portal, broken JSON, too many bytes. */
class ProtocolError extends Error {
    status;
    reason;
    headers;
    name = "ProtocolError";
    constructor(status, reason, headers = new Headers()) {
        super(`${status}: ${reason}`);
        this.status = status;
        this.reason = reason;
        this.headers = headers;
    }
}
exports.ProtocolError = ProtocolError;
/** The call took longer than its `timeout`. */
class TimeoutError extends Error {
    name = "TimeoutError";
}
exports.TimeoutError = TimeoutError;
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
const textOf = (value) => (typeof value === "string" ? value : "");
/** The text of a body, if it is not longer than this. React Native's responses have no stream: theirs is read whole. */
async function bodyOf(response, most) {
    const tooLong = () => {
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
        if (done)
            return text + decoder.decode();
        length += value.byteLength;
        if (length > most) {
            reader.cancel().catch(() => undefined);
            tooLong();
        }
        text += decoder.decode(value, { stream: true });
    }
}
/** The JSON of a text; undefined if it is none. */
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
const isRedirect = ({ type, status }) => type === "opaqueredirect" || (status >= 300 && status < 400 && status !== NOT_MODIFIED);
/** What a response says. Throws `Problem` or `ProtocolError`. */
function answerOf({ response, text }) {
    const { status, headers, url } = response;
    if (isRedirect(response))
        throw new ProtocolError(status, `${url} redirects to ${headers.get("Location") ?? "another address"}: use that address`, headers);
    const body = parsed(text);
    if (!response.ok)
        throw new Problem(status, typeof body === "object" && body !== null && !Array.isArray(body) ? body : {}, headers);
    const kind = headers.get("Content-Type") ?? "no media type";
    if (kind.split(";")[0]?.trim() === JSON_TYPE && body !== undefined)
        return body;
    throw new ProtocolError(status, `${url} sent ${kind}, not JSON as the contract has it: ${JSON.stringify(text.slice(0, 80))}`, headers);
}
/** The last responses that had an ETag, by language and URL. */
class Kept {
    #responses = new Map();
    /** Let a request ask for changes only; the response that is kept, if there is one. */
    condition(request) {
        const kept = this.#responses.get(Kept.#key(request));
        if (kept)
            request.headers.set("If-None-Match", kept.response.headers.get("ETag") ?? "");
        return kept;
    }
    /** Keep a response for the next request, in place of the oldest if there are too many. */
    keep(request, received) {
        if (!received.response.ok || !received.response.headers.has("ETag") || received.text.length > KEPT.characters)
            return;
        this.#responses.delete(Kept.#key(request));
        this.#responses.set(Kept.#key(request), received);
        const [oldest] = this.#responses.keys();
        if (this.#responses.size > KEPT.responses && oldest !== undefined)
            this.#responses.delete(oldest);
    }
    static #key({ url, headers }) {
        return `${headers.get("Accept-Language") ?? ""} ${url}`;
    }
}
/** The bodies of batches of so many deals each, all with the same shared members. */
async function* chunks(deals, size, shared = {}) {
    const before = JSON.stringify({ ...shared, deals: [] }).slice(0, -"]}".length);
    let chunk = [];
    let characters = 0;
    for await (const deal of deals) {
        const text = JSON.stringify(deal);
        chunk.push(text);
        characters += text.length;
        if (chunk.length < size && characters < CHUNK.characters)
            continue;
        yield `${before}${chunk.join()}]}`;
        chunk = [];
        characters = 0;
    }
    if (chunk.length > 0)
        yield `${before}${chunk.join()}]}`;
}
/** The milliseconds for which a response asks in `Retry-After`, as seconds or a date; NaN without. */
function retryAfter(response) {
    const asked = response?.headers.get("Retry-After") ?? "";
    return /^\d+$/.test(asked) ? Number(asked) * 1000 : Math.max(Date.parse(asked) - Date.now(), 0);
}
/** The repeats of one request: at most `retries` or, with `retryFor`, for so long, in the call's time. */
class Repeats {
    #retries;
    #until;
    #limit;
    #attempt = 0;
    constructor({ retries = DEFAULTS.retries, retryFor }, limit) {
        this.#retries = retries;
        this.#until = retryFor === undefined ? undefined : performance.now() + retryFor;
        this.#limit = limit;
    }
    /**
     * Milliseconds before the request is sent again; undefined if it is not. They are what the service asks for or,
     * without that, a random part of a growing span, cut to the end of `retryFor`. A longer pause than there is time for
     * is not begun, nor one longer than `PAUSE.longest`.
     */
    pause(response) {
        const retrying = this.#until === undefined ? Infinity : this.#until - performance.now();
        if (this.#until === undefined ? this.#attempt >= this.#retries : retrying <= 0)
            return undefined;
        const asked = retryAfter(response);
        if (asked > Math.min(PAUSE.longest, retrying))
            return undefined;
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
    #controller = new AbortController();
    #caller;
    #timer;
    #until;
    #timedOut = false;
    constructor(milliseconds, caller) {
        this.#caller = caller;
        this.#until = milliseconds > 0 ? performance.now() + milliseconds : Infinity;
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
    /** Milliseconds that are left. */
    get left() {
        return this.#until - performance.now();
    }
    abort = () => this.#controller.abort(this.#caller?.reason);
    /** The error to throw in place of what an aborted request threw. */
    error(thrown) {
        return this.#timedOut ? new TimeoutError("the service did not answer in time") : thrown;
    }
    end() {
        clearTimeout(this.#timer);
        this.#caller?.removeEventListener("abort", this.abort);
    }
    /** What a promise comes to; rejected once the signal is aborted, also if what was called does not listen to it. */
    async within(work) {
        const { signal } = this;
        let stop = () => undefined;
        const stopped = new Promise((_, reject) => {
            stop = () => reject(signal.reason ?? Object.assign(new Error("the call was stopped"), { name: "AbortError" }));
            signal.addEventListener("abort", stop);
            if (signal.aborted)
                stop();
        });
        try {
            return await Promise.race([work, stopped]);
        }
        finally {
            signal.removeEventListener("abort", stop);
        }
    }
    /** Resolve after so many milliseconds; reject once the signal is aborted. */
    async wait(milliseconds) {
        let timer;
        try {
            await this.within(new Promise((resolve) => (timer = setTimeout(resolve, milliseconds))));
        }
        finally {
            clearTimeout(timer);
        }
    }
}
/** An id as one segment of a path. */
function segment(id) {
    if (id === "." || id === "..")
        throw new RangeError(`${id} is no id`);
    return encodeURIComponent(id);
}
/**
 * Its methods throw `Problem` where the service refuses, `ProtocolError` where something else answers, `TimeoutError`
 * where nothing does in time, and what `fetch` throws where nothing does.
 */
class Client {
    #url;
    #settings;
    #kept = new Kept();
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
    /** List what a hand waits for or, with `each_discard`, after each discard. */
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
    /** Settle a whole session; with `from`, the response has the entries from that number on. */
    scoresheet(sheet, query = {}, ask = {}) {
        return this.#post("/v1/scoresheets", sheet, query, ask);
    }
    /** Settle up to 1,000 deals in one request. */
    async settleBatch(deals, query = {}, ask = {}) {
        return (await this.#post(BATCH, { ...ask.shared, deals }, query, ask)).results;
    }
    /**
     * Settle any number of deals, and yield their results in order. A few chunks are sent at a time and in memory; one
     * that was dropped is sent again like any request.
     */
    async *settleMany(deals, query = {}, ask = {}) {
        const { chunkSize = CHUNK.deals, inFlight = CHUNK.inFlight, shared, ...others } = ask;
        const limit = new Limit(0, ask.signal);
        const sent = [];
        try {
            for await (const chunk of chunks(deals, chunkSize, shared)) {
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
    /** The JSON of the response, or of that which is still true. */
    async #send(path, query, ask, body) {
        const limit = new Limit(ask.timeout ?? this.#settings.timeout ?? DEFAULTS.timeout, ask.signal);
        try {
            const request = this.#request(path, query, ask, limit.signal, body);
            const kept = body === undefined ? this.#kept.condition(request) : undefined;
            const received = await this.#repeated(request, limit);
            if (kept && received.response.status === NOT_MODIFIED)
                return answerOf(kept);
            if (body === undefined)
                this.#kept.keep(request, received);
            return answerOf(received);
        }
        catch (error) {
            throw limit.error(error);
        }
        finally {
            limit.end();
        }
    }
    #request(path, query, ask, signal, body) {
        const { token } = this.#settings;
        const language = ask.language ?? this.#settings.language;
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
        return new Request(`${this.#url}${path}${parameters}`, { method, headers, body: body ?? null, signal, redirect: "manual" });
    }
    /** The last response to a request that is sent again where that may help. */
    async #repeated(request, limit) {
        const { maxResponseBytes = DEFAULTS.maxResponseBytes, onResponse, fetch: send = fetch } = this.#settings;
        const repeats = new Repeats(this.#settings, limit);
        for (;;) {
            let dropped;
            const drop = (error) => {
                if (error instanceof ProtocolError || limit.signal.aborted)
                    throw error;
                dropped = error;
            };
            const response = await limit.within(send(request.clone())).catch(drop);
            if (response)
                onResponse?.(response);
            const text = response && (await limit.within(bodyOf(response, maxResponseBytes)).catch(drop));
            const received = response && text !== undefined ? { response, text } : undefined;
            if (received && !REPEATED.has(received.response.status))
                return received;
            const pause = repeats.pause(received?.response);
            if (pause !== undefined)
                await limit.wait(pause);
            else if (received)
                return received;
            else
                throw dropped;
        }
    }
}
exports.Client = Client;
