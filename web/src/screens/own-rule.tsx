/** Rules of the table's own: what they look for, by the finders that the service knows, and whose hands they count in. */

import { useState } from 'preact/hooks';
import {
  changeOf,
  type Finder,
  type FinderParameter,
  type FinderValue,
  type HouseRules,
  type RuleChange,
  unnamedHand,
  withOwn,
  withOwnHand,
  withRule,
} from '../model/house.ts';
import { nameOf, tilesOf } from '../model/tiles.ts';
import type { Fault } from '../model/responses.ts';
import { capital, spelled } from '../model/words.ts';
import { Choice, Toggle } from '../components/choice.tsx';
import { Faults } from '../components/faults.tsx';
import { Fan } from '../components/tile.tsx';
import { useResolved } from '../api/rulesets.ts';
import { LayoutPad, MeantHands } from './layout-pad.tsx';
import { layoutWords } from './layout-words.ts';
import { t } from '../i18n/rules.ts';

/** What a parameter chooses between: circumstances, kinds of hands and sets; a tile by its name. */
const CHOICE_WORDS: Readonly<Record<string, string>> = {
  get last_tile() {
    return t('choice-last-tile');
  },
  get first_discard() {
    return t('choice-first-discard');
  },
  get last_discard() {
    return t('choice-last-discard');
  },
  get original_call() {
    return t('choice-original-call');
  },
  get kong_upon_kong() {
    return t('choice-kong-upon-kong');
  },
  get 'four-sets'() {
    return t('choice-four-sets');
  },
  get 'thirteen-heads'() {
    return t('choice-thirteen-heads');
  },
  get 'seven-pairs'() {
    return t('choice-seven-pairs');
  },
  get 'pairs-of-heads'() {
    return t('choice-pairs-of-heads');
  },
  get knitting() {
    return t('choice-knitting');
  },
  get 'triple-knitting'() {
    return t('choice-triple-knitting');
  },
  get 'snake-with-winds'() {
    return t('choice-snake-with-winds');
  },
  get gates() {
    return t('choice-gates');
  },
  get 'pure-pungs'() {
    return t('choice-pure-pungs');
  },
  get 'buried-treasure'() {
    return t('choice-buried-treasure');
  },
  get 'four-kongs'() {
    return t('choice-four-kongs');
  },
  get 'ones-and-nines'() {
    return t('choice-ones-and-nines');
  },
  get 'honours-only'() {
    return t('choice-honours-only');
  },
  get green() {
    return t('choice-green');
  },
  get 'three-dragons-without-chow'() {
    return t('choice-three-dragons-without-chow');
  },
  get 'four-winds'() {
    return t('choice-four-winds');
  },
  get first_draw() {
    return t('choice-first-draw');
  },
  get standing_hand() {
    return t('choice-standing-hand');
  },
  get 'nine-gates'() {
    return t('choice-nine-gates');
  },
  get snake() {
    return t('choice-snake');
  },
  get 'snake-with-kongs'() {
    return t('choice-snake-with-kongs');
  },
  get 'seven-pairs-of-heads'() {
    return t('choice-seven-pairs-of-heads');
  },
  get pung() {
    return t('choice-pung');
  },
  get kong() {
    return t('choice-kong');
  },
  get pair() {
    return t('choice-pair');
  },
  get winds() {
    return t('choice-winds');
  },
  get dragons() {
    return t('choice-dragons');
  },
};

const choiceWords = (choice: string): string =>
  CHOICE_WORDS[choice] ?? (/^\d[mpsz]$/.test(choice) ? nameOf(choice) : capital(spelled(choice)));

interface ParameterProps {
  readonly parameter: FinderParameter;
  readonly value: FinderValue | undefined;
  readonly set: (value: FinderValue) => void;
}

function Parameter({ parameter, value, set }: ParameterProps) {
  const { text, minimum, maximum, choices } = parameter;
  if (choices)
    return (
      <Choice
        legend={capital(text)}
        offers={choices.map((choice) => ({ value: choice, label: choiceWords(choice) }))}
        chosen={value}
        choose={set}
      />
    );
  if (minimum === null) return <Toggle label={capital(text)} on={value === true} turn={set} />;
  return (
    <label class="field row">
      <span>{capital(text)}</span>
      <input
        type="number"
        inputMode="numeric"
        required
        min={minimum}
        max={maximum ?? undefined}
        value={typeof value === 'number' ? value : ''}
        onInput={({ currentTarget }) => currentTarget.value !== '' && set(currentTarget.valueAsNumber)}
      />
    </label>
  );
}

const HANDS = [
  {
    value: 'winner',
    get label() {
      return t('in-the-winners');
    },
  },
  {
    value: 'all',
    get label() {
      return t('in-every-hand');
    },
  },
  {
    value: 'others',
    get label() {
      return t('in-the-others');
    },
  },
];

interface OwnProps {
  readonly id: string;
  readonly house: HouseRules;
  readonly finders: readonly Finder[];
  readonly change: (house: HouseRules) => void;
}

/** What a rule of the table's own is called, looks for and counts in; what it is worth is stated as of any other. */
export function OwnRule({ id, house, finders, change }: OwnProps) {
  const now = changeOf(house, id) ?? {};
  const finder = finders.find((each) => each.id === now.find);
  const becomes = (part: RuleChange): void => change(withRule(house, id, { ...now, ...part }));
  return (
    <>
      <label class="field">
        <span>{t('what-it-is-called')}</span>
        <input
          type="text"
          maxLength={200}
          autoComplete="off"
          value={now.text ?? ''}
          onInput={({ currentTarget }) => becomes({ text: currentTarget.value || undefined })}
        />
      </label>
      {now.layout && (
        <p class="soft">
          <bdi>{layoutWords(now.layout.tiles)}</bdi>
        </p>
      )}
      {finder && <p class="soft">{finder.text}</p>}
      {finder?.parameters.map((parameter) => (
        <Parameter
          key={parameter.name}
          parameter={parameter}
          value={now.parameters?.[parameter.name]}
          set={(value) => becomes({ parameters: { ...now.parameters, [parameter.name]: value } })}
        />
      ))}
      {finder && !finder.winnerOnly && (
        <Choice
          legend={t('whose-hand-it-counts-in')}
          offers={HANDS}
          chosen={now.applies_to ?? 'winner'}
          choose={(applies_to) => becomes({ applies_to })}
        />
      )}
    </>
  );
}

interface NewHandProps {
  readonly ruleset: string;
  readonly house: HouseRules;
  readonly change: (house: HouseRules) => void;
}

/** The place of a fault in what was typed, as the service counts it. */
function Marked({ tiles, faults }: { readonly tiles: string; readonly faults: readonly Fault[] }) {
  const position = faults.find((fault) => fault.position !== undefined)?.position;
  if (position === undefined) return null;
  const word = /^\S*/.exec(tiles.slice(position - 1))?.[0] ?? '';
  return (
    <p class="marked" translate={false}>
      <bdi>{tiles.slice(0, position - 1)}</bdi>
      <mark>{word || '\u2026'}</mark>
      <bdi>{tiles.slice(position - 1 + word.length)}</bdi>
    </p>
  );
}

/**
 * A hand of the table's own, tapped or typed as its layout; the service says whether it can be. That comes below the
 * button that adds the hand, so that the button does not move.
 */
export function NewHand({ ruleset, house, change }: NewHandProps) {
  const [name, setName] = useState('');
  const [tiles, setTiles] = useState('');
  const asked = tiles.trim() === '' ? null : unnamedHand(tiles);
  const { reply, fresh } = useResolved(asked && { ruleset, house_rules: asked });
  const faults = asked && reply?.kind === 'refused' ? reply.faults : [];
  const isRead = asked !== null && fresh && reply?.kind === 'answer';
  const drawn = tilesOf(tiles).filter((tile) => /[1-9][mps]|[1-7]z/.test(tile));
  const add = (): void => {
    change(withOwnHand(house, name, tiles));
    setName('');
    setTiles('');
  };
  return (
    <section class="settled own-hand">
      <h2>{t('a-hand-of-your-own')}</h2>
      <label class="field">
        <span>{t('what-you-call-it')}</span>
        <input
          type="text"
          maxLength={200}
          autoComplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <LayoutPad layout={tiles} change={setTiles} />
      <label class="field">
        <span>{t('what-the-hand-is-made-of')}</span>
        <input
          type="text"
          maxLength={300}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          value={tiles}
          onInput={({ currentTarget }) => setTiles(currentTarget.value)}
        />
        <small>{t('layout-hint')}</small>
      </label>
      {drawn.length > 0 && <Fan tiles={drawn} kind="line" />}
      <Marked tiles={tiles} faults={faults} />
      <Faults faults={faults} />
      <button type="button" class="quiet" disabled={!isRead || name.trim() === ''} onClick={add}>
        {t('add-the-hand')}
      </button>
      {isRead && <p role="status">{name.trim() === '' ? t('hand-needs-a-name') : t('layout-readable')}</p>}
      {isRead && <MeantHands ruleset={ruleset} layout={tiles} />}
    </section>
  );
}

interface NewRuleProps {
  readonly house: HouseRules;
  readonly finders: readonly Finder[];
  readonly change: (house: HouseRules) => void;
}

/** A rule that no book has, of whatever the service can look for. */
export function NewRule({ house, finders, change }: NewRuleProps) {
  const [chosen, choose] = useState('');
  const finder = finders.find(({ id }) => id === chosen);
  const make = (): void => {
    if (finder) change(withOwn(house, finder));
    choose('');
  };
  return (
    <section class="settled own-rule">
      <h2>{t('a-rule-of-your-own')}</h2>
      <label class="field">
        <span>{t('what-it-looks-for')}</span>
        <select value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{t('choose')}</option>
          {finders.map(({ id, text }) => (
            <option key={id} value={id}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="quiet" disabled={finder === undefined} onClick={make}>
        {t('make-it-a-rule')}
      </button>
    </section>
  );
}
