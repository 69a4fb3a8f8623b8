import type { OptionValue } from '../model/shapes.ts';
import type { RulesetOption } from '../model/responses.ts';
import { defaultOf } from '../model/house.ts';
import { number } from '../model/words.ts';
import { Choice, Toggle } from './choice.tsx';
import { t } from '../i18n/page.ts';

export type Chosen = OptionValue | undefined;
/** Undefined where the players leave the rulebook's own value. */
export type Options = Readonly<Record<string, Chosen>>;

interface OptionProps {
  readonly option: RulesetOption;
  /** Every option, with this one. */
  readonly offered: readonly RulesetOption[];
  readonly options: Options;
  readonly set: (name: string, value: Chosen) => void;
}

function shown(value: OptionValue): string {
  if (value === null) return t('none');
  if (typeof value === 'number') return number(value);
  return typeof value === 'string' ? value : value ? t('yes') : t('no');
}

function Switch({ option, options, set }: OptionProps) {
  const on = options[option.name] ?? option.default;
  return <Toggle label={option.text} on={on === true} turn={(turned) => set(option.name, turned)} />;
}

function OneOf({ option, offered, options, set }: OptionProps) {
  const offers = (option.choices ?? []).map((value) => ({ value, label: shown(value) }));
  const chosen = options[option.name] ?? defaultOf(option, offered, options);
  return (
    <Choice
      legend={option.text}
      offers={offers}
      kind="inline"
      chosen={chosen}
      choose={(value) => set(option.name, value)}
    />
  );
}

/** "None" has to be said where the rulebook has a number of its own. */
function None({ option, options, set }: OptionProps) {
  if (!option.nullable || option.default === null) return null;
  return (
    <Toggle
      label={option.name === 'limit' ? t('no-limit') : t('no-option', option.text)}
      on={options[option.name] === null}
      turn={(on) => set(option.name, on ? null : undefined)}
    />
  );
}

function Amount(props: OptionProps) {
  const { option, offered, options, set } = props;
  const value = options[option.name];
  const usual = shown(defaultOf(option, offered, options));
  return (
    <>
      <label class="field">
        <span>{optionName(option)}</span>
        <input
          type="number"
          inputMode="numeric"
          required={false}
          min={option.minimum ?? undefined}
          max={option.maximum ?? undefined}
          step={option.multiple_of ?? 1}
          placeholder={t('usually', usual)}
          value={typeof value === 'number' ? value : ''}
          onInput={({ currentTarget }) =>
            set(option.name, currentTarget.value === '' ? undefined : currentTarget.valueAsNumber)
          }
        />
        <small>{t('left-empty', usual)}</small>
      </label>
      <None {...props} />
    </>
  );
}

/** The limit by its name, which is what players look for. */
export const optionName = ({ name, text }: Pick<RulesetOption, 'name' | 'text'>): string =>
  name === 'limit' ? t('limit-is', text) : text;

/** "1,000"; "none". */
export const optionWords = shown;

/** One thing that the rulebook leaves to the players, as its data describe it. */
export function OptionField({ set: choose, ...rest }: OptionProps) {
  const { option } = rest;
  // What the rulebook has by itself is no choice of the table's.
  const set = (name: string, value: Chosen): void =>
    choose(name, value === option.default && !option.default_by ? undefined : value);
  const props = { ...rest, set };
  if (option.type === 'boolean') return <Switch {...props} />;
  return option.choices ? <OneOf {...props} /> : <Amount {...props} />;
}
