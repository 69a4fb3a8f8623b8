import { useMemo, useState } from 'preact/hooks';
import type { Sheet } from '../model/shapes.ts';
import { chairAt, isMove, playersAt, sitsOutOf } from '../model/seats.ts';
import { type EntryResponse, type Fault, faultsUnder, type SheetResponse } from '../model/responses.ts';
import { rowWords, shortNames } from '../model/short-words.ts';
import { entryWords } from '../model/entry-words.ts';
import { entryName, number, signed } from '../model/words.ts';
import { Faults } from './faults.tsx';
import { useFit } from './fit.ts';
import { Name } from './name.tsx';
import { t } from '../i18n/game.ts';
import './scoresheet.css';

interface ScoresheetProps {
  readonly sheet: Sheet;
  readonly response: SheetResponse | null;
  /** How many entries are counted in the response. */
  readonly counted: number;
  readonly fresh: boolean;
  readonly faults: readonly Fault[];
  /** After the entries that are counted; null where they are not known. */
  readonly totals: readonly number[] | null;
  readonly open: (at: number) => void;
}

interface RowProps extends Omit<ScoresheetProps, 'fresh' | 'totals'> {
  readonly at: number;
}

interface AmountProps {
  readonly name: string | undefined;
  readonly kind?: string;
  readonly children: string;
}

/** In a list each amount stands below its player's name. */
const Amount = ({ name, kind, children }: AmountProps) => (
  <td class={kind}>
    <span class="whose" aria-hidden="true">
      <Name>{name}</Name>
    </span>
    {children}
  </td>
);

interface AmountsProps {
  readonly sheet: Sheet;
  readonly at: number;
  readonly response: EntryResponse | undefined;
}

function Amounts({ sheet, at, response }: AmountsProps) {
  const entry = sheet.entries[at];
  if (!entry) return null;
  if (isMove(entry) || !response || response.failed) {
    return <td colSpan={sheet.players.length}>{isMove(entry) ? '' : t('waits')}</td>;
  }
  const winner = entry.type === 'deal' ? entry.winner : null;
  const out = sitsOutOf(entry);
  return (
    <>
      {sheet.players.map((name, player) => {
        const chair = chairAt(sheet, at, player);
        const net = response.net[chair] ?? 0;
        if (chair === out || !playersAt(sheet, at)[chair]) return <td key={player} class="sat-out" />;
        return (
          <Amount key={player} name={name} kind={chair === winner ? 'won' : net < 0 ? 'soft' : ''}>
            {signed(net)}
          </Amount>
        );
      })}
    </>
  );
}

/** One entry, with a key as wide as the row; it opens the entry for a look. */
function Row({ sheet, at, counted, faults: all, open, ...props }: RowProps) {
  const entry = sheet.entries[at];
  if (!entry) return null;
  const players = playersAt(sheet, at);
  const response = at < counted ? props.response?.entries[at] : undefined;
  const faults = faultsUnder(all, `/entries/${at}`);
  return (
    <>
      <tr class="entry">
        <th scope="row">
          <button type="button" onClick={() => open(at)}>
            <b aria-hidden="true">{at + 1}</b>
            <span class="in-short" aria-hidden="true">
              {rowWords(entry, shortNames(players))}
            </span>
            <span class="unseen">
              {entryName(at, response?.seating)}: {entryWords(entry, players)}
            </span>
          </button>
        </th>
        <Amounts sheet={sheet} at={at} response={response} />
      </tr>
      {(faults.length > 0 || response?.failed) && (
        <tr class="entry-notes">
          <td colSpan={1 + sheet.players.length}>
            <Faults faults={faults} />
            {response?.failed && <p role="status">{t('could-not-count', response.failed)}</p>}
          </td>
        </tr>
      )}
    </>
  );
}

const WAYS = ['brief', 'list'] as const;

/** As many as a phone shows in a few strokes; a long evening does not make each tap dear. */
const SHOWN = 12;

/** Letters of a name that a column of a small phone has room for. */
const MAX_NAME = 8;

/** A long name is whole where there is room, and always for the ear. */
const Head = ({ name, brief }: { readonly name: string; readonly brief: string }) =>
  [...name].length <= MAX_NAME ? (
    <th scope="col">
      <Name>{name}</Name>
    </th>
  ) : (
    <th scope="col" class="long">
      <bdi class="whole">{name}</bdi>
      <span class="brief" aria-hidden="true">
        <Name>{brief}</Name>
      </span>
    </th>
  );

/** As on paper: a column for each player, a row for each entry, the newest first, the totals at the foot. */
export function Scoresheet({ fresh, ...props }: ScoresheetProps) {
  const { sheet, faults, totals } = props;
  const [all, showAll] = useState(false);
  const newestFirst = useMemo(() => sheet.entries.map((_, at) => at).reverse(), [sheet]);
  const wrong = new Set(faults.map(({ pointer }) => Number(pointer.split('/')[2])));
  const shown = newestFirst.filter((at, index) => all || index < SHOWN || wrong.has(at));
  const hidden = newestFirst.length - shown.length;
  const brief = shortNames(sheet.players);
  const box = useFit<HTMLDivElement>(WAYS);
  return (
    <div ref={box} class={`scoresheet ${fresh ? '' : 'stale'}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('entry')}</th>
            {sheet.players.map((name, player) => (
              <Head key={player} name={name} brief={brief[player] ?? name} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((at) => (
            <Row key={at} {...props} at={at} />
          ))}
          {hidden > 0 && (
            <tr class="earlier">
              <td colSpan={1 + sheet.players.length}>
                <button type="button" class="quiet all" onClick={() => showAll(true)}>
                  {t('show-earlier', hidden)}
                </button>
              </td>
            </tr>
          )}
          {sheet.starting_totals && hidden === 0 && (
            <tr class="began-with">
              <th scope="row">{t('row-start')}</th>
              {sheet.players.map((name, player) => (
                <Amount key={player} name={name}>
                  {number(sheet.starting_totals?.[player] ?? 0)}
                </Amount>
              ))}
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('row-total')}</th>
            {sheet.players.map((name, player) => (
              <Amount key={player} name={name} kind="figure">
                {totals === null ? '\u2026' : number(totals[player] ?? 0)}
              </Amount>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
