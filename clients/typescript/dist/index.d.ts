/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */
import type { components, operations } from "../contract.cjs";
import type { BatchResult, Entry, SettledEntry } from "./unions.js";
export type { components, operations, paths } from "../contract.cjs";
export type { BatchResult, Entry, SettledEntry } from "./unions.js";
/** The contract's shapes by name: `Schemas["SettledDeal"]`. */
export type Schemas = components["schemas"];
/** A session's scoresheet, whose entries a compiler tells apart by `type`. */
export type Scoresheet = Omit<Schemas["ScoresheetRequest"], "entries"> & {
    readonly entries: readonly Entry[];
};
export type SettledScoresheet = Omit<Schemas["SettledScoresheet"], "entries"> & {
    readonly entries: readonly SettledEntry[];
};
/** The parameters of an operation. */
export type Query<Name extends keyof operations> = [NonNullable<operations[Name]["parameters"]["query"]>] extends [never] ? Readonly<Record<string, never>> : NonNullable<operations[Name]["parameters"]["query"]>;
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
export declare class Problem extends Error {
    readonly status: number;
    readonly document: Partial<Schemas["Problem"]>;
    readonly headers: Headers;
    readonly name = "Problem";
    /** What went wrong, for programs; empty where a gateway sent something else than a problem document. */
    readonly code: string;
    /** What went wrong, for people, in the language of the call. */
    readonly detail: string;
    /** Every fault: of the body with the JSON pointer to its member, of the query with its parameter. */
    readonly errors: readonly Schemas["Fault"][];
    /** The request's id in the service's log; empty if a gateway answered. */
    readonly requestId: string;
    constructor(status: number, document?: Partial<Schemas["Problem"]>, headers?: Headers);
    /** The sentences for each place of the body that is at fault. */
    get byPointer(): ReadonlyMap<string, readonly string[]>;
}
/** A response that is not the service's: a redirect, the page of a captive portal, broken JSON, too many bytes. */
export declare class ProtocolError extends Error {
    readonly status: number;
    readonly reason: string;
    readonly headers: Headers;
    readonly name = "ProtocolError";
    constructor(status: number, reason: string, headers?: Headers);
}
/** The call took longer than its `timeout`. */
export declare class TimeoutError extends Error {
    readonly name = "TimeoutError";
}
type Deal = Schemas["BatchDeal"];
type Deals = Iterable<Deal> | AsyncIterable<Deal>;
/**
 * Its methods throw `Problem` where the service refuses, `ProtocolError` where something else answers, `TimeoutError`
 * where nothing does in time, and what `fetch` throws where nothing does.
 */
export declare class Client {
    #private;
    constructor(url: string, settings?: Settings);
    /** Score and settle a deal. */
    settle(deal: Schemas["SettlementRequest"], query?: Query<"settleDeal">, ask?: Ask): Promise<Schemas["SettledDeal"]>;
    /** Score one hand. */
    score(hand: Schemas["ScoreRequest"], query?: Query<"scoreHand">, ask?: Ask): Promise<Schemas["ScoredHand"]>;
    /** List what a hand waits for or, with `each_discard`, after each discard. */
    waits(hand: Schemas["WaitsRequest"], query?: Query<"listWaits">, ask?: Ask): Promise<Schemas["AwaitedTiles"]>;
    /** Settle washed tiles. */
    wash(tiles: Schemas["WashedTilesRequest"], query?: Query<"settleWashedTiles">, ask?: Ask): Promise<Schemas["SettledWashedTiles"]>;
    /** Settle a false Mah-Jong. */
    falseMahjong(call: Schemas["FalseMahjongRequest"], query?: Query<"settleFalseMahjong">, ask?: Ask): Promise<Schemas["SettledFalseMahjong"]>;
    /** Settle a fine. */
    fine(fine: Schemas["FineRequest"], query?: Query<"settleFine">, ask?: Ask): Promise<Schemas["SettledFine"]>;
    /** Settle a whole session; with `from`, the response has the entries from that number on. */
    scoresheet(sheet: Scoresheet | Schemas["ScoresheetRequest"], query?: Query<"settleScoresheet">, ask?: Ask): Promise<SettledScoresheet>;
    /** Settle up to 1,000 deals in one request. */
    settleBatch(deals: readonly Deal[], query?: Query<"settleBatch">, ask?: AskBatch): Promise<readonly BatchResult[]>;
    /**
     * Settle any number of deals, and yield their results in order. A few chunks are sent at a time and in memory; one
     * that was dropped is sent again like any request.
     */
    settleMany(deals: Deals, query?: Query<"settleBatch">, ask?: AskMany): AsyncGenerator<BatchResult>;
    /** Apply house rules to a rulebook. */
    resolve(rules: Schemas["ResolveRequest"], query?: Query<"resolveRuleset">, ask?: Ask): Promise<Schemas["ResolvedRuleset"]>;
    /** List the rulebooks, without their rules. */
    rulesets(ask?: Ask): Promise<Schemas["RulesetList"]>;
    /** Return one rulebook. */
    ruleset(id: string, ask?: Ask): Promise<Schemas["Ruleset"]>;
    /** Return what differs between two rulebooks. */
    compare(a: string, b: string, ask?: Ask): Promise<Schemas["RulesetComparison"]>;
    /** List what rules can look for. */
    finders(ask?: Ask): Promise<Schemas["FinderList"]>;
}
