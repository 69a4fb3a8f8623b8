import { useEffect, useState } from 'preact/hooks';
import { openedForm } from '../storage/form.ts';
import { unpacked } from '../storage/packed.ts';
import { go, up } from '../router.ts';
import { keepForm } from '../storage/store.ts';
import { type RulesLink, rulesFrom } from '../storage/stored.ts';
import { houseWords } from '../model/house.ts';
import type { Sheet } from '../model/shapes.ts';
import type { Ruleset } from '../model/responses.ts';
import { Bar } from '../components/bar.tsx';
import { Faults } from '../components/faults.tsx';
import { useResolved, useWholeRulesets } from '../api/rulesets.ts';
import { listedChanges } from './settling.ts';
import { t } from '../i18n/rules.ts';

interface HouseReadProps {
  readonly packed: string;
  readonly id: string | null;
  readonly sheet: Sheet | null;
  readonly rulesets: readonly Ruleset[] | null;
}

/** Every change, before they are taken over. */
function Changes({ link }: { readonly link: RulesLink }) {
  const { ruleset } = link;
  const { reply } = useResolved({ ruleset, house_rules: undefined });
  const all = useWholeRulesets();
  if (reply?.kind !== 'answer') return null;
  const rules = [...(all ?? []).flatMap((book) => book.rules), ...reply.answer.rules];
  const found = listedChanges(link, new Map(rules.map((rule) => [rule.id, rule])), reply.answer);
  return (
    <ul class="changes-listed">
      {found.map(({ what, how }, index) => (
        <li key={index}>
          <b>{what}</b>: <span>{how}</span>
        </li>
      ))}
    </ul>
  );
}

/** House rules that came in a link: looked at, and taken over where they are wanted. */
export function HouseReadScreen({ packed, id, sheet, rulesets }: HouseReadProps) {
  const [link, setLink] = useState<RulesLink | 'none' | null>(null);
  useEffect(() => {
    void unpacked(packed).then((text) => setLink(rulesFrom(text) ?? 'none'));
  }, [packed]);
  const found = link === 'none' ? null : link;
  const { reply } = useResolved(found);
  const faults = reply?.kind === 'refused' ? reply.faults : [];
  const take = (): void => {
    if (found) {
      const { ruleset, options = {}, house_rules } = found;
      keepForm({ ...openedForm(id, sheet), ruleset, options, house_rules });
    }
    up({ screen: sheet ? 'terms' : 'table' });
  };
  return (
    <main>
      <Bar title={t('house-rules-to-look-at')} back={{ label: t('table'), go: () => go({ screen: 'table' }) }} />
      <div class="stack">
        {link === null && <p role="status">{t('one-moment')}</p>}
        {link === 'none' && <p role="status">{t('no-rules-in-link')}</p>}
        {found && (
          <>
            <p class="lead">{rulesets?.find((each) => each.id === found.ruleset)?.title ?? found.ruleset}</p>
            <p>{houseWords(found)}</p>
            <Changes link={found} />
            <Faults faults={faults} />
          </>
        )}
      </div>
      {found && (
        <footer class="dock">
          <button type="button" class="main" disabled={reply?.kind !== 'answer'} onClick={take}>
            {t('play-by-these')}
          </button>
        </footer>
      )}
    </main>
  );
}
