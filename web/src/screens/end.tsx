import { useEffect, useState } from 'preact/hooks';
import { fileName, saveFile, share, type Shared, sharePicture } from '../keep/file.ts';
import { packed } from '../keep/packed.ts';
import { up } from '../keep/route.ts';
import { rate as kept } from '../keep/store.ts';
import { asCsv, asText, asWritten, type Head, headLine, linesOf, type Rate, rated, readNumber } from '../model/evening.ts';
import type { Sheet } from '../model/shapes.ts';
import { type PlayerStatistics, statistics } from '../model/statistics.ts';
import type { CountedPart, Ruleset } from '../model/told.ts';
import { number } from '../model/words.ts';
import { Bar } from '../parts/bar.tsx';
import { Chart, Swatch } from '../parts/chart.tsx';
import { Name } from '../parts/name.tsx';
import { codeOf, picture } from '../parts/picture.ts';
import { Uncounted } from '../parts/uncounted.tsx';
import { countedPart, type Standing, startTotals } from '../service/standing.ts';
import { exportedSmall } from './sittings.tsx';

interface EndProps {
  readonly sheet: Sheet;
  readonly standing: Standing;
  readonly rulesets: readonly Ruleset[] | null;
  /** When the sitting was begun; null where that is not known. */
  readonly begun: number | null;
  /** Begins another set with the same players; absent for a sitting that is only read. */
  readonly again?: (() => void) | undefined;
  /** Takes over one that is only read. */
  readonly take?: (() => void) | undefined;
}

interface RatedProps {
  readonly sheet: Sheet;
  readonly told: CountedPart;
  readonly rate: Rate;
}

function Ranking({ sheet, told, rate }: RatedProps) {
  return (
    <ol class="ranking">
      {told.ranks.map(({ player, total, rank }) => (
        <li key={player}>
          <b>{rank}.</b>
          <Swatch player={player} />
          <Name>{sheet.players[player]}</Name>
          <b class="figure">
            {number(total)}
            <small>{rated(total, rate)}</small>
          </b>
        </li>
      ))}
    </ol>
  );
}

function Transfers({ sheet, told, rate }: RatedProps) {
  return (
    <section>
      <h2>Who hands what to whom</h2>
      {told.transfers === null && <p class="soft">That waits until the service has counted.</p>}
      {told.transfers?.length === 0 && <p class="soft">Nobody owes anything.</p>}
      <ul class="payments">
        {(told.transfers ?? []).map(({ payer, payee, amount }) => (
          <li key={`${payer}-${payee}`}>
            <span>
              <b>
                <Name>{sheet.players[payer]}</Name>
              </b>{' '}
              to{' '}
              <b>
                <Name>{sheet.players[payee]}</Name>
              </b>
            </span>
            <b class="figure">
              {number(amount)}
              <small>{rated(amount, rate)}</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RateField({ rate, set }: { readonly rate: Rate; readonly set: (rate: Rate) => void }) {
  const [written, setWritten] = useState(() => (rate.each > 0 ? asWritten(rate.each) : ''));
  const write = (text: string): void => {
    setWritten(text);
    set({ ...rate, each: readNumber(text) });
  };
  return (
    <details class="rate">
      <summary>Points to money</summary>
      <label class="field row">
        <span>A point is worth</span>
        <input type="text" inputMode="decimal" autoComplete="off" value={written} onInput={({ currentTarget }) => write(currentTarget.value)} />
      </label>
      <label class="field row">
        <span>Currency</span>
        <input type="text" maxLength={12} value={rate.currency} onInput={({ currentTarget }) => set({ ...rate, currency: currentTarget.value })} />
      </label>
    </details>
  );
}

const shown = (value: number | null): string => (value === null ? '\u2013' : number(value));

const ROWS: readonly { readonly label: string; readonly value: (each: PlayerStatistics) => number | null }[] = [
  { label: 'Hands won', value: ({ won }) => won },
  { label: 'Best hand', value: ({ best }) => best },
  { label: 'Average hand', value: ({ average }) => average },
  { label: 'Discards that won', value: ({ gaveAway }) => gaveAway },
  { label: 'Paid for them', value: ({ paidForDiscards }) => paidForDiscards },
];

function Statistics({ sheet, told }: { readonly sheet: Sheet; readonly told: CountedPart }) {
  const all = statistics(sheet, told.entries);
  return (
    <section class="statistics" tabIndex={0} aria-label="The evening in figures">
      <h2>In figures</h2>
      <table>
        <thead>
          <tr>
            <td />
            {sheet.players.map((name, player) => (
              <th key={player} scope="col">
                <Name>{name}</Name>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {all.map((each, player) => (
                <td key={player}>{shown(value(each))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const DONE: Readonly<Record<Shared, string>> = { shared: 'Shared.', copied: 'Copied to the clipboard.', kept: 'Not shared.' };

/** What a phone can read off another's screen: the bytes of the longest code. */
const MOST_IN_A_CODE = 2_900;

/** The link as a code for another phone's camera; what makes it is fetched only here. */
function Code({ link }: { readonly link: string }) {
  const [drawn, setDrawn] = useState('');
  const isTooLong = link.length > MOST_IN_A_CODE;
  useEffect(() => {
    if (!isTooLong) void codeOf(link).then(setDrawn, () => setDrawn(''));
  }, [link, isTooLong]);
  if (isTooLong) return <p role="status">The sitting is too long for a code: share the link.</p>;
  if (drawn === '') return <p role="status">One moment.</p>;
  return (
    <figure>
      <img class="qr" src={drawn} alt="The sitting as a code" />
      <figcaption class="soft">Another phone's camera reads it; after more deals, show it again: scanning it anew brings that phone up to date.</figcaption>
    </figure>
  );
}

function Sharing({ sheet, told, rate, head }: RatedProps & { readonly head: Head }) {
  const [said, say] = useState('');
  const [link, setLink] = useState('');
  const [isCode, showCode] = useState(false);
  useEffect(() => {
    void packed(exportedSmall(sheet)).then((text) => setLink(`${location.origin}/#read/${text}`));
  }, [sheet]);
  const put = (data: { readonly text?: string; readonly url?: string }): void => void share(data).then((how) => say(DONE[how]));
  const draw = (): void => void picture(linesOf(sheet, told, rate, head)).then((blob) => blob && sharePicture(fileName(new Date(), 'png'), blob));
  return (
    <section class="sharing">
      <h2>To take away</h2>
      <div class="buttons wrap">
        <button type="button" class="quiet" onClick={() => put({ text: asText(sheet, told, rate, head) })}>
          Share as text
        </button>
        <button type="button" class="quiet" data-link={link} disabled={link === ''} onClick={() => put({ url: link })}>
          Share a link
        </button>
        <button type="button" class="quiet" aria-expanded={isCode} disabled={link === ''} onClick={() => showCode(!isCode)}>
          As a code
        </button>
        <button type="button" class="quiet" onClick={draw}>
          As a picture
        </button>
        <button type="button" class="quiet" onClick={() => saveFile(fileName(new Date(), 'csv'), asCsv(sheet, told), 'text/csv')}>
          As a table (CSV)
        </button>
        <button type="button" class="quiet" onClick={() => print()}>
          Print
        </button>
      </div>
      <p role="status">{said}</p>
      {isCode && <Code link={link} />}
      <p class="soft">The link holds the whole sitting, names too; it is read in the browser, and no server keeps it.</p>
    </section>
  );
}

const Onward = ({ again, take }: Pick<EndProps, 'again' | 'take'>) => (
  <>
    {take && (
      <button type="button" class="main" onClick={take}>
        Go on with it on this phone
      </button>
    )}
    {again && (
      <button type="button" class="quiet" onClick={again}>
        Another set, same players
      </button>
    )}
  </>
);

/** How the evening ends: who stands where, who hands what to whom, and what can be taken away. */
export function EndScreen({ sheet, standing, rulesets, begun, again, take }: EndProps) {
  const [rate, setRate] = useState<Rate>(kept.peek());
  const { fresh } = standing;
  const told = countedPart(standing, sheet);
  const head: Head = { title: rulesets?.find(({ id }) => id === sheet.ruleset)?.title ?? sheet.ruleset, begun };
  const set = (next: Rate): void => {
    setRate(next);
    kept.value = next;
  };
  return (
    <main class="end">
      <Bar title={again ? 'The evening' : 'A sitting to read'} back={{ label: 'Table', go: () => up({ screen: 'table' }) }} />
      <div class={`stack ${fresh ? '' : 'stale'}`}>
        {!told && <p role="status">The service has not counted it yet.</p>}
        <p class="lead">{headLine(head, sheet)}</p>
        <Uncounted sheet={sheet} standing={standing} jump={again !== undefined} />
        {told && <Ranking sheet={sheet} told={told} rate={rate} />}
        {told && <Transfers sheet={sheet} told={told} rate={rate} />}
        <RateField rate={rate} set={set} />
        {told && told.entries.length > 0 && (
          <Chart players={sheet.players} totals={[startTotals(sheet), ...told.entries.map((entry) => entry.totals)]} />
        )}
        {told && <Statistics sheet={sheet} told={told} />}
        {told && <Sharing sheet={sheet} told={told} rate={rate} head={head} />}
        <Onward again={again} take={take} />
      </div>
    </main>
  );
}
