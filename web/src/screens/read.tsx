import { useEffect, useMemo, useState } from 'preact/hooks';
import { unpacked } from '../storage/packed.ts';
import { up, toTable } from '../router.ts';
import type { Sheet } from '../model/shapes.ts';
import type { Fault, Ruleset } from '../model/responses.ts';
import { Bar } from '../components/bar.tsx';
import { SameGame } from '../components/same-game.tsx';
import { Faults } from '../components/faults.tsx';
import type { Copy } from '../api/copies.ts';
import { type Imported, imported } from '../api/imported.ts';
import { takeOver } from '../api/take-over.ts';
import { useStandings } from '../api/use-standings.ts';
import { EndScreen } from './end.tsx';
import { t } from '../i18n/game.ts';

interface NotReadProps {
  readonly words: string;
  readonly faults?: readonly Fault[];
  readonly players?: readonly string[];
}

const NotRead = ({ words, faults = [], players = [] }: NotReadProps) => (
  <main>
    <Bar title={t('a-session-to-read')} back={{ label: t('table'), go: () => up({ screen: 'table' }) }} />
    <div class="stack">
      <p role="status">{words}</p>
      <Faults faults={faults} players={players} />
    </div>
  </main>
);

interface ReadableProps {
  readonly sheet: Sheet;
  readonly rulesets: readonly Ruleset[] | null;
}

/** What the service refuses would be no game on this phone either; taken over is what it has counted. */
function Readable({ sheet, rulesets }: ReadableProps) {
  // Its numbers are not this phone's: they are counted by the rulebook as it is now.
  const asNow = useMemo(() => ({ ...sheet, revision: undefined }), [sheet]);
  const standings = useStandings(asNow);
  const [copy, ask] = useState<Copy | null>(null);
  if (copy) {
    return (
      <main>
        <Bar title={t('a-session-to-read')} back={{ label: t('back'), go: () => ask(null) }} />
        <div class="stack">
          <SameGame sheet={sheet} copy={copy} done={toTable} />
        </div>
      </main>
    );
  }
  const take = (): void => {
    const found = takeOver(sheet);
    ask(found);
    if (!found) toTable();
  };
  if (standings.faults.length > 0)
    return <NotRead words={t('file-refused')} faults={standings.faults} players={sheet.players} />;
  const isRevised =
    sheet.revision !== undefined && standings.response !== null && standings.response.revision !== sheet.revision;
  return (
    <EndScreen
      sheet={sheet}
      standings={standings}
      rulesets={rulesets}
      begun={null}
      note={isRevised ? t('read-revised') : null}
      take={standings.fresh ? take : undefined}
    />
  );
}

interface ReadProps {
  readonly packed: string;
  readonly rulesets: readonly Ruleset[] | null;
}

/** A session that came in a link: to be read, beside the reader's own. */
export function ReadScreen({ packed, rulesets }: ReadProps) {
  const [found, find] = useState<Imported | null | undefined>(undefined);
  useEffect(() => {
    void unpacked(packed).then((text) => find(text === null ? null : imported(text)));
  }, [packed]);
  if (found === undefined) return <NotRead words={t('one-moment')} />;
  if (found === null) return <NotRead words={t('no-session-in-link')} />;
  return 'sheet' in found ? (
    <Readable sheet={found.sheet} rulesets={rulesets} />
  ) : (
    <NotRead words={t('file-refused')} {...found} />
  );
}
