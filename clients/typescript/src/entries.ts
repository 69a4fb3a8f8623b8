/** The entries of a scoresheet by their `type`. Made of the contract by `python -m tools.client_types`. */

import type { components } from "../contract.js";

type Schemas = components["schemas"];

/** An entry of one type: the members of all types, those that it needs, and those that it may have. */
type Of<All, Common extends keyof All, Type, Needed extends keyof All, May extends keyof All> = Pick<All, Common> & {
  readonly type: Type;
} & { readonly [Name in Needed]-?: All[Name] } & { readonly [Name in May]?: All[Name] };

type AllEntry = Schemas["Entry"];
type EntryMember = "id";

/** An entry by its `type`. */
export type Entry =
  | Of<AllEntry, EntryMember, "deal", "hands", "round_wind" | "east_player" | "sits_out" | "winning_player" | "win" | "discards">
  | Of<AllEntry, EntryMember, "washed-tiles", "player" | "hand", "sits_out">
  | Of<AllEntry, EntryMember, "false-mahjong", "player", "sits_out" | "other_calling_players" | "hand_exposed">
  | Of<AllEntry, EntryMember, "fine", "fine" | "player", "sits_out" | "receiving_player" | "score">
  | Of<AllEntry, EntryMember, "correction", "amounts" | "reason", never>
  | Of<AllEntry, EntryMember, "house-rules", never, "house_rules">;

type AllSettledEntry = Schemas["SettledEntry"];
type SettledEntryMember = "number" | "id" | "net" | "totals";

/** A settled entry by its `type`. One that is not settled has a `problem`. */
export type SettledEntry =
  | (Of<AllSettledEntry, SettledEntryMember, "deal", "round_wind" | "deal" | "seating" | "winning_player" | "hands" | "payments", "win" | "dangerous_discard" | "scores_added" | "game" | "round" | "sits_out"> & { readonly problem?: never })
  | Of<AllSettledEntry, SettledEntryMember, "deal", "problem", "round_wind" | "deal" | "seating" | "winning_player" | "hands" | "payments" | "win" | "dangerous_discard" | "scores_added" | "game" | "round" | "sits_out">
  | (Of<AllSettledEntry, SettledEntryMember, "washed-tiles", "round_wind" | "deal" | "seating" | "player" | "heads" | "payments", "game" | "round" | "sits_out"> & { readonly problem?: never })
  | Of<AllSettledEntry, SettledEntryMember, "washed-tiles", "problem", "round_wind" | "deal" | "seating" | "player" | "heads" | "payments" | "game" | "round" | "sits_out">
  | (Of<AllSettledEntry, SettledEntryMember, "false-mahjong", "round_wind" | "deal" | "seating" | "player" | "payments", "other_calling_players" | "hand_exposed" | "game" | "round" | "sits_out"> & { readonly problem?: never })
  | Of<AllSettledEntry, SettledEntryMember, "false-mahjong", "problem", "round_wind" | "deal" | "seating" | "player" | "payments" | "other_calling_players" | "hand_exposed" | "game" | "round" | "sits_out">
  | (Of<AllSettledEntry, SettledEntryMember, "fine", "round_wind" | "deal" | "seating" | "fine" | "player" | "payments", "receiving_player" | "score" | "game" | "round" | "sits_out"> & { readonly problem?: never })
  | Of<AllSettledEntry, SettledEntryMember, "fine", "problem", "round_wind" | "deal" | "seating" | "fine" | "player" | "payments" | "receiving_player" | "score" | "game" | "round" | "sits_out">
  | (Of<AllSettledEntry, SettledEntryMember, "correction", "reason", never> & { readonly problem?: never })
  | Of<AllSettledEntry, SettledEntryMember, "correction", "problem", "reason">
  | (Of<AllSettledEntry, SettledEntryMember, "house-rules", never, "house_rules"> & { readonly problem?: never })
  | Of<AllSettledEntry, SettledEntryMember, "house-rules", "problem", "house_rules">;
