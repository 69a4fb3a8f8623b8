/** Schemas of which one member decides the others. Made of the contract by `python -m tools.client_types`. */
import type { components } from "../contract.cjs";
type Schemas = components["schemas"];
/** A schema whose deciding member has a value: what it always has, what it then needs, and what it may have. */
type Of<All, Decided, Common extends keyof All, Needed extends keyof All, May extends keyof All> = Pick<All, Common> & Readonly<Decided> & {
    readonly [Name in Needed]-?: All[Name];
} & {
    readonly [Name in May]?: All[Name];
};
type AllEntry = Schemas["Entry"];
type EntryMember = "id";
/** Entry, by its `type`. */
export type Entry = Of<AllEntry, {
    type: "deal";
}, EntryMember, "hands", "round_wind" | "east_player" | "sits_out" | "winning_player" | "win" | "discards" | "goulash"> | Of<AllEntry, {
    type: "washed-tiles";
}, EntryMember, "player" | "hand", "sits_out"> | Of<AllEntry, {
    type: "false-mahjong";
}, EntryMember, "player", "sits_out" | "other_calling_players" | "hand_exposed"> | Of<AllEntry, {
    type: "fine";
}, EntryMember, "fine" | "player", "sits_out" | "receiving_player" | "score"> | Of<AllEntry, {
    type: "correction";
}, EntryMember, "amounts" | "reason", never> | Of<AllEntry, {
    type: "house-rules";
}, EntryMember, never, "house_rules">;
type AllSettledEntry = Schemas["SettledEntry"];
type SettledEntryMember = "number" | "id" | "net" | "totals";
/** Settled entry, by its `type`. One that is not settled has a `problem`. */
export type SettledEntry = Of<AllSettledEntry, {
    type: "deal";
    problem?: never;
}, SettledEntryMember, "round_wind" | "deal" | "seating" | "winning_player" | "hands" | "payments", "win" | "dangerous_discard" | "scores_added" | "game" | "round" | "sits_out" | "goulash"> | Of<AllSettledEntry, {
    type: "deal";
}, SettledEntryMember, "problem", "round_wind" | "deal" | "seating" | "winning_player" | "hands" | "payments" | "win" | "dangerous_discard" | "scores_added" | "game" | "round" | "sits_out" | "goulash"> | Of<AllSettledEntry, {
    type: "washed-tiles";
    problem?: never;
}, SettledEntryMember, "round_wind" | "deal" | "seating" | "player" | "heads" | "payments", "game" | "round" | "sits_out"> | Of<AllSettledEntry, {
    type: "washed-tiles";
}, SettledEntryMember, "problem", "round_wind" | "deal" | "seating" | "player" | "heads" | "payments" | "game" | "round" | "sits_out"> | Of<AllSettledEntry, {
    type: "false-mahjong";
    problem?: never;
}, SettledEntryMember, "round_wind" | "deal" | "seating" | "player" | "payments", "other_calling_players" | "hand_exposed" | "game" | "round" | "sits_out"> | Of<AllSettledEntry, {
    type: "false-mahjong";
}, SettledEntryMember, "problem", "round_wind" | "deal" | "seating" | "player" | "payments" | "other_calling_players" | "hand_exposed" | "game" | "round" | "sits_out"> | Of<AllSettledEntry, {
    type: "fine";
    problem?: never;
}, SettledEntryMember, "round_wind" | "deal" | "seating" | "fine" | "player" | "payments", "receiving_player" | "score" | "game" | "round" | "sits_out"> | Of<AllSettledEntry, {
    type: "fine";
}, SettledEntryMember, "problem", "round_wind" | "deal" | "seating" | "fine" | "player" | "payments" | "receiving_player" | "score" | "game" | "round" | "sits_out"> | Of<AllSettledEntry, {
    type: "correction";
    problem?: never;
}, SettledEntryMember, "reason", never> | Of<AllSettledEntry, {
    type: "correction";
}, SettledEntryMember, "problem", "reason"> | Of<AllSettledEntry, {
    type: "house-rules";
    problem?: never;
}, SettledEntryMember, "digest", "house_rules"> | Of<AllSettledEntry, {
    type: "house-rules";
}, SettledEntryMember, "problem", "digest" | "house_rules">;
type AllBatchResult = Schemas["BatchResult"];
type BatchResultMember = "id";
/** Batch result, by its `outcome`. */
export type BatchResult = Of<AllBatchResult, {
    outcome: "settled";
    problem?: never;
}, BatchResultMember, "answer", never> | Of<AllBatchResult, {
    outcome: "refused";
    answer?: never;
}, BatchResultMember, "problem", never> | Of<AllBatchResult, {
    outcome: "failed";
    answer?: never;
}, BatchResultMember, "problem", never>;
export {};
