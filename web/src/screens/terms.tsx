import { useState } from 'preact/hooks';
import { Bar } from '../parts/bar.tsx';
import { Choice } from '../parts/choice.tsx';
import { Files } from '../parts/files.tsx';
import { type Options, OptionField } from '../parts/options.tsx';
import { Fan, Tile } from '../parts/tile.tsx';
import type { OptionValue, Ruleset, Sheet } from '../service/shapes.ts';
import { WINDS } from '../service/seating.ts';
import { capital, windTile } from '../words.ts';

/** What a sitting is played by: all of the sheet but its entries. */
export type Terms = Omit<Sheet, 'entries'>;

interface TermsProps {
  readonly sheet: Sheet | null;
  readonly rulesets: readonly Ruleset[] | null;
  readonly settle: (terms: Terms) => void;
  readonly take: (sheet: Sheet) => void;
  readonly clear: () => void;
  readonly back: () => void;
}

/** One of each kind, to be greeted by. */
const HERO = ['1s', '5p', '9m', '1z', '7z', '6z', '1f'];

const COUNTS = [4, 3, 2].map((count) => ({ value: count, label: `${count} players` }));

interface Draft {
  readonly players: readonly string[];
  readonly starts: readonly string[];
  readonly ruleset: Sheet['ruleset'] | undefined;
  readonly options: Options;
}

function draftOf(sheet: Sheet | null): Draft {
  return {
    players: sheet?.players ?? ['', '', '', ''],
    starts: (sheet?.starting_totals ?? []).map(String),
    ruleset: sheet?.ruleset,
    options: sheet?.options ?? {},
  };
}

const resized = (players: readonly string[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, player) => players[player] ?? '');

/** A player who was given no name goes by his first wind. */
const named = (players: readonly string[]): readonly string[] =>
  players.map((name, player) => name.trim() || capital(WINDS[player] ?? ''));

function termsOf({ players, starts, ruleset, options }: Draft): Terms | null {
  if (ruleset === undefined) return null;
  const totals = players.map((_, player) => Number(starts[player] || 0));
  const chosen = Object.fromEntries(Object.entries(options).filter((each): each is [string, OptionValue] => each[1] !== undefined));
  return {
    ruleset,
    ...(Object.keys(chosen).length > 0 ? { options: chosen } : {}),
    players: [...named(players)],
    ...(totals.some((total) => total !== 0) ? { starting_totals: totals } : {}),
  };
}

interface PartProps {
  readonly draft: Draft;
  readonly change: (change: Partial<Draft>) => void;
}

const replacedAt = (list: readonly string[], at: number, text: string): readonly string[] => {
  const next = [...list];
  next[at] = text;
  return next;
};

function Names({ draft, change }: PartProps) {
  return (
    <ol class="names">
      {draft.players.map((name, player) => (
        <li key={player}>
          <Tile tile={windTile(WINDS[player] ?? 'east')} kind="badge" />
          <input
            aria-label={`Name of the first ${capital(WINDS[player] ?? '')}`}
            placeholder={capital(WINDS[player] ?? '')}
            maxLength={64}
            autoComplete="off"
            value={name}
            onInput={({ currentTarget }) => change({ players: replacedAt(draft.players, player, currentTarget.value) })}
          />
        </li>
      ))}
    </ol>
  );
}

function Starts({ draft, change }: PartProps) {
  return (
    <details class="starts">
      <summary>Totals to start from</summary>
      {draft.players.map((_, player) => (
        <label key={player} class="field row">
          <span>{named(draft.players)[player]}</span>
          <input
            type="number"
            inputMode="numeric"
            placeholder="0"
            value={draft.starts[player] ?? ''}
            onInput={({ currentTarget }) => change({ starts: replacedAt(draft.starts, player, currentTarget.value) })}
          />
        </label>
      ))}
    </details>
  );
}

function Rulebook({ draft, change, rulesets }: PartProps & { readonly rulesets: readonly Ruleset[] | null }) {
  if (rulesets === null) return <p class="soft">The rulebooks are on their way.</p>;
  const chosen = rulesets.find(({ id }) => id === draft.ruleset);
  const set = (name: string, value: OptionValue | undefined): void => change({ options: { ...draft.options, [name]: value } });
  return (
    <>
      <Choice
        legend="Rulebook"
        kind="books"
        offers={rulesets.map(({ id, title }) => ({ value: id, label: title }))}
        chosen={draft.ruleset}
        choose={(ruleset) => change({ ruleset, options: {} })}
      />
      {chosen?.options.map((option) => <OptionField key={option.name} option={option} options={draft.options} set={set} />)}
    </>
  );
}

/** Who plays, by which book, with which of its options: before a sitting, and during one. */
export function TermsScreen({ sheet, rulesets, settle, take, clear, back }: TermsProps) {
  const [draft, setDraft] = useState(() => draftOf(sheet));
  const change = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }));
  const terms = termsOf(draft);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (terms) settle(terms);
  };
  return (
    <main>
      <Bar title={sheet ? 'The sitting' : 'A new sitting'} {...(sheet ? { back: { label: 'Table', go: back } } : {})} />
      <form class="stack terms" onSubmit={submit}>
        {sheet === null && <Fan tiles={HERO} kind="hero" />}
        {sheet === null && (
          <Choice
            legend="How many play?"
            kind="inline"
            offers={COUNTS}
            chosen={draft.players.length}
            choose={(count) => change({ players: resized(draft.players, count) })}
          />
        )}
        <section>
          <h2>Who sits where{sheet ? ' at the start' : ''}</h2>
          <Names draft={draft} change={change} />
        </section>
        <Rulebook draft={draft} change={change} rulesets={rulesets} />
        <Starts draft={draft} change={change} />
        <Files sheet={sheet} take={take} clear={clear} />
        <footer class="dock">
          {terms === null && <p role="status">Choose a rulebook.</p>}
          <button type="submit" class="main" disabled={terms === null}>
            {sheet ? 'Keep these terms' : 'Begin the sitting'}
          </button>
        </footer>
      </form>
    </main>
  );
}
