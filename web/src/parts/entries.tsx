import { faultsUnder } from '../model/deal.ts';
import type { Entry, Fault, Sheet } from '../service/shapes.ts';
import type { EntryTold, Standing } from '../service/sheet.ts';
import { SOURCES, dealName, signed } from '../words.ts';
import { Faults } from './faults.tsx';

function winWords(entry: Entry & { readonly type: 'deal' }, name: (player: number) => string): string {
  if (entry.winner === null) return 'Drawn: nobody won';
  const told = SOURCES.find(({ value }) => value === entry.win?.source)?.told ?? '';
  const from = entry.win?.discarder === undefined ? '' : `, from ${name(entry.win.discarder)}`;
  return `${name(entry.winner)} won ${told}${from}`;
}

/** One line for one entry: "Ann won on a discard, from Bob". */
export function entryWords(entry: Entry, players: readonly string[]): string {
  const name = (player: number): string => players[player] ?? '?';
  switch (entry.type) {
    case 'deal':
      return winWords(entry, name);
    case 'washed-tiles':
      return `${name(entry.player)} washed the tiles`;
    case 'false-mahjong':
      return `${name(entry.player)} called wrongly`;
    case 'correction':
      return `Correction: ${entry.reason}`;
  }
}

function Amounts({ players, told }: { readonly players: readonly string[]; readonly told: EntryTold | undefined }) {
  return (
    <dl class="amounts">
      {players.map((name, player) => (
        <div key={player}>
          <dt>{name}</dt>
          <dd>{told ? signed(told.net[player] ?? 0) : 'waits'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RowProps {
  readonly sheet: Sheet;
  readonly at: number;
  readonly told: EntryTold | undefined;
  readonly faults: readonly Fault[];
  readonly open: () => void;
}

function Row({ sheet, at, told, faults, open }: RowProps) {
  const entry = sheet.entries[at];
  if (!entry) return null;
  return (
    <li>
      <button type="button" class="entry" onClick={open}>
        <span class="soft">
          {told?.seating ? dealName(told.seating) : `Entry ${at + 1}`}
        </span>
        <span class="what">{entryWords(entry, sheet.players)}</span>
        <span aria-hidden="true" class="more">
          ›
        </span>
        <Amounts players={sheet.players} told={told} />
      </button>
      <Faults faults={faults} />
    </li>
  );
}

/** All entries, the newest first; a tap opens one for a look or a change. */
export function Entries({ sheet, standing, open }: { readonly sheet: Sheet; readonly standing: Standing; readonly open: (at: number) => void }) {
  const { told, faults } = standing;
  const latestFirst = sheet.entries.map((_, at) => at).reverse();
  if (latestFirst.length === 0) return <p class="soft">Nothing yet: the first deal is East's.</p>;
  return (
    <ol class={`entries ${standing.fresh ? '' : 'stale'}`} reversed>
      {latestFirst.map((at) => (
        <Row
          key={at}
          sheet={sheet}
          at={at}
          told={at < standing.counted ? told?.entries[at] : undefined}
          faults={faultsUnder(faults, `/entries/${at}`)}
          open={() => open(at)}
        />
      ))}
    </ol>
  );
}
