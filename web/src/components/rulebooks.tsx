import { useState } from 'preact/hooks';
import type { Ruleset } from '../model/responses.ts';
import { Choice, type Offer } from './choice.tsx';
import { t } from '../i18n/page.ts';

const offer = ({ id, title, about }: Ruleset): Offer<string> => ({
  value: id,
  name: title,
  label: (
    <span>
      {title}
      {about && <small>{about}</small>}
    </span>
  ),
});

const folded = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Whether each word that was typed begins one of the rulebook's. */
function isMeant({ id, title, about }: Ruleset, typed: string): boolean {
  const words = folded(`${id} ${title} ${about ?? ''}`).split(/[^\p{L}\p{N}]+/u);
  return folded(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}

/** The one that was played last comes first. */
const lastFirst = (rulesets: readonly Ruleset[], last: string | undefined): readonly Ruleset[] =>
  [...rulesets].sort((one, other) => Number(other.id === last) - Number(one.id === last));

interface RulebooksProps {
  readonly rulesets: readonly Ruleset[];
  readonly chosen: string | undefined;
  readonly choose: (id: string) => void;
}

/** Those that are played today, the last one played first; those of the 1920s under one line; all of them by typing. */
export function Rulebooks({ rulesets, chosen, choose }: RulebooksProps) {
  const [typed, type] = useState('');
  const [last] = useState(chosen);
  const isInView = ({ id, isOld }: Ruleset): boolean => !isOld || id === last;
  const found = rulesets.filter((each) => isMeant(each, typed));
  const today = typed === '' ? lastFirst(found.filter(isInView), last) : found;
  const old = typed === '' ? found.filter((each) => !isInView(each)) : [];
  return (
    <section class="rulebooks">
      <label class="field">
        <span class="unseen">{t('find-a-rulebook')}</span>
        <input
          type="search"
          placeholder={t('find-a-rulebook')}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value.trim())}
        />
      </label>
      <Choice legend={t('rulebook')} kind="books" offers={today.map(offer)} chosen={chosen} choose={choose} />
      {found.length === 0 && <p class="soft">{t('no-rulebook-is-called-that')}</p>}
      {old.length > 0 && (
        <details open={old.some(({ id }) => id === chosen)}>
          <summary>{t('rulebooks-of-the-1920s')}</summary>
          <Choice
            legend={t('rulebooks-of-the-1920s')}
            hideLegend
            kind="books"
            offers={old.map(offer)}
            chosen={chosen}
            choose={choose}
          />
        </details>
      )}
    </section>
  );
}
