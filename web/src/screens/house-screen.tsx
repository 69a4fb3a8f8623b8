import { useEffect, useRef, useState } from 'preact/hooks';
import { share, type Shared } from '../storage/file.ts';
import { openedForm } from '../storage/form.ts';
import { packed } from '../storage/packed.ts';
import { up } from '../router.ts';
import { keepForm } from '../storage/store.ts';
import { type Form, rulesText } from '../storage/stored.ts';
import {
  changeOf,
  chosenOptions,
  type Finder,
  type HouseRules,
  houseWords,
  isOtherwise,
  isOwn,
  partOf,
  type RuleChange,
  type Settlement,
  tidied,
  withOwnDefaults,
  withRule,
  withSettled,
  withValue,
} from '../model/house.ts';
import type { Sheet } from '../model/shapes.ts';
import {
  type Fault,
  faultsUnder,
  type ResolvedRuleset,
  type Ruleset,
  type RulesetOption,
  type RuleResponse,
  type WholeRuleset,
} from '../model/responses.ts';
import { number } from '../model/words.ts';
import { Bar } from '../components/bar.tsx';
import { Choice, type Offer, Toggle } from '../components/choice.tsx';
import { Code } from '../components/code.tsx';
import { Faults } from '../components/faults.tsx';
import { OnlyHere } from '../components/only-here.tsx';
import { type Chosen, OptionField, type Options } from '../components/options.tsx';
import { Sure } from '../components/sure.tsx';
import { SHARED, Toast } from '../components/toast.tsx';
import { away } from '../api/connection.ts';
import { useFinders, useResolved, useWholeRulesets } from '../api/rulesets.ts';
import { shareWords } from './change-words.ts';
import { NewHand, NewRule, OwnRule } from './own-rule.tsx';
import { asOne, QUESTIONS } from './settling.ts';
import { t } from '../i18n/rules.ts';
import './house-screen.css';

interface HouseScreenProps {
  readonly id: string | null;
  readonly sheet: Sheet | null;
  readonly rulesets: readonly Ruleset[] | null;
}

interface EditProps {
  readonly house: HouseRules;
  readonly change: (house: HouseRules) => void;
}

// What a rule is worth

type Worth = Pick<RuleResponse, 'id' | 'text' | 'points' | 'doubles' | 'added' | 'part' | 'score' | 'byOption'> & {
  readonly appliesTo?: string | undefined;
};

interface RuleOfBook extends Worth {
  /** The title of the book that has it. */
  readonly book?: string;
}

function worth({ points, doubles, added, part, byOption }: Worth): string {
  const parts: readonly (readonly [boolean | number, string])[] = [
    [byOption, t('as-the-option-says')],
    [points, points === 1 ? t('point-1') : t('points-n', number(points))],
    [doubles, doubles === 1 ? t('double-1') : t('doubles-n', number(doubles))],
    [added, t('rule-after-doubling', number(added))],
    [part !== null, part ? shareWords(part.join('/')) : ''],
  ];
  const stated = parts.filter(([is]) => is).map(([, words]) => words);
  return stated.join(', ') || t('nothing-by-itself');
}

const AMOUNTS = [
  {
    member: 'points',
    get label() {
      return t('points');
    },
    most: 10_000,
  },
  {
    member: 'doubles',
    get label() {
      return t('doubles');
    },
    most: 13,
  },
] as const;

interface RuleProps extends EditProps {
  readonly rule: RuleOfBook;
  readonly finders: readonly Finder[];
  readonly isOfBook: boolean;
  readonly isNew: boolean;
  readonly faults: readonly Fault[];
}

function Amounts({ rule, isOfBook, house, change }: RuleProps) {
  const now = changeOf(house, rule.id);
  return (
    <>
      {AMOUNTS.map(({ member, label, most }) => (
        <label key={member} class="field row">
          <span>{label}</span>
          <input
            type="number"
            inputMode="numeric"
            min="0"
            max={most}
            placeholder={String(rule[member])}
            value={now?.[member] ?? ''}
            onInput={({ currentTarget }) =>
              change(
                withValue(
                  house,
                  rule.id,
                  isOfBook,
                  member,
                  currentTarget.value === '' ? undefined : currentTarget.valueAsNumber,
                ),
              )
            }
          />
        </label>
      ))}
    </>
  );
}

/** What tables have for special hands; another share comes with a file or a link. */
const SHARES: readonly string[] = ['2', '3/2', '1', '3/4', '2/3', '1/2', '2/5', '1/3', '1/4', '1/5', '1/8', '1/10'];

/** Not of a rule with a score of its own or by an option, and not of the book's rules of every hand, which count sets. */
const hasShare = ({ id, score, byOption, appliesTo }: RuleOfBook): boolean =>
  score === null && !byOption && (isOwn(id) || appliesTo !== 'all');

/** The share of the limit that a hand scores; without an answer it is the book's. */
function LimitShare({ rule, isOfBook, house, change }: RuleProps) {
  const now = changeOf(house, rule.id)?.limit_share;
  const ofBook = rule.part && !isOwn(rule.id) ? shareWords(rule.part.join('/')) : null;
  const shares = [...SHARES, ...(ofBook === null ? [] : ['0'])];
  return (
    <label class="field row">
      <span>{t('share-of-the-limit')}</span>
      <select
        value={now ?? ''}
        onChange={({ currentTarget }) =>
          change(withValue(house, rule.id, isOfBook, 'limit_share', currentTarget.value || undefined))
        }
      >
        <option value="">{ofBook === null ? t('no-share') : t('the-book', ofBook)}</option>
        {[...(now === undefined || shares.includes(now) ? [] : [now]), ...shares].map((share) => (
          <option key={share} value={share}>
            {shareWords(share)}
          </option>
        ))}
      </select>
    </label>
  );
}

function stateOf(now: RuleChange | null | undefined, isOfBook: boolean): string {
  if (now === null) return t('left-out');
  if (now === undefined) return '';
  return isOfBook ? t('changed') : t('played-here');
}

/** "10 points (the book: 4)": what it is worth at this table, and where that is otherwise what the book has. */
function worthNow(rule: RuleOfBook, now: RuleChange | null | undefined): string {
  const { points = rule.points, doubles = rule.doubles, added = rule.added, limit_share } = now ?? {};
  const part = limit_share === undefined ? rule.part : partOf(limit_share);
  const [here, ofBook] = [worth({ ...rule, points, doubles, added: Number(added), part }), worth(rule)];
  return here === ofBook ? ofBook : `${here} ${t('book-has', ofBook)}`;
}

/** One rule: what the book has, and what the table has otherwise. */
function Rule(props: RuleProps) {
  const { rule, isOfBook, isNew, house, change, faults, finders } = props;
  const ofTable = isOwn(rule.id);
  const now = changeOf(house, rule.id);
  const isPlayed = isOfBook ? now !== null : Boolean(now);
  const state = stateOf(now, isOfBook);
  const turn = (on: boolean): void => change(withRule(house, rule.id, on === isOfBook ? undefined : on ? {} : null));
  const row = useRef<HTMLLIElement>(null);
  // It stands above the form that made it, out of sight of who tapped there.
  useEffect(() => {
    if (!isNew) return;
    row.current?.querySelector('summary')?.focus({ preventScroll: true });
    row.current?.scrollIntoView({ block: 'start' });
  }, [isNew]);
  return (
    <li ref={row}>
      <details class="rule" data-rule={rule.id} open={ofTable || undefined}>
        <summary>
          <span>{rule.text}</span>
          <small>
            {rule.book && <bdi>{rule.book}: </bdi>}
            {worthNow(rule, now)}
            {state && <b>, {state}</b>}
          </small>
        </summary>
        {ofTable ? (
          <OwnRule id={rule.id} house={house} finders={finders} change={change} />
        ) : (
          <Toggle label={t('play-it')} on={isPlayed} turn={turn} />
        )}
        {isPlayed && <Amounts {...props} />}
        {isPlayed && hasShare(rule) && <LimitShare {...props} />}
        {ofTable && (
          <Sure
            label={t('give-this-rule-up')}
            question={t('rule-given-up')}
            yes={t('yes-give-it-up')}
            no={t('no-keep-it')}
            act={() => change(withRule(house, rule.id, undefined))}
          />
        )}
      </details>
      <Faults faults={faults} />
    </li>
  );
}

interface RulesProps extends EditProps {
  readonly base: ResolvedRuleset;
  readonly all: readonly WholeRuleset[];
  readonly finders: readonly Finder[];
  readonly faults: readonly Fault[];
}

/** The rules of other books that this one has not: each once, as the first has it. */
function others(base: ResolvedRuleset, all: readonly WholeRuleset[]): readonly RuleOfBook[] {
  const known = new Map<string, RuleOfBook>();
  for (const { title: book, rules } of all)
    for (const rule of rules) if (!known.has(rule.id)) known.set(rule.id, { ...rule, book });
  for (const { id } of base.rules) known.delete(id);
  return [...known.values()];
}

/** Rules of the table's own making, and those that came with a file or a link and no book here knows. */
function own(house: HouseRules, base: ResolvedRuleset, all: readonly WholeRuleset[]): readonly RuleOfBook[] {
  const known = new Set([...base.rules, ...all.flatMap(({ rules }) => rules)].map(({ id }) => id));
  return Object.entries(house.rules ?? {})
    .filter(([id, rule]) => rule !== null && (isOwn(id) || !known.has(id)))
    .map(([id, rule]) => ({
      id,
      text: rule?.text ?? id,
      points: rule?.points ?? 0,
      doubles: rule?.doubles ?? 0,
      added: 0,
      part: partOf(rule?.limit_share),
      score: typeof rule?.score === 'number' ? rule.score : null,
      byOption: false,
    }));
}

const matches = (rule: Worth, sought: string): boolean => {
  const words = sought.toLowerCase().split(/\s+/);
  return words.every((word) => rule.text.toLowerCase().includes(word) || rule.id.includes(word));
};

function Rules({ base, all, finders, faults, ...edit }: RulesProps) {
  const [sought, seek] = useState('');
  const { house } = edit;
  const foreign = [...others(base, all), ...own(house, base, all)];
  const [newest, setNewest] = useState<string | null>(null);
  // What was made just now is seen, whatever was sought before.
  const made = (next: HouseRules): void => {
    seek('');
    setNewest(Object.keys(next.rules ?? {}).find((id) => changeOf(house, id) === undefined) ?? null);
    edit.change(next);
  };
  const isChanged = (rule: Worth): boolean => changeOf(house, rule.id) !== undefined;
  const shown = sought ? base.rules.filter((rule) => matches(rule, sought)) : base.rules;
  const shownOthers = foreign.filter((rule) => (sought ? matches(rule, sought) : isChanged(rule)));
  const row = (rule: RuleOfBook, isOfBook: boolean) => (
    <Rule
      key={rule.id}
      rule={rule}
      isOfBook={isOfBook}
      isNew={rule.id === newest}
      finders={finders}
      {...edit}
      faults={faultsUnder(faults, `/house_rules/rules/${rule.id}`)}
    />
  );
  return (
    <section class="settled" id="the-rules">
      <h2>{t('the-rules')}</h2>
      <label class="field">
        <span>{t('search-a-rule')}</span>
        <input
          type="search"
          autoComplete="off"
          value={sought}
          onInput={({ currentTarget }) => seek(currentTarget.value.trim())}
        />
      </label>
      <ul class="rules">{shown.map((rule) => row(rule, true))}</ul>
      {shownOthers.length > 0 && (
        <>
          <h3>{t('rules-from-elsewhere')}</h3>
          <ul class="rules">{shownOthers.map((rule) => row(rule, false))}</ul>
        </>
      )}
      {shown.length + shownOthers.length === 0 && <p class="soft">{t('no-rule-is-called-so')}</p>}
      <NewHand ruleset={base.id} house={house} change={made} />
      <NewRule finders={finders} house={house} change={made} />
    </section>
  );
}

// How the table settles

interface SettlingProps extends EditProps {
  readonly settlement: Settlement;
  readonly faults: readonly Fault[];
}

function Settling({ settlement, house, change, faults }: SettlingProps) {
  return (
    <section class="settled">
      <h2>{t('how-you-settle')}</h2>
      {QUESTIONS.map(({ member, legend, offers }) => {
        const ofBook = settlement[member];
        const given = house.settlement?.[member];
        const now =
          typeof given === 'object' && given !== null ? { ...(ofBook as object), ...given } : (given ?? ofBook);
        const said: readonly Offer<string>[] = offers.map(({ value, label }) => ({
          value: asOne(value),
          label: asOne(value) === asOne(ofBook) ? t('the-book', label) : label,
        }));
        const choose = (chosen: string): void => {
          const value = offers.find((offer) => asOne(offer.value) === chosen)?.value;
          if (value !== undefined)
            change(withSettled(house, member, value, asOne(value) === asOne(ofBook) ? value : undefined));
        };
        return <Choice key={member} legend={legend} offers={said} chosen={asOne(now)} choose={choose} />;
      })}
      <Faults faults={faults} />
    </section>
  );
}

// To another phone

const linkOf = async (rules: string): Promise<string> => `${location.origin}/#rules/${await packed(rules)}`;

/** `rules` is what the link holds. */
function Share({ rules }: { readonly rules: string }) {
  const [done, tell] = useState<Shared | null>(null);
  const [code, show] = useState('');
  useEffect(() => show(''), [rules]);
  const pass = async (): Promise<void> => tell(await share({ url: await linkOf(rules) }));
  const turn = async (): Promise<void> => show(code === '' ? await linkOf(rules) : '');
  return (
    <section class="sharing" id="share-rules">
      <OnlyHere />
      <div class="buttons wrap">
        <button type="button" class="quiet" onClick={() => void pass()}>
          {t('share-as-a-link')}
        </button>
        <button type="button" class="quiet" aria-expanded={code !== ''} onClick={() => void turn()}>
          {t('as-a-code')}
        </button>
      </div>
      {code !== '' && <Code link={code} alt={t('rules-code-alt')} caption={t('rules-code-explained')} />}
      <Toast said={done === null ? '' : SHARED[done]} over={() => tell(null)} />
    </section>
  );
}

// The screen

interface EditorProps extends EditProps {
  readonly ruleset: string;
  readonly options: Options;
  readonly choose: (name: string, value: Chosen) => void;
}

const JUMPS = [
  ['#the-rules', 'the-rules'],
  ['.own-hand', 'a-hand-of-your-own'],
  ['.own-rule', 'a-rule-of-your-own'],
  ['#share-rules', 'to-sharing'],
] as const;

/** The page is long: to its parts with one tap. */
const Jumps = () => (
  <nav class="jumps" aria-label={t('house-rules')}>
    {JUMPS.map(([to, label]) => (
      <button
        key={to}
        type="button"
        class="quiet"
        onClick={() => document.querySelector(to)?.scrollIntoView({ block: 'start' })}
      >
        {t(label)} <span aria-hidden="true">↓</span>
      </button>
    ))}
  </nav>
);

/** What the rulebook leaves to the players, the limit first. */
const LeftToPlayers = ({
  all,
  options,
  choose,
}: Pick<EditorProps, 'options' | 'choose'> & { readonly all: readonly RulesetOption[] }) =>
  [...all]
    .sort((one, other) => Number(other.name === 'limit') - Number(one.name === 'limit'))
    .map((option) => <OptionField key={option.name} option={option} offered={all} options={options} set={choose} />);

function Editor({ ruleset, house, change, options, choose }: EditorProps) {
  const base = useResolved({ ruleset, house_rules: undefined }).reply;
  const all = useWholeRulesets();
  const finders = useFinders();
  const resolved = useResolved({ ruleset, house_rules: tidied(house) });
  // The faults that are known stay until the service has judged anew, so that nothing moves with each letter.
  const faults = resolved.reply?.kind === 'refused' && (resolved.fresh || !away.value) ? resolved.reply.faults : [];
  if (base?.kind === 'refused') return <Faults faults={base.faults} />;
  // All at once: what came later would move what a finger is about to touch.
  if (base?.kind !== 'answer' || !all || !finders) return <p class="soft">{t('rules-coming')}</p>;
  const elsewhere = faults.filter(({ pointer }) => !/^\/house_rules\/(rules|settlement)\//.test(pointer));
  return (
    <>
      <label class="field">
        <span>{t('what-you-call-them')}</span>
        <input
          type="text"
          maxLength={200}
          placeholder={t('thursday-table')}
          value={house.title ?? ''}
          onInput={({ currentTarget }) => change({ ...house, title: currentTarget.value })}
        />
      </label>
      <Faults faults={elsewhere} />
      <Jumps />
      <LeftToPlayers all={withOwnDefaults(base.answer.options, house)} options={options} choose={choose} />
      <Settling
        settlement={base.answer.settlement}
        house={house}
        change={change}
        faults={faultsUnder(faults, '/house_rules/settlement')}
      />
      <Rules base={base.answer} all={all} finders={finders} house={house} change={change} faults={faults} />
    </>
  );
}

/** What the table plays otherwise than its rulebook. */
export function HouseScreen({ id, sheet, rulesets }: HouseScreenProps) {
  const [form, setForm] = useState<Form>(() => openedForm(id, sheet));
  const { ruleset, house_rules } = form;
  const house = house_rules ?? {};
  const becomes = (part: Partial<Form>): void => {
    const changed = { ...form, ...part };
    setForm(changed);
    keepForm(changed);
  };
  const choose = (name: string, value: Chosen): void => becomes({ options: { ...form.options, [name]: value } });
  const back = (): void => up({ screen: sheet ? 'terms' : 'table' });
  return (
    <main>
      <Bar title={t('house-rules')} back={{ label: t('rulebook'), go: back }} />
      <div class="stack terms">
        <p class="soft">{rulesets?.find((each) => each.id === ruleset)?.title}</p>
        {ruleset ? (
          <Editor
            ruleset={ruleset}
            house={house}
            change={(next) => becomes({ house_rules: tidied(next) })}
            options={form.options}
            choose={choose}
          />
        ) : (
          <p>{t('choose-a-rulebook-first')}</p>
        )}
        {ruleset && isOtherwise(form) && (
          <Share rules={rulesText({ ...form, ruleset, options: chosenOptions(form.options) })} />
        )}
        {isOtherwise(form) && (
          <button type="button" class="quiet danger" onClick={() => becomes({ house_rules: undefined, options: {} })}>
            {t('play-by-the-book-again')}
          </button>
        )}
      </div>
      <footer class="dock">
        <p role="status">{isOtherwise(form) ? houseWords(form) : t('by-the-book')}</p>
        <button type="button" class="main" onClick={back}>
          {t('done')}
        </button>
      </footer>
    </main>
  );
}
