/** Client of the Pung Chow settlement service: a method for each operation, bodies and answers as the contract has them. */
import type { components, operations } from "../contract.js";
import type { Entry, SettledEntry } from "./entries.js";
export type { components, operations, paths } from "../contract.js";
export type { Entry, SettledEntry } from "./entries.js";
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
export declare class Problem extends Error {
    readonly status: number;
    readonly document: Partial<Schemas["Problem"]>;
    readonly headers: Headers;
    readonly name = "Problem";
    /** What went wrong, for programs; empty where a gateway answered something else than a problem document. */
    readonly code: string;
    /** Every fault: of the body with the JSON pointer to its member, of the query with its parameter. */
    readonly errors: readonly Schemas["Fault"][];
    /** What names the request in the service's log; empty where a gateway answered. */
    readonly requestId: string;
    constructor(status: number, document: Partial<Schemas["Problem"]>, headers?: Headers);
    /** The sentences for each place of the body that is at fault. */
    get byPointer(): ReadonlyMap<string, readonly string[]>;
}
/** A response of success that is not the service's: the page of a captive portal or of another server. */
export declare class ProtocolError extends Error {
    readonly status: number;
    readonly headers: Headers;
    readonly name = "ProtocolError";
    constructor(status: number, headers: Headers);
}
type Deal = Schemas["SettlementRequest"];
type Deals = Iterable<Deal> | AsyncIterable<Deal>;
/**
 * Its methods throw `Problem` where the service refuses, `ProtocolError` where something else answers, and what `fetch`
 * throws where nothing does.
 */
export declare class Client {
    #private;
    constructor(url: string, settings?: Settings);
    /** Score and settle a deal. */
    settle(deal: Schemas["SettlementRequest"], query?: Query<"settleDeal">, ask?: Ask): Promise<Schemas["SettledDeal"]>;
    /** Score one hand. */
    score(hand: Schemas["ScoreRequest"], query?: Query<"scoreHand">, ask?: Ask): Promise<Schemas["ScoredHand"]>;
    /** Tell what a hand waits for, with `discards` after each discard. */
    waits(hand: Schemas["WaitsRequest"], query?: Query<"listWaits">, ask?: Ask): Promise<Schemas["AwaitedTiles"]>;
    /** Settle washed tiles. */
    wash(tiles: Schemas["WashedTilesRequest"], query?: Query<"settleWashedTiles">, ask?: Ask): Promise<Schemas["SettledWashedTiles"]>;
    /** Settle a false Mah-Jong. */
    falseMahjong(call: Schemas["FalseMahjongRequest"], query?: Query<"settleFalseMahjong">, ask?: Ask): Promise<Schemas["SettledFalseMahjong"]>;
    /** Settle a fine. */
    fine(fine: Schemas["FineRequest"], query?: Query<"settleFine">, ask?: Ask): Promise<Schemas["SettledFine"]>;
    /** Settle a whole sitting; with `from`, only the entries from that number on are told. */
    scoresheet(sheet: Scoresheet | Schemas["ScoresheetRequest"], query?: Query<"settleScoresheet">, ask?: Ask): Promise<SettledScoresheet>;
    /** Settle up to 1,000 deals in one request. */
    settleBatch(deals: readonly Deal[], query?: Query<"settleBatch">, ask?: Ask): Promise<readonly Schemas["BatchResult"][]>;
    /**
     * Settle any number of deals, and yield their results in order. A few chunks are sent at a time and in memory; one
     * that was dropped is sent again like any request.
     */
    settleMany(deals: Deals, query?: Query<"settleBatch">, ask?: AskMany): AsyncGenerator<Schemas["BatchResult"]>;
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
