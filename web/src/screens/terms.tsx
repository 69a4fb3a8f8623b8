import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { firstForm, openedForm } from '../storage/form.ts';
import { go, up } from '../router.ts';
import { keepForm, remembered, sessions } from '../storage/store.ts';
import type { Form } from '../storage/stored.ts';
import { haveMoved, seatsCorrection } from '../model/seats.ts';
import { commonest } from '../model/choosing.ts';
import { chosenOptions, houseWords, isOtherwise, withOwnDefaults } from '../model/house.ts';
import { type CorrectionEntry, type OptionValue, type Sheet, type Terms, WINDS } from '../model/shapes.ts';
import { type Ruleset, totalsOf } from '../model/responses.ts';
import { isolated, windName, windTile } from '../model/words.ts';
import { Bar, Heading } from '../components/bar.tsx';
import { Choice } from '../components/choice.tsx';
import { Faults } from '../components/faults.tsx';
import { Name } from '../components/name.tsx';
import { Rulebooks } from '../components/rulebooks.tsx';
import { OptionField } from '../components/options.tsx';
import { Install } from '../components/install.tsx';
import { Languages } from '../components/languages.tsx';
import { later } from '../components/later.tsx';
import { Fan, Tile } from '../components/tile.tsx';
import { OldAndNew } from '../components/totals.tsx';
import type { Comparison } from '../api/compared.ts';
import { rich } from '../components/rich.ts';
import { t } from '../i18n/page.ts';
import './terms.css';

const HelpChoose = later(async () => (await import('../components/help-choose.tsx')).HelpChoose);
const WhoPlays = later(async () => (await import('../components/who-plays.tsx')).WhoPlays);

interface TermsProps {
  readonly id: string | null;
  readonly sheet: Sheet | null;
  readonly rulesets: readonly Ruleset[] | null;
  readonly settle: (terms: Terms) => void;
  /** Chair by chair; null while they are not all counted. */
  readonly totals?: readonly number[] | null;
  /** Other people sit on the chairs from now on. */
  readonly move?: (terms: Terms, correction: CorrectionEntry) => void;
  /** Somebody new takes a chair from now on, with a total of his own; null while an entry is in work. */
  readonly substitute?: ((chair: number, name: string) => void) | null;
}

const counts = () => [5, 4, 3, 2].map((count) => ({ value: count, label: t('players-n', count) }));

const resized = (players: readonly string[], length: number): string[] =>
  Array.from({ length }, (_, player) => players[player] ?? '');

/** A player who was given no name goes by his number: his wind changes with each deal. */
const named = (players: readonly string[]): string[] =>
  players.map((name, player) => name.replace(/[\p{Cc}\s]+/gu, ' ').trim() || t('player-n', player + 1));

/** `sitsOut` is no part of the form: it is said at the table. */
function termsOf({ players, starts, ruleset, options, house_rules }: Form, sitsOut: number | undefined): Terms | null {
  if (ruleset === undefined) return null;
  const totals = players.map((_, player) => Number(starts[player] || 0));
  const chosen = chosenOptions(options);
  return {
    ruleset,
    ...(Object.keys(chosen).length > 0 ? { options: chosen } : {}),
    ...(house_rules ? { house_rules } : {}),
    players: named(players),
    ...(totals.some((total) => total !== 0) ? { starting_totals: totals } : {}),
    ...(sitsOut === undefined ? {} : { sits_out: sitsOut }),
  };
}

interface PartProps {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
}

const replacedAt = (list: readonly string[], at: number, text: string): string[] => {
  const next = [...list];
  next[at] = text;
  return next;
};

/** Enter leads to the next name; in the last it starts the game, as in every form. */
const toNextName = (event: KeyboardEvent): void => {
  const next = (event.currentTarget as HTMLElement).closest('li')?.nextElementSibling?.querySelector('input');
  if (event.key !== 'Enter' || !next) return;
  event.preventDefault();
  next.focus();
};

function Names({ form, change }: PartProps) {
  return (
    <>
      <ol class="names">
        {form.players.map((name, player) => (
          <li key={player}>
            {WINDS[player] ? <Tile tile={windTile(WINDS[player])} kind="badge" /> : <span class="fifth" />}
            <input
              aria-label={WINDS[player] ? t('name-of-the-first', windName(WINDS[player])) : t('name-of-the-fifth')}
              placeholder={t('player-n', player + 1)}
              dir="auto"
              maxLength={64}
              autoComplete="off"
              list="known-names"
              value={name === t('player-n', player + 1) ? '' : name}
              enterKeyHint={player < form.players.length - 1 ? 'next' : 'done'}
              onKeyDown={toNextName}
              onInput={({ currentTarget }) =>
                change({ players: replacedAt(form.players, player, currentTarget.value) })
              }
            />
          </li>
        ))}
      </ol>
      <datalist id="known-names">
        {remembered().names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function Starts({ form, change }: PartProps) {
  return (
    <details class="starts">
      <summary>{t('totals-to-start-from')}</summary>
      {form.players.map((_, player) => (
        <label key={player} class="field row">
          <span>
            <Name>{named(form.players)[player]}</Name>
          </span>
          <input
            type="number"
            inputMode="numeric"
            placeholder="0"
            value={form.starts[player] ?? ''}
            onInput={({ currentTarget }) => change({ starts: replacedAt(form.starts, player, currentTarget.value) })}
          />
        </label>
      ))}
    </details>
  );
}

const THREE_DRAGONS = ['5z', '7z', '6z'];

/** The first screen's face: the tiles, the name, the language in a corner. */
const Hero = () => (
  <header class="hero">
    <div class="languages">
      <Languages />
    </div>
    <Fan tiles={THREE_DRAGONS} step={48} />
    <p class="hero-name">{t('the-name')}</p>
    <p class="hero-words">{t('what-this-is')}</p>
  </header>
);

interface DoorProps {
  readonly to: 'worth' | 'sessions';
  readonly title: string;
  readonly words: string;
  readonly kind?: string;
}

const Door = ({ to, title, words, kind = '' }: DoorProps) => (
  <button type="button" class={`door ${kind}`} aria-describedby={to} onClick={() => go({ screen: to })}>
    <span>
      <b>{title}</b>
      <small id={to} aria-hidden="true">
        {words}
      </small>
    </span>
    <span aria-hidden="true">›</span>
  </button>
);

/** Beside a new game: what one hand is worth, and the games that are here. */
function Doors() {
  const [last] = sessions();
  const words = last ? t('go-on-with', last.sheet.players.map(isolated).join(', ')) : t('games-of-this-phone');
  return (
    <nav class="doors" aria-label={t('the-name')}>
      <Door to="worth" title={t('one-hand')} words={t('one-hand-explained')} kind="one-hand-key" />
      <Door to="sessions" title={t('sessions')} words={words} />
    </nav>
  );
}

interface HouseProps {
  readonly form: Form;
  readonly isReady: boolean;
}

/** What the table plays otherwise, and the way to change it. */
function House({ form, isReady }: HouseProps) {
  const edit = (): void => {
    keepForm(form);
    go({ screen: 'house' });
  };
  return (
    <div class="house">
      {isOtherwise(form) && <p>{t('house-rules-are', houseWords(form))}</p>}
      <button type="button" class="quiet" disabled={!isReady} onClick={edit}>
        {isOtherwise(form) ? t('house-rules') : t('house-rules-otherwise')}
      </button>
    </div>
  );
}

function Rulebook({ form, change, rulesets }: PartProps & { readonly rulesets: readonly Ruleset[] | null }) {
  const [isOpen, open] = useState(false);
  if (rulesets === null) return <p class="rules coming soft">{t('rulebooks-coming')}</p>;
  const chosen = rulesets.find(({ id }) => id === form.ruleset);
  const offered = withOwnDefaults(chosen?.options ?? [], form.house_rules);
  const choose = (ruleset: string): void => change({ ruleset, options: {} });
  const set = (name: string, value: OptionValue | undefined): void =>
    change({ options: { ...form.options, [name]: value } });
  return (
    <details class="rules" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary>
        <span class="soft">{t('rules')}</span> <b>{chosen?.title ?? t('choose-a-rulebook')}</b>
        {isOtherwise(form) && <small> {t('plus-house-rules')}</small>}
      </summary>
      {isOpen && <HelpChoose rulesets={rulesets} choose={choose} />}
      <Rulebooks rulesets={rulesets} chosen={form.ruleset} choose={choose} />
      {offered.map((option) => (
        <OptionField key={option.name} option={option} offered={offered} options={form.options} set={set} />
      ))}
    </details>
  );
}

interface ChangeProps {
  readonly players: readonly string[];
  readonly comparison: Comparison;
  readonly yes: () => void;
  readonly no: () => void;
}

function WhatWouldChange({ players, comparison, yes, no }: ChangeProps) {
  const { before, after, faults, isAway } = comparison;
  return (
    <div class="sure" role="alertdialog" aria-label={t('change-the-rules')}>
      {isAway && <p>{t('terms-away')}</p>}
      {faults.length > 0 && (
        <>
          <p>{t('terms-cannot-stand')}</p>
          <Faults faults={faults} players={players} />
        </>
      )}
      {after && (
        <OldAndNew
          caption={t('counted-anew')}
          players={players}
          before={before ? totalsOf(before) : []}
          after={totalsOf(after)}
        />
      )}
      {!isAway && (
        <button type="button" class="quiet danger" onClick={yes}>
          {t('yes-count-by-these')}
        </button>
      )}
      <button type="button" class="quiet" onClick={no}>
        {t('no-leave-them')}
      </button>
    </div>
  );
}

/** Only a change of names leaves the count as it is. */
function isCountedAnew(sheet: Sheet, terms: Terms): boolean {
  const { entries, players: _, revision: __, ...now } = sheet;
  const { players: ___, ...then } = terms;
  const sorted = (each: object): string => JSON.stringify(Object.entries(each).sort());
  return entries.length > 0 && sorted(now) !== sorted(then);
}

/** A name that two players share, however it is written; null where each has their own. */
const sharedName = ({ players }: Terms): string | null =>
  players.find((name, player) =>
    players.slice(0, player).some((other) => other.toLowerCase() === name.toLowerCase()),
  ) ?? null;

/** Nobody could tell two of one name apart, and the service takes none; another spelling may be meant. */
const isSpelledAlike = ({ players }: Terms): boolean => new Set(players).size < players.length;

interface SameNameProps {
  readonly name: string;
  /** Whether they may be left so. */
  readonly isLeft: boolean;
  readonly yes: () => void;
  readonly no: () => void;
}

const SameName = ({ name, isLeft, yes, no }: SameNameProps) => (
  <div class="sure" role="alertdialog" aria-label={t('two-players-of-one-name')}>
    <p>{rich(t('same-name'), <Name>{name}</Name>)}</p>
    <button type="button" class="quiet" onClick={no}>
      {t('change-a-name')}
    </button>
    {isLeft && (
      <button type="button" class="quiet danger" onClick={yes}>
        {t('leave-them-so')}
      </button>
    )}
  </div>
);

/** Fetched where it is needed: before a session is begun there is nothing to compare. */
async function compare(sheet: Sheet, terms: Terms): Promise<Comparison> {
  const { compared } = await import('../api/compared.ts');
  return compared(sheet, { ...terms, entries: sheet.entries });
}

interface SettleProps {
  readonly isNew: boolean;
  readonly isReady: boolean;
  /** Whether a rulebook is still to be chosen: not before there are any. */
  readonly isAsked: boolean;
  readonly reset: (() => void) | null;
}

const Settle = ({ isNew, isReady, isAsked, reset }: SettleProps) => (
  <>
    {isAsked && <p role="status">{t('choose-a-rulebook')}</p>}
    {reset && (
      <button type="button" class="quiet" onClick={reset}>
        {t('leave-it-as-it-was')}
      </button>
    )}
    <button type="submit" class="main" disabled={!isReady}>
      {isNew ? t('begin-the-session') : t('keep-these-terms')}
    </button>
  </>
);

interface FootProps {
  readonly names: ComponentChildren;
  readonly terms: Terms | null;
  readonly comparison: Comparison | null;
  readonly asksNames: boolean;
  readonly anyway: () => void;
  readonly rename: () => void;
  readonly done: (terms: Terms) => void;
  readonly no: () => void;
  readonly children: ComponentChildren;
}

/** What is asked before the terms hold; else the button that settles them. */
function Foot({ names, terms, comparison, asksNames, anyway, rename, done, no, children }: FootProps) {
  if (terms && asksNames)
    return <SameName name={sharedName(terms) ?? ''} isLeft={!isSpelledAlike(terms)} yes={anyway} no={rename} />;
  if (terms && names) return <>{names}</>;
  if (terms && comparison)
    return <WhatWouldChange players={terms.players} comparison={comparison} yes={() => done(terms)} no={no} />;
  return <>{children}</>;
}

/** A browser says what is wrong with a number only where it is seen; of a folded one it says nothing, and begins nothing. */
function unfold({ target }: Event): void {
  if (target instanceof Element) target.closest('details')?.setAttribute('open', '');
}

interface Compared {
  readonly to: string;
  readonly comparison: Comparison;
}

/** What was received of these terms, not of others. */
function useComparison(question: string): readonly [Comparison | null, (compared: Compared | null) => void] {
  const [shown, show] = useState<Compared | null>(null);
  return [shown?.to === question ? shown.comparison : null, show];
}

/** How somebody takes over a chair of an evening that has begun. */
const SomebodyElse = ({ sheet }: { readonly sheet: Sheet | null }) =>
  sheet && sheet.entries.length > 0 ? <p class="soft">{t('somebody-explained')}</p> : null;

/** Who plays, by which book, with which of its options: before a session, and during one. */
export function TermsScreen({ id, sheet, rulesets, settle, totals = null, move, substitute }: TermsProps) {
  const [opened, setForm] = useState(() => openedForm(id, sheet));
  const form = opened.ruleset === undefined ? { ...opened, ruleset: commonest(rulesets) } : opened;
  const [asksNames, askNames] = useState(false);
  const [asksWho, askWho] = useState(false);
  const change = (part: Partial<Form>): void => {
    const next = { ...form, ...part };
    setForm(next);
    show(null);
    askNames(false);
    askWho(false);
    keepForm(next);
  };
  const terms = termsOf(form, sheet?.sits_out);
  const question = JSON.stringify(terms);
  const [comparison, show] = useComparison(question);
  const isChanged = sheet !== null && JSON.stringify(form) !== JSON.stringify(firstForm(id, sheet));
  const done = (next: Terms): void => {
    keepForm(null);
    settle(next);
  };
  const submit = (event?: Event): void => {
    event?.preventDefault();
    if (!terms) return;
    const isDoubtful = event !== undefined && sharedName(terms) !== null;
    askNames(isDoubtful);
    if (isDoubtful) return;
    if (sheet && sheet.entries.length > 0 && haveMoved(sheet.players, terms.players)) askWho(true);
    else confirm();
  };
  /** The rules, once it is said who plays. */
  const confirm = (): void => {
    askWho(false);
    if (!terms) return;
    if (sheet && isCountedAnew(sheet, terms))
      void compare(sheet, terms).then((each) => show({ to: question, comparison: each }));
    else done(terms);
  };
  const reset = (): void => {
    keepForm(null);
    show(null);
    askWho(false);
    setForm(firstForm(id, sheet));
  };
  const fromNow = (reason: string): void => {
    if (!terms || !sheet || !totals || !move) return;
    keepForm(null);
    move(terms, seatsCorrection(sheet.players, terms.players, totals, reason));
  };
  const names = asksWho && sheet && terms && (
    <WhoPlays
      before={sheet.players}
      after={terms.players}
      totals={totals}
      hasOther={isCountedAnew(sheet, terms)}
      spelling={confirm}
      fromNow={fromNow}
      asFifth={substitute}
      no={reset}
    />
  );
  return (
    <main>
      {sheet ? (
        <Bar title={t('the-session')} back={{ label: t('table'), go: () => up({ screen: 'table' }) }}>
          <button type="button" class="next" onClick={() => go({ screen: 'sessions' })}>
            {t('sessions')}
          </button>
        </Bar>
      ) : (
        <Hero />
      )}
      <form class="stack two terms" onSubmit={submit} onInvalidCapture={unfold}>
        <div class="column">
          {sheet === null && (
            <>
              <Doors />
              <Heading title={t('a-new-session')} />
            </>
          )}
          <Rulebook form={form} change={change} rulesets={rulesets} />
          <section>
            <h2>{sheet ? t('who-sat-where') : t('who-sits-where')}</h2>
            <SomebodyElse sheet={sheet} />
            <Names form={form} change={change} />
          </section>
          {sheet === null && (
            <details>
              <summary>{t('fewer-players')}</summary>
              <Choice
                legend={t('how-many-play')}
                kind="inline"
                offers={counts()}
                chosen={form.players.length}
                choose={(count) => change({ players: resized(form.players, count) })}
              />
            </details>
          )}
        </div>
        <div class="column">
          <House form={form} isReady={terms !== null} />
          <Starts form={form} change={change} />
          <button type="button" class="quiet" onClick={() => go({ screen: 'help' })}>
            {t('words-that-may-be-new')}
          </button>
          {sheet ? <Languages /> : <Install />}
        </div>
        <footer class="dock">
          <Foot
            names={names}
            terms={terms}
            comparison={comparison}
            asksNames={asksNames}
            anyway={() => submit()}
            rename={() => askNames(false)}
            done={done}
            no={reset}
          >
            <Settle
              isNew={sheet === null}
              isReady={terms !== null}
              isAsked={rulesets !== null && terms === null}
              reset={isChanged ? reset : null}
            />
          </Foot>
        </footer>
      </form>
    </main>
  );
}
