/** Who of five sits out of the next deal, with the total, and the way to name another. */

import type { Sheet } from '../model/shapes.ts';
import { number } from '../model/words.ts';
import { Swatch } from './chart.tsx';
import { Choice } from './choice.tsx';
import { Name } from './name.tsx';
import { rich } from './rich.ts';
import { t } from '../i18n/game.ts';
import './sits-out.css';

const IN_TURN = -1;

interface SitsOutProps {
  readonly sheet: Sheet;
  readonly out: number | undefined;
  readonly total: (player: number) => number | undefined;
  /** Undefined for in turn; null while an entry is in work. */
  readonly choose: ((player: number | undefined) => void) | null;
}

export function SitsOut({ sheet, out = 0, total, choose }: SitsOutProps) {
  const { players, sits_out: named } = sheet;
  const shown = total(out);
  const offers = [
    { value: IN_TURN, label: t('in-turn') },
    ...players.map((name, value) => ({ value, label: <Name>{name}</Name>, name })),
  ];
  return (
    <details class="sits-out">
      <summary>
        <Swatch player={out} /> {rich(t('sits-out'), <Name>{players[out]}</Name>)}
        <b class="figure" data-total={out}>
          {shown === undefined ? '\u2026' : number(shown)}
        </b>
      </summary>
      {choose ? (
        <Choice
          legend={t('who-sits-out')}
          kind="people"
          offers={offers}
          chosen={named ?? IN_TURN}
          choose={(player) => choose(player === IN_TURN ? undefined : player)}
        />
      ) : (
        <p class="soft">{t('not-finished')}</p>
      )}
    </details>
  );
}
