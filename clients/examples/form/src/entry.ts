/** What a form of fields comes to: an entry of a scoresheet, and the faults of an entry at the fields. */

import type { Entry, Problem } from "pung-chow-client";

/** The text of each field by its name, which is the JSON pointer to it within the entry. */
export type Fields = ReadonlyMap<string, string>;

const PLAYERS = [0, 1, 2, 3];
const EACH = ["concealed", "exposed"];

/** The fields of a form, in order. */
export const NAMES: readonly string[] = [
  "/winning_player",
  "/win/tile",
  "/win/source",
  "/win/discarding_player",
  ...PLAYERS.flatMap((player) => EACH.map((member) => `/hands/${player}/${member}`)),
];

const player = (text: string): number | undefined => (text === "" ? undefined : Number(text));

/** The entry that the fields make. Nothing is checked here: the service names every fault. */
export function entryOf(fields: Fields): Entry {
  const text = (name: string): string => fields.get(name)?.trim() ?? "";
  const winner = player(text("/winning_player"));
  const discarder = player(text("/win/discarding_player"));
  const win = { tile: text("/win/tile"), source: text("/win/source"), ...(discarder === undefined ? {} : { discarding_player: discarder }) };
  const hands = PLAYERS.map((each) => ({
    concealed: text(`/hands/${each}/concealed`),
    exposed: text(`/hands/${each}/exposed`).split(/\s+/).filter(Boolean),
  }));
  return { type: "deal", hands, ...(winner === undefined ? {} : { winning_player: winner, win }) } as Entry;
}

/** The sentence for each field that is at fault, and under "" what belongs to none. */
export function faultsOf(problem: Problem, entry: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { pointer = "", detail } of problem.errors) {
    const place = pointer.startsWith(`/entries/${entry}/`) ? pointer.slice(`/entries/${entry}`.length) : "";
    const name = NAMES.find((each) => place === each || place.startsWith(`${each}/`)) ?? "";
    found.set(name, [found.get(name), detail].filter(Boolean).join("; "));
  }
  if (found.size === 0) found.set("", problem.message);
  return found;
}
