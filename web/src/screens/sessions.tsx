import { useState } from 'preact/hooks';
import { fileName, saveFile } from '../storage/file.ts';
import { toTable } from '../router.ts';
import { closeSession, openSession, removeSession, setAside, sessions, wholeStorage } from '../storage/store.ts';
import { momentOf } from '../model/evening.ts';
import type { Sheet } from '../model/shapes.ts';
import type { Session } from '../model/session.ts';
import type { Fault, Ruleset } from '../model/responses.ts';
import { overEvenings, seasonCsv } from '../model/over-evenings.ts';
import { isolated, number, signed } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { SameGame } from '../components/same-game.tsx';
import { useFit } from '../components/fit.ts';
import { Name } from '../components/name.tsx';
import { Faults } from '../components/faults.tsx';
import { Sure } from '../components/sure.tsx';
import { requestOnce } from '../api/use-request.ts';
import { useLeader, usePlayed } from '../api/use-standings.ts';
import { askSheet } from '../api/client.ts';
import { exported } from '../api/exported.ts';
import type { Copy } from '../api/copies.ts';
import { imported } from '../api/imported.ts';
import { takeOver } from '../api/take-over.ts';
import { counted } from '../i18n/texts.ts';
import { t } from '../i18n/game.ts';
import './sessions.css';

interface SessionsProps {
  readonly open: Session | null;
  readonly rulesets: readonly Ruleset[] | null;
}

const JSON_TYPE = 'application/json';

interface RowProps {
  readonly session: Session;
  readonly isOpen: boolean;
  readonly rulesets: readonly Ruleset[] | null;
  readonly changed: () => void;
}

function Row({ session, isOpen, rulesets, changed }: RowProps) {
  const { id, begun, sheet } = session;
  const first = useLeader(id, sheet);
  const open = (): void => {
    openSession(id);
    toTable();
  };
  const remove = (): void => {
    removeSession(id);
    changed();
  };
  return (
    <li class="session" aria-current={isOpen}>
      <p>
        <b>{sheet.players.map(isolated).join(', ')}</b>
        <small>
          {[
            momentOf(begun),
            rulesets?.find((each) => each.id === sheet.ruleset)?.title ?? sheet.ruleset,
            t(counted(sheet.entries.length, 'entry-1', 'entries-n'), sheet.entries.length),
            ...(isOpen ? [t('is-open')] : []),
          ].join(', ')}
        </small>
        {first && <small>{t('leads', isolated(sheet.players[first.player] ?? ''), number(first.total))}</small>}
      </p>
      <div class="buttons">
        {!isOpen && (
          <button type="button" class="quiet" onClick={open}>
            {t('open')}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => saveFile(fileName(new Date(), 'json'), exported(sheet), JSON_TYPE)}
        >
          {t('export')}
        </button>
        <Sure
          label={isOpen ? t('clear-the-session') : t('remove')}
          question={t('clear-question')}
          yes={t('yes-clear-it')}
          no={t('no-keep-it')}
          act={remove}
        />
      </div>
    </li>
  );
}

type Refusal = { readonly words: string; readonly faults: readonly Fault[]; readonly players: readonly string[] };

type Found = { readonly copy: Copy; readonly sheet: Sheet };

const refused = (words: string, faults: readonly Fault[] = [], players: readonly string[] = []): Refusal => ({
  words,
  faults,
  players,
});

/** The game of a file, once the service finds nothing wrong with it; why it is none, or the copy of it that is here. */
async function opened(file: File): Promise<Refusal | Found | null> {
  const found = imported(await file.text());
  if (!found) return refused(t('no-session-in-file'));
  if (!('sheet' in found)) return refused(t('unreadable-session-in-file'), found.faults, found.players);
  const { sheet } = found;
  const reply = await requestOnce((stop) => askSheet(sheet, stop));
  if (reply.kind === 'away') return refused(t('file-later'));
  if (reply.kind === 'refused') return refused(t('file-refused'), reply.faults, sheet.players);
  const copy = takeOver(sheet);
  return copy && { copy, sheet };
}

const Refused = ({ words, faults, players }: Refusal) => (
  <div role="alert">
    <p>{words}</p>
    <Faults faults={faults} players={players} />
  </div>
);

function Import() {
  const [found, find] = useState<Refusal | Found | null>(null);
  const read = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (!file) return;
    const next = await opened(file);
    input.value = '';
    find(next);
    if (!next) toTable();
  };
  return (
    <section>
      <h2>{t('from-a-file')}</h2>
      <div class="buttons">
        <label class="quiet file">
          <input
            class="unseen"
            type="file"
            accept="application/json,.json"
            onChange={({ currentTarget }) => void read(currentTarget)}
          />
          <span>{t('import')}</span>
        </label>
      </div>
      {found && ('copy' in found ? <SameGame {...found} done={toTable} /> : <Refused {...found} />)}
    </section>
  );
}

function Aside() {
  if (setAside().length === 0) return null;
  return (
    <section>
      <h2>{t('put-aside')}</h2>
      <p>{t('put-aside-explained')}</p>
      <div class="buttons">
        <button
          type="button"
          class="quiet"
          onClick={() => saveFile(fileName(new Date(), 'storage.json'), wholeStorage(), JSON_TYPE)}
        >
          {t('save-everything')}
        </button>
      </div>
    </section>
  );
}

/** Where more than one game is counted: who stands where over all of them. */
function Season({ all }: { readonly all: readonly Session[] }) {
  const played = usePlayed(all);
  return played.length < 2 ? null : <Standings played={played} />;
}

const WAYS = ['list'] as const;

function Standings({ played }: { readonly played: ReturnType<typeof usePlayed> }) {
  const box = useFit<HTMLDivElement>(WAYS);
  const standings = overEvenings(played);
  const head = [t('player'), t('games-n'), t('firsts'), t('best-evening'), t('points')];
  return (
    <section>
      <h2>{t('season')}</h2>
      <div ref={box} class="over-evenings">
        <table>
          <thead>
            <tr>
              {head.map((each) => (
                <th key={each} scope="col">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {standings.map(({ name, games, firsts, best, total }) => (
              <tr key={name}>
                <th scope="row">
                  <Name>{name}</Name>
                </th>
                {[number(games), number(firsts), signed(best), signed(total)].map((each, at) => (
                  <td key={head[at + 1]}>
                    <span class="whose" aria-hidden="true">
                      {head[at + 1]}
                    </span>
                    {each}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <button
        type="button"
        class="quiet"
        onClick={() => saveFile(fileName(new Date(), 'season.csv'), seasonCsv(head, standings), 'text/csv')}
      >
        {t('as-a-table-csv')}
      </button>
    </section>
  );
}

/** All sessions of this phone; a file takes one elsewhere. */
export function SessionsScreen({ open, rulesets }: SessionsProps) {
  const [, again] = useState(0);
  const all = sessions();
  const fresh = (): void => {
    closeSession();
    toTable();
  };
  return (
    <main>
      <Bar title={t('sessions')} back={{ label: open ? t('table') : t('back'), go: toTable }} />
      <div class="stack">
        {all.length === 0 && <p class="soft">{t('none-yet')}</p>}
        <ul class="sessions">
          {all.map((session) => (
            <Row
              key={session.id}
              session={session}
              isOpen={session.id === open?.id}
              rulesets={rulesets}
              changed={() => again((times) => times + 1)}
            />
          ))}
        </ul>
        {open && (
          <button type="button" class="quiet" onClick={fresh}>
            {t('a-new-session')}
          </button>
        )}
        <Season all={all} />
        <Import />
        <Aside />
      </div>
    </main>
  );
}
