/** A form that adds deals to an evening: the service names the faults, in German, and each is shown at its field. */

import { Client, type Entry, Problem, type Scoresheet, type SettledScoresheet } from "pung-chow-client";
import { entryOf, faultsOf, NAMES } from "./entry.js";

const find = <Found extends Element>(selector: string): Found => document.querySelector<Found>(selector) as Found;
const service = new URLSearchParams(location.search).get("service") ?? location.origin;
const client = new Client(service, { language: "de" });
const form = find<HTMLFormElement>("form");
const sheet = (await (await fetch("../evening.json")).json()) as Scoresheet & { entries: Entry[] };

function show({ standings }: SettledScoresheet): void {
  const rows = standings.map(({ rank, player, total }) => {
    const row = document.createElement("tr");
    row.append(...[rank, sheet.players?.[player] ?? player, total].map((text) => Object.assign(document.createElement("td"), { textContent: String(text) })));
    return row;
  });
  find("#standings").replaceChildren(...rows);
}

function field(name: string): HTMLElement {
  const label = Object.assign(document.createElement("label"), { textContent: `${name} ` });
  const input = Object.assign(document.createElement("input"), { name });
  const fault = Object.assign(document.createElement("output"), { id: `fault-${name}` });
  input.setAttribute("aria-describedby", fault.id);
  label.append(input, fault);
  return label;
}

function showFaults(faults: ReadonlyMap<string, string>): void {
  for (const name of NAMES) {
    form.querySelector(`[name="${name}"]`)?.setAttribute("aria-invalid", String(faults.has(name)));
    (document.getElementById(`fault-${name}`) as HTMLOutputElement).value = faults.get(name) ?? "";
  }
  find<HTMLOutputElement>("#general").value = faults.get("") ?? "";
}

async function add(): Promise<void> {
  const texts = new Map([...new FormData(form)].map(([name, text]) => [name, String(text)]));
  const entries = [...sheet.entries, entryOf(texts)];
  try {
    show(await client.scoresheet({ ...sheet, entries }));
    sheet.entries = entries;
    form.reset();
    showFaults(new Map());
  } catch (error) {
    showFaults(error instanceof Problem ? faultsOf(error, entries.length - 1) : new Map([["", "Der Dienst ist nicht zu erreichen."]]));
  }
}

form.append(...NAMES.map(field), Object.assign(document.createElement("button"), { textContent: "Eintragen" }));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void add();
});
show(await client.scoresheet(sheet));
