import { type DraftDeal, playsIn, withLiable, withWin } from '../model/deal.ts';
import type { Circumstance, Source, Win } from '../model/shapes.ts';
import { looksAt, type Ruleset } from '../model/responses.ts';
import { Choice, Toggle } from './choice.tsx';
import { Name } from './name.tsx';
import { rich } from './rich.ts';
import { t } from '../i18n/game.ts';

interface Offered {
  readonly flag: Circumstance;
  readonly label: string;
  readonly sources: readonly Source[];
}

const ANY: readonly Source[] = ['wall', 'discard', 'loose-tile', 'robbed-kong'];

const OFFERED: readonly Offered[] = [
  {
    flag: 'last_tile',
    get label() {
      return t('last-tile-of-the-wall');
    },
    sources: ['wall'],
  },
  {
    flag: 'last_discard',
    get label() {
      return t('last-discard');
    },
    sources: ['discard'],
  },
  {
    flag: 'first_discard',
    get label() {
      return t('first-discard');
    },
    sources: ['discard'],
  },
  {
    flag: 'first_draw',
    get label() {
      return t('first-draw');
    },
    sources: ['wall'],
  },
  {
    flag: 'standing_hand',
    get label() {
      return t('waiting-from-the-start');
    },
    sources: ANY,
  },
  {
    flag: 'original_call',
    get label() {
      return t('waiting-with-first-discard');
    },
    sources: ANY,
  },
  {
    flag: 'kong_upon_kong',
    get label() {
      return t('kong-upon-kong');
    },
    sources: ['loose-tile'],
  },
];

/** What was entered of a kept win beside where its tile came from. */
export function WinFlags({ win, players }: { readonly win: Win; readonly players: readonly string[] }) {
  const stated = OFFERED.filter(({ flag }) => win[flag]);
  if (stated.length === 0 && win.liable === undefined) return null;
  return (
    <ul class="soft">
      {stated.map(({ flag, label }) => (
        <li key={flag}>{label}</li>
      ))}
      {win.liable !== undefined && <li>{rich(t('let-dangerous'), <Name>{players[win.liable]}</Name>)}</li>}
    </ul>
  );
}

interface CircumstancesProps {
  readonly players: readonly string[];
  readonly deal: DraftDeal;
  readonly ruleset: Ruleset | undefined;
  readonly change: (deal: DraftDeal) => void;
}

const NOBODY = -1;

/** Who threw a dangerous tile that was claimed during play: no final hand shows it, so the table says. */
function Liable({ players, deal, change }: CircumstancesProps) {
  const others = players.flatMap((name, player) =>
    player === deal.winner || !playsIn(deal, player) ? [] : [{ value: player, label: <Name>{name}</Name>, name }],
  );
  return (
    <Choice
      legend={t('who-is-liable')}
      kind="people"
      offers={[{ value: NOBODY, label: t('nobody') }, ...others]}
      chosen={deal.win?.liable ?? NOBODY}
      choose={(player) => change(withLiable(deal, player === NOBODY ? undefined : player))}
    />
  );
}

/** Only what goes with the way of winning, and what the rulebook looks at, is offered; and what was entered already. */
export function Circumstances(props: CircumstancesProps) {
  const { deal, ruleset, change } = props;
  const { source } = deal.win ?? {};
  if (!source) return null;
  const offered = OFFERED.filter(
    ({ sources, flag }) => deal.win?.[flag] || (sources.includes(source) && looksAt(ruleset, flag)),
  );
  const isDangerous =
    deal.win?.liable !== undefined || (ruleset !== undefined && looksAt(ruleset, 'dangerous_discard_by'));
  if (offered.length === 0 && !isDangerous) return null;
  const isStated = deal.win?.liable !== undefined || offered.some(({ flag }) => deal.win?.[flag]);
  return (
    <details class="rare" open={isStated}>
      <summary>{t('rare-cases')}</summary>
      {offered.length > 0 && (
        <div class="toggles">
          {offered.map(({ flag, label }) => (
            <Toggle
              key={flag}
              label={label}
              on={deal.win?.[flag] ?? false}
              turn={(on) => change(withWin(deal, { [flag]: on }))}
            />
          ))}
        </div>
      )}
      {isDangerous && <Liable {...props} />}
    </details>
  );
}
