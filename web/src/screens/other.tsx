import { useState } from 'preact/hooks';
import { up } from '../router.ts';
import { isInTheBox, playsIn } from '../model/deal.ts';
import { DEALT_KINDS, DEALT_MODE, type Kind, removeGroup, takenBack, tapped } from '../model/hand.ts';
import type { Fine } from '../model/responses.ts';
import type { CorrectionEntry, Hand, Sheet } from '../model/shapes.ts';
import {
  type Draft,
  type DraftEntry,
  type DraftFalseCall,
  type DraftFine,
  type DraftWashed,
  hasPlayer,
  isWhole,
  namesPayee,
  namesScore,
} from '../model/session.ts';
import type { Tile } from '../model/tiles.ts';
import { isolated, signed } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { Choice, Toggle } from '../components/choice.tsx';
import { Faults } from '../components/faults.tsx';
import { Keypad } from '../components/keypad.tsx';
import { Name } from '../components/name.tsx';
import { Nets } from '../components/nets.tsx';
import { Payments } from '../components/payments.tsx';
import { Tray, TrayFaults } from '../components/tray.tsx';
import { useResolved } from '../api/rulesets.ts';
import { type Check, useCheck } from './check.ts';
import { t } from '../i18n/game.ts';

interface OtherProps {
  readonly sheet: Sheet;
  readonly draft: Draft;
  readonly change: (entry: DraftEntry) => void;
  readonly keep: () => void;
}

interface FormProps<Kind extends DraftEntry> {
  /** What a player may be fined for; null while that is not received. */
  readonly fines: readonly Fine[] | null;
  readonly players: readonly string[];
  readonly entry: Kind;
  readonly change: (entry: DraftEntry) => void;
  readonly check: Check;
}

const toTable = {
  get label() {
    return t('table');
  },
  go: () => up({ screen: 'table' }),
};

interface WhoProps {
  readonly legend: string;
  readonly entry: { readonly sits_out?: number | undefined };
  readonly players: readonly string[];
  readonly player: number | undefined;
  readonly choose: (player: number) => void;
}

function Who({ legend, entry, players, player, choose }: WhoProps) {
  const offers = players
    .map((name, value) => ({ value, label: <Name>{name}</Name>, name }))
    .filter(({ value }) => playsIn(entry, value));
  return <Choice legend={legend} kind="people" offers={offers} chosen={player} choose={choose} />;
}

const Rest = ({ check, shown }: { readonly check: Check; readonly shown: readonly string[] }) => (
  <Faults faults={check.faults.filter(({ pointer }) => !shown.some((place) => pointer.startsWith(place)))} />
);

function FalseCall({ players, entry, change, check }: FormProps<DraftFalseCall>) {
  const also = entry.other_calling_players ?? [];
  const tell = (player: number | undefined, others: readonly number[]): void =>
    change({ ...entry, player, other_calling_players: others.length > 0 ? others : undefined });
  return (
    <>
      <Who
        entry={entry}
        legend={t('who-called-mah-jong-wrongly')}
        players={players}
        player={entry.player}
        choose={(player) =>
          tell(
            player,
            also.filter((other) => other !== player),
          )
        }
      />
      <Toggle
        label={t('the-whole-hand-was-shown')}
        on={entry.hand_exposed ?? false}
        turn={(on) => change({ ...entry, hand_exposed: on })}
      />
      <Amounts players={players} out={entry.sits_out} check={check} />
      {players.length > 2 && entry.player !== undefined && (
        <details class="rare" open={also.length > 0}>
          <summary>{t('others-too')}</summary>
          {players.map((name, player) => {
            const others = also.filter((other) => other !== player);
            const turn = (on: boolean): void => tell(entry.player, on ? [...others, player].sort() : others);
            return (
              player !== entry.player &&
              playsIn(entry, player) && (
                <Toggle
                  key={player}
                  label={t('called-wrongly-too', isolated(name))}
                  on={also.includes(player)}
                  turn={turn}
                />
              )
            );
          })}
        </details>
      )}
    </>
  );
}

/** What an entry moves, before it is kept. */
const Amounts = ({
  players,
  out,
  check,
}: {
  readonly players: readonly string[];
  readonly out: number | undefined;
  readonly check: Check;
}) =>
  check.outcome && (
    <section class={check.isFresh ? '' : 'stale'}>
      <h2>{t('what-each-gets')}</h2>
      <Nets players={players} out={out} net={check.outcome.net} label={t('what-each-gets')} />
      <Payments players={players} payments={check.outcome.payments} isGoulash={false} scores={[]} />
    </section>
  );

function Correction({ players, entry, change }: FormProps<CorrectionEntry>) {
  const sum = entry.amounts.reduce((total, amount) => total + amount, 0);
  const set = (player: number, amount: number): void =>
    change({ ...entry, amounts: entry.amounts.map((old, at) => (at === player ? amount : old)) });
  return (
    <>
      <div>
        <p class="soft">{t('correction-explained')}</p>
        {players.map((name, player) => (
          <label key={player} class="field row">
            <span>
              <Name>{name}</Name>
            </span>
            <input
              type="number"
              value={entry.amounts[player] === 0 ? '' : entry.amounts[player]}
              placeholder="0"
              onInput={({ currentTarget }) => set(player, currentTarget.valueAsNumber || 0)}
            />
          </label>
        ))}
      </div>
      <p class="soft" role="status">
        {t('together', signed(sum))}
      </p>
      <label class="field">
        <span>{t('reason')}</span>
        <input
          type="text"
          maxLength={200}
          value={entry.reason}
          onInput={({ currentTarget }) => change({ ...entry, reason: currentTarget.value })}
        />
      </label>
    </>
  );
}

function FineForm({ players, entry, change, check, fines }: FormProps<DraftFine>) {
  if (!fines) return <p role="status">{t('one-moment')}</p>;
  const chosen = fines.find(({ id }) => id === entry.fine);
  const choose = (id: string): void => {
    const fine = fines.find((each) => each.id === id);
    change({ type: 'fine', id: entry.id, sits_out: entry.sits_out, player: entry.player, fine: id, named: fine?.text });
  };
  return (
    <>
      <Choice
        legend={t('which-fine')}
        offers={fines.map(({ id, text }) => ({ value: id, label: text }))}
        chosen={entry.fine}
        choose={choose}
      />
      <Who
        entry={entry}
        legend={t('who-is-fined')}
        players={players}
        player={entry.player}
        choose={(player) => change({ ...entry, player })}
      />
      {chosen && namesPayee(chosen) && (
        <Who
          entry={entry}
          legend={t('who-is-paid')}
          players={players}
          player={entry.receiving_player}
          choose={(receiving_player) => change({ ...entry, receiving_player })}
        />
      )}
      {chosen && namesScore(chosen) && (
        <label class="field row">
          <span>{t('fined-score')}</span>
          <input
            type="number"
            min={0}
            value={entry.score ?? ''}
            onInput={({ currentTarget }) =>
              change({
                ...entry,
                score: Number.isNaN(currentTarget.valueAsNumber) ? undefined : currentTarget.valueAsNumber,
              })
            }
          />
        </label>
      )}
      <Amounts players={players} out={entry.sits_out} check={check} />
    </>
  );
}

function Washed({ players, entry, change, check }: FormProps<DraftWashed>) {
  return (
    <>
      <Who
        entry={entry}
        legend={t('who-washes-the-tiles')}
        players={players}
        player={entry.player}
        choose={(player) => change({ ...entry, player })}
      />
      <Amounts players={players} out={entry.sits_out} check={check} />
    </>
  );
}

/** The tiles entered so far: above the keys, whatever of the form is scrolled. */
const WashedTiles = ({ entry, change, check }: Pick<FormProps<DraftWashed>, 'entry' | 'change' | 'check'>) => (
  <div class="stated-tiles">
    <Tray
      hand={entry.hand}
      at="/hand"
      faults={check.faults}
      remove={(place, index) => change({ ...entry, hand: removeGroup(entry.hand, place, index) })}
    />
    <TrayFaults at="/hand" faults={check.faults} />
  </div>
);

function WashedKeys({ entry, change }: { readonly entry: DraftWashed; readonly change: (entry: DraftEntry) => void }) {
  const [mode, setMode] = useState(DEALT_MODE);
  const { hand } = entry;
  const afterTap = (tile: Tile, kind: Kind): Hand | null => {
    const next = kind === 'flower' || DEALT_KINDS.includes(kind) ? tapped(hand, { kind, onTable: false }, tile) : null;
    return next && !next.concealed_kongs && isInTheBox([hand], [next]) ? next : null;
  };
  const add = (tile: Tile, kind: Kind): void => {
    const next = afterTap(tile, kind);
    if (next) change({ ...entry, hand: next });
  };
  const back = takenBack(hand);
  return (
    <Keypad
      kinds={DEALT_KINDS}
      table={false}
      mode={mode}
      choose={(next) => setMode({ ...next, onTable: false })}
      add={add}
      isFree={(tile, kind) => afterTap(tile, kind) !== null}
      takeBack={back && (() => change({ ...entry, hand: back }))}
    />
  );
}

function Form(props: FormProps<DraftEntry>) {
  switch (props.entry.type) {
    case 'washed-tiles':
      return <Washed {...props} entry={props.entry} />;
    case 'false-mahjong':
      return <FalseCall {...props} entry={props.entry} />;
    case 'fine':
      return <FineForm {...props} entry={props.entry} />;
    case 'correction':
      return <Correction {...props} entry={props.entry} />;
    case 'deal':
      return null;
  }
}

const TITLES: Readonly<Record<DraftEntry['type'], string>> = {
  get deal() {
    return t('a-deal');
  },
  get 'washed-tiles'() {
    return t('washed-tiles');
  },
  get 'false-mahjong'() {
    return t('a-wrong-call');
  },
  get fine() {
    return t('a-fine');
  },
  get correction() {
    return t('a-correction');
  },
};

/** What else can happen at a table than a deal: washed tiles, a false Mah-Jong, a correction of the totals. */
export function OtherScreen({ sheet, draft, change, keep }: OtherProps) {
  const { entry } = draft;
  const resolved = useResolved(entry.type === 'fine' ? sheet : null).reply;
  const fines = resolved?.kind === 'answer' ? resolved.answer.fines : null;
  const check = useCheck(sheet, draft, isWhole(entry, fines), keep);
  const isWashed = entry.type === 'washed-tiles';
  const content = (
    <>
      <Bar title={TITLES[entry.type]} back={toTable} />
      <div class={isWashed ? 'hand' : 'stack'}>
        <Form fines={fines} players={sheet.players} entry={entry} change={change} check={check} />
      </div>
    </>
  );
  return (
    <main class={isWashed ? 'hand-screen' : ''} aria-busy={check.busy}>
      {isWashed ? <div class="hand-side">{content}</div> : content}
      {isWashed && (
        <>
          <WashedTiles entry={entry} change={change} check={check} />
          <WashedKeys entry={entry} change={change} />
        </>
      )}
      <footer class="dock">
        <Rest check={check} shown={isWashed ? ['/hand/concealed', '/hand/bonus'] : []} />
        <div class="keep-row">
          <button
            type="button"
            class="main"
            data-keep
            disabled={check.busy || check.isPending || !hasPlayer(entry)}
            onClick={check.run}
          >
            {t('keep')}
          </button>
        </div>
      </footer>
    </main>
  );
}
