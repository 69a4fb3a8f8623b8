import { signed } from '../model/words.ts';
import { t } from '../i18n/game.ts';
import { Name } from './name.tsx';
import './amounts.css';

interface NetsProps {
  readonly players: readonly string[];
  /** Undefined while the service has not counted it. */
  readonly net: readonly number[] | undefined;
  /** What stands where a number will. */
  readonly missing?: string;
  readonly label?: string;
  /** Of five players the one who sat out. */
  readonly out?: number | undefined;
}

/** What each player gets or pays in all. */
export function Nets({ players, net, missing = t('waits'), label, out }: NetsProps) {
  return (
    <dl class="amounts" aria-label={label}>
      {players.map(
        (name, player) =>
          player !== out && (
            <div key={player}>
              <dt>
                <Name>{name}</Name>
              </dt>
              <dd>{net ? signed(net[player] ?? 0) : missing}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
