import { useState } from 'preact/hooks';
import { fileName, saveFile, share, sharePicture } from '../storage/file.ts';
import { go, up } from '../router.ts';
import { rate as kept } from '../storage/store.ts';
import {
  asCsv,
  asText,
  inLanguage,
  type Head,
  headLine,
  houseLine,
  ratedRanks,
  ratedTransfers,
  readNumber,
} from '../model/evening.ts';
import { isOtherwise } from '../model/house.ts';
import type { Rate } from '../model/money.ts';
import type { Sheet } from '../model/shapes.ts';
import { type PlayerStatistics, statistics } from '../model/statistics.ts';
import { chairAt, isMove, playersAt, totalsByPlayer } from '../model/seats.ts';
import { type CountedPart, type EntryResponse, playerAt, type Ruleset } from '../model/responses.ts';
import { entryWords } from '../model/entry-words.ts';
import { dealName, isolated, number, signed } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { Chart, Swatch } from '../components/chart.tsx';
import { Joy } from '../components/joy.tsx';
import { useFit } from '../components/fit.ts';
import { Name } from '../components/name.tsx';
import { Code } from '../components/code.tsx';
import { OnlyHere } from '../components/only-here.tsx';
import { picture } from '../components/picture.ts';
import { SHARED, Toast } from '../components/toast.tsx';
import { Uncounted } from '../components/uncounted.tsx';
import { countedPart, type Standings, startTotals } from '../api/use-standings.ts';
import { rich } from '../components/rich.ts';
import { t } from '../i18n/game.ts';
import { useLink } from './hand-over.tsx';
import './end.css';

interface EndProps {
  readonly sheet: Sheet;
  readonly standings: Standings;
  readonly rulesets: readonly Ruleset[] | null;
  /** When the session was begun; null where that is not known. */
  readonly begun: number | null;
  /** Begins another set with the same players; absent for a session that is only read. */
  readonly again?: (() => void) | undefined;
  /** What the reader should know of the numbers. */
  readonly note?: string | null | undefined;
  /** Takes over one that is only read. */
  readonly take?: (() => void) | undefined;
}

interface RatedProps {
  readonly sheet: Sheet;
  readonly part: CountedPart;
  readonly rate: Rate;
}

const DRAGONS = ['5z', '7z', '6z'];

/** Whoever is first has a moment of joy; where several are, or nothing was played, nobody has. */
function First({ sheet, part }: Pick<RatedProps, 'sheet' | 'part'>) {
  const [first, second] = part.ranks;
  if (!first || part.entries.length === 0 || second?.rank === 1) return null;
  return <Joy tiles={DRAGONS}>{rich(t('wins-the-evening'), <Name>{sheet.players[first.player]}</Name>)}</Joy>;
}

function Ranking({ sheet, part, rate }: RatedProps) {
  const money = ratedRanks(part.ranks, rate);
  return (
    <ol class="ranking">
      {part.ranks.map(({ player, total, rank }, at) => (
        <li key={player}>
          <b>{rank}.</b>
          <Swatch player={player} />
          <Name>{sheet.players[player]}</Name>
          <b class="figure">
            {number(total)}
            <small>{money[at]}</small>
          </b>
        </li>
      ))}
    </ol>
  );
}

function Transfers({ sheet, part, rate }: RatedProps) {
  const money = ratedTransfers(sheet, part.transfers ?? [], rate);
  return (
    <section>
      <h2>{t('who-hands-what')}</h2>
      {part.transfers === null && <p class="soft">{t('waits-until-counted')}</p>}
      {part.transfers?.length === 0 && <p class="soft">{t('nobody-owes-anything')}</p>}
      <ul class="payments">
        {(part.transfers ?? []).map(({ payer, payee, amount }, at) => (
          <li key={`${payer}-${payee}`}>
            <span>
              {rich(
                t('to-player'),
                <b>
                  <Name>{sheet.players[payer]}</Name>
                </b>,
                <b>
                  <Name>{sheet.players[payee]}</Name>
                </b>,
              )}
            </span>
            <b class="figure">
              {number(amount)}
              <small>{money[at]}</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Of an amount that is being typed: "", "0", "0.0" are the beginning of one. */
const MAY_GO_ON = /^\s*0*[.,]?0*\s*$/;

function RateField({ rate, set }: { readonly rate: Rate; readonly set: (rate: Rate) => void }) {
  const [text, setText] = useState(() => (rate.each > 0 ? inLanguage(rate.each) : ''));
  const write = (text: string): void => {
    setText(text);
    set({ ...rate, each: readNumber(text) });
  };
  return (
    <details class="rate">
      <summary>{t('points-to-money')}</summary>
      <label class="field row">
        <span>{t('a-point-is-worth')}</span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      </label>
      {!MAY_GO_ON.test(text) && rate.each === 0 && (
        <p role="status" class="doubt">
          {t('no-number')}
        </p>
      )}
      <label class="field row">
        <span>{t('currency')}</span>
        <input
          type="text"
          maxLength={12}
          value={rate.currency}
          onInput={({ currentTarget }) => set({ ...rate, currency: currentTarget.value })}
        />
      </label>
    </details>
  );
}

const shown = (value: number | null): string => (value === null ? '\u2013' : number(value));

const ROWS: readonly { readonly label: string; readonly value: (each: PlayerStatistics) => number | null }[] = [
  {
    get label() {
      return t('hands-won');
    },
    value: ({ won }) => won,
  },
  {
    get label() {
      return t('best-hand');
    },
    value: ({ best }) => best,
  },
  {
    get label() {
      return t('average-hand');
    },
    value: ({ average }) => average,
  },
  {
    get label() {
      return t('discards-that-won');
    },
    value: ({ gaveAway }) => gaveAway,
  },
  {
    get label() {
      return t('paid-for-them');
    },
    value: ({ paidForDiscards }) => paidForDiscards,
  },
];

/** In a list each amount stands with its player's name. */
const Whose = ({ name }: { readonly name: string | undefined }) => (
  <span class="whose" aria-hidden="true">
    <Name>{name}</Name>
  </span>
);

const Columns = ({ players }: { readonly players: readonly string[] }) => (
  <thead>
    <tr>
      <td />
      {players.map((name, player) => (
        <th key={player} scope="col">
          <Name>{name}</Name>
        </th>
      ))}
    </tr>
  </thead>
);

const WAYS = ['list'] as const;

function Statistics({ sheet, part }: { readonly sheet: Sheet; readonly part: CountedPart }) {
  const all = statistics(sheet, part.entries);
  const box = useFit<HTMLElement>(WAYS);
  return (
    <section ref={box} class="statistics" tabIndex={0} aria-label={t('the-evening-in-figures')}>
      <h2>{t('in-figures')}</h2>
      <table>
        <Columns players={sheet.players} />
        <tbody>
          {ROWS.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {all.map((each, player) => (
                <td key={player}>
                  <Whose name={sheet.players[player]} />
                  {shown(value(each))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "+24 (120)": of an entry, for a player of now; a change of seats moves nothing. */
function netAndTotal(sheet: Sheet, at: number, { net, totals }: EntryResponse, player: number): string {
  const chair = chairAt(sheet, at, player);
  const moved = isMove(sheet.entries[at]) ? 0 : (net[chair] ?? 0);
  return `${signed(moved)} (${number(totals[chair] ?? 0)})`;
}

/** On paper: every entry with what each got, and the balance after it. */
function AllDeals({ sheet, part }: { readonly sheet: Sheet; readonly part: CountedPart }) {
  const box = useFit<HTMLDivElement>(WAYS);
  return (
    <div ref={box} class="all-deals">
      <table>
        <caption>{t('print-explained', t('what-happened'))}</caption>
        <Columns players={sheet.players} />
        <tbody>
          {sheet.entries.map((entry, at) => {
            const counted = part.uncounted.includes(at) ? undefined : part.entries[at];
            return (
              <tr key={at}>
                <th scope="row">
                  {`${at + 1}. ${entryWords(entry, playersAt(sheet, at))}`}
                  {counted?.seating && (
                    <small>
                      {' '}
                      {dealName(counted.seating)},{' '}
                      {isolated(playersAt(sheet, at)[playerAt(counted.seating, 'east')] ?? '')}
                    </small>
                  )}
                </th>
                {counted &&
                  sheet.players.map((name, player) => (
                    <td key={player}>
                      <Whose name={name} />
                      {netAndTotal(sheet, at, counted, player)}
                    </td>
                  ))}
                {!counted && <td colSpan={sheet.players.length}>{t('not-counted')}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Sharing({ sheet, part, rate, head }: RatedProps & { readonly head: Head }) {
  const [said, say] = useState('');
  const link = useLink(sheet);
  const [isCode, showCode] = useState(false);
  const put = (data: { readonly text?: string; readonly url?: string }): void =>
    void share(data).then((how) => say(SHARED[how]));
  const draw = (): void =>
    void picture({ sheet, part, rate, head, starts: startTotals(sheet) }).then(
      (blob) => blob && sharePicture(fileName(new Date(), 'png'), blob),
    );
  return (
    <section class="sharing">
      <h2>{t('to-take-away')}</h2>
      <OnlyHere />
      <div class="buttons wrap">
        <button type="button" class="quiet" onClick={() => put({ text: asText(sheet, part, rate, head) })}>
          {t('share-as-text')}
        </button>
        <button type="button" class="quiet" data-link={link} disabled={link === ''} onClick={() => put({ url: link })}>
          {t('share-a-link')}
        </button>
        <button
          type="button"
          class="quiet"
          aria-expanded={isCode}
          disabled={link === ''}
          onClick={() => showCode(!isCode)}
        >
          {t('as-a-code')}
        </button>
        <button type="button" class="quiet" onClick={draw}>
          {t('as-a-picture')}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => saveFile(fileName(new Date(), 'csv'), asCsv(sheet, part), 'text/csv')}
        >
          {t('as-a-table-csv')}
        </button>
        <button type="button" class="quiet" onClick={() => print()}>
          {t('print')}
        </button>
      </div>
      <Toast said={said} over={() => say('')} />
      {isCode && <Code link={link} alt={t('code-alt')} caption={t('code-explained')} />}
      <p class="soft">{t('link-holds-everything')}</p>
    </section>
  );
}

/** Of a game that is only read, what most came for, in reach of the thumb. */
const TakeOver = ({ take }: Pick<EndProps, 'take'>) =>
  take ? (
    <footer class="dock">
      <button type="button" class="main" onClick={take}>
        {t('take-over')}
      </button>
    </footer>
  ) : null;

/** Back from the table leads to a game that is only read; it is no part of one's own evening. */
const EndBar = ({ isRead }: { readonly isRead: boolean }) => (
  <Bar
    title={isRead ? t('a-session-to-read') : t('the-evening')}
    back={{ label: t('table'), go: () => (isRead ? go : up)({ screen: 'table' }) }}
  />
);

/** How the evening ends: who stands where, who hands what to whom, and what can be taken away. */
export function EndScreen({ sheet, standings, rulesets, begun, again, note, take }: EndProps) {
  const [rate, setRate] = useState<Rate>(kept.peek());
  const { fresh } = standings;
  const part = countedPart(standings, sheet);
  const head: Head = { title: rulesets?.find(({ id }) => id === sheet.ruleset)?.title ?? sheet.ruleset, begun };
  const set = (next: Rate): void => {
    setRate(next);
    kept.value = next;
  };
  return (
    <main class="end">
      <EndBar isRead={again === undefined} />
      <div class={`stack ${fresh ? '' : 'stale'}`}>
        {!part && <p role="status">{t('not-counted-yet-by-service')}</p>}
        <p class="lead">{headLine(head, sheet)}</p>
        {isOtherwise(sheet) && <p class="soft">{houseLine(sheet)}</p>}
        {note && <p role="status">{note}</p>}
        <Uncounted sheet={sheet} standings={standings} jump={again !== undefined} />
        {part && (
          <>
            <First sheet={sheet} part={part} />
            <RateField rate={rate} set={set} />
            <Ranking sheet={sheet} part={part} rate={rate} />
            <Transfers sheet={sheet} part={part} rate={rate} />
          </>
        )}
        {part && <Sharing sheet={sheet} part={part} rate={rate} head={head} />}
        {part && part.entries.length > 0 && (
          <Chart
            players={sheet.players}
            totals={[startTotals(sheet), ...part.entries.map((entry, at) => totalsByPlayer(sheet, at, entry.totals))]}
          />
        )}
        {part && (
          <>
            <Statistics sheet={sheet} part={part} />
            <AllDeals sheet={sheet} part={part} />
          </>
        )}
        {again && (
          <button type="button" class="quiet" onClick={again}>
            {t('another-set-same-players')}
          </button>
        )}
      </div>
      <TakeOver take={take} />
    </main>
  );
}
