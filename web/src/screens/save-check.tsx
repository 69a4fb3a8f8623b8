/** The one sheet before a deal is saved: every hand, what each player gets, and what is still to be said. */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Name, WindBadge } from '../components/name.tsx';
import { rich } from '../components/rich.ts';
import { handOf, playsIn } from '../model/deal.ts';
import { isolated, signed, windName } from '../model/words.ts';
import { go, goInstead, route } from '../router.ts';
import { useSheet } from '../components/use-sheet.ts';
import { t } from '../i18n/game.ts';
import { handWords } from './counted.ts';
import type { DealScreenProps } from './deal-props.ts';
import '../components/sheet.css';
import './save-check.css';

interface RowProps extends DealScreenProps {
  readonly player: number;
  readonly missing: readonly number[];
  readonly say: (players: readonly number[]) => void;
}

function winWords(win: DealScreenProps['deal']['win'], players: DealScreenProps['players']): ComponentChildren {
  switch (win?.source) {
    case 'wall':
      return t('won-by-wall');
    case 'loose-tile':
      return t('won-by-loose-tile');
    case 'original-hand':
      return t('won-by-original-hand');
  }
  if (win?.discarder === undefined) return t('won-it');
  const words = win.source === 'robbed-kong' ? t('won-by-robbed-kong') : t('won-by-discard');
  return rich(words, <Name>{players[win.discarder]}</Name>);
}

/** Whether it won and how, else which wind it is where that is East. */
function Role({ deal, players, seating, player, missing }: RowProps) {
  const { winner, win } = deal;
  if (missing.includes(player)) return <small>{t('nothing-entered-yet')}</small>;
  if (player === winner) return <small>{winWords(win, players)}</small>;
  return seating?.winds[player] === 'east' ? <small>{windName('east')}</small> : null;
}

function Row(props: RowProps) {
  const { deal, players, seating, preview, player, missing, say } = props;
  const isMissing = missing.includes(player);
  const net = missing.length === 0 ? preview?.deal?.net[player] : undefined;
  const show = (): void => (route.peek().screen === 'hand' ? goInstead : go)({ screen: 'hand', player });
  return (
    <>
      <tr class={isMissing ? 'missing' : ''} data-row={player}>
        <th scope="row">
          <WindBadge wind={seating?.winds[player]} />
          <span>
            <b>
              <Name>{players[player]}</Name>
            </b>
            <Role {...props} />
          </span>
        </th>
        <td>{isMissing ? '\u2013' : handWords(handOf(deal, player), preview?.hands[player])}</td>
        <td data-gets={player}>{net === undefined ? '\u2026' : signed(net)}</td>
      </tr>
      {isMissing && (
        <tr class="missing keys-row">
          <td colSpan={3}>
            <div class="keep-row">
              <button type="button" class="quiet" data-zero={player} onClick={() => say([player])}>
                {t('it-scores-0')}
              </button>
              <button type="button" class="quiet" data-enter={player} onClick={show}>
                {rich(t('enter-the-hand-of'), <Name>{players[player]}</Name>)}
              </button>
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

interface SaveCheckProps extends DealScreenProps {
  readonly missing: readonly number[];
  /** What else should be thought over. */
  readonly doubt: string | null;
  /** Why it cannot be saved now. */
  readonly problem: string | null;
  readonly isReady: boolean;
  readonly isLater: boolean;
  readonly say: (players: readonly number[]) => void;
  readonly close: () => void;
}

function saveWords({ changing, doubt, isLater }: SaveCheckProps): string {
  if (doubt !== null) return t('yes-keep-it-all-the-same');
  if (changing !== null) return t('keep-the-change');
  return isLater ? t('keep-the-deal-count-later') : t('keep-the-deal');
}

/** Save comes on once every hand is entered or said to score 0, and the amounts are those of the deal as it stands. */
export function SaveCheck(props: SaveCheckProps) {
  const { players, deal, missing, doubt, problem, isReady, say, close, keep, changing, seating } = props;
  const box = useSheet();
  const title = useId();
  const cancel = (event: Event): void => {
    event.preventDefault();
    close();
  };
  return (
    <dialog ref={box} class="sheet save-check" role="alertdialog" aria-labelledby={title} onCancel={cancel}>
      <h2 id={title}>
        {changing === null ? t('save-this-deal') : t('save-this-change', seating?.deal ?? changing + 1)}
      </h2>
      <div class="sheet-body" tabIndex={-1}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('player')}</th>
              <th scope="col">{t('hand')}</th>
              <th scope="col">{t('gets')}</th>
            </tr>
          </thead>
          <tbody>
            {players.map((_, player) => playsIn(deal, player) && <Row key={player} {...props} player={player} />)}
          </tbody>
        </table>
        {missing.length > 1 && (
          <button type="button" class="quiet all" data-zero="all" onClick={() => say(missing)}>
            {t('they-all-score-0')}
          </button>
        )}
        {deal.winner === null && <p class="soft">{t('nobody-pays')}</p>}
        {doubt !== null && <p class="doubt">{doubt}</p>}
        <p role="status">{missing.length > 0 ? t('save-comes-on') : (problem ?? '')}</p>
      </div>
      <div class="keep-row">
        <button type="button" class="quiet" onClick={close}>
          {t('no-go-on-with-it')}
        </button>
        <button
          type="button"
          class={doubt === null ? 'main' : 'quiet danger'}
          data-save
          disabled={!isReady || missing.length > 0}
          onClick={keep}
        >
          {saveWords(props)}
        </button>
      </div>
    </dialog>
  );
}

/** "Ann: 0 points" for a single player, else all that are missing. */
export const zeroWords = (missing: readonly number[], players: readonly string[]): string =>
  missing.length === 1 ? t('player-scores-0', isolated(players[missing[0] ?? 0] ?? '')) : t('the-others-score-0');
