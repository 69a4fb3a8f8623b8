/** Names that changed after the first deal: what happened, and the totals that follow from each. */

import { substituteAt } from '../model/fifth.ts';
import { isExchange, totalsTaken } from '../model/seats.ts';
import { listed, isolated, number } from '../model/words.ts';
import { Name } from './name.tsx';
import { t } from '../i18n/game.ts';
import './who-plays.css';

interface TotalsProps {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** As they stand, chair by chair. */
  readonly totals: readonly number[];
  /** Chair by chair, as they would be. */
  readonly becomes: readonly number[];
}

/** By name: of whoever plays now or then, the total before and after. */
function Totals({ before, after, totals, becomes }: TotalsProps) {
  const names = [...new Set([...before, ...after])];
  const shown = (value: number | undefined): string => (value === undefined ? '\u2013' : number(value));
  return (
    <table>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <Name>{name}</Name>
            </th>
            <td>{shown(totals[before.indexOf(name)])}</td>
            <td>
              <span aria-hidden="true">→{'\u00a0'}</span>
              {shown(becomes[after.indexOf(name)])}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WhoPlaysProps {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Null while they are not all counted. */
  readonly totals: readonly number[] | null;
  /** Whether the rules were changed with the names. */
  readonly hasOther: boolean;
  /** The names were written otherwise all along. */
  readonly spelling: () => void;
  readonly fromNow: (reason: string) => void;
  /** Somebody new plays from now on, with a total of his own; null while an entry is in work. */
  readonly asFifth: ((chair: number, name: string) => void) | null | undefined;
  readonly no: () => void;
}

const newcomers = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((name) => !before.includes(name));

const reasonOf = (before: readonly string[], after: readonly string[]): string =>
  isExchange(before, after)
    ? t('reason-seats', after.join(', '))
    : t('reason-newcomer', listed(newcomers(before, after)), listed(newcomers(after, before)));

type OwnTotalProps = Pick<WhoPlaysProps, 'before' | 'after' | 'totals' | 'asFifth'> & { readonly canMove: boolean };

/** Where one newcomer takes a chair of four: both keep an account of their own. */
function OwnTotal({ before, after, totals, canMove, asFifth }: OwnTotalProps) {
  const chair = substituteAt(before, after);
  if (chair === null) return null;
  return (
    <>
      <button
        type="button"
        class="quiet"
        disabled={!canMove || !asFifth}
        onClick={() => asFifth?.(chair, after[chair] ?? '')}
      >
        {t('newcomer-own-total', isolated(after[chair] ?? ''), isolated(before[chair] ?? ''))}
      </button>
      {!asFifth && <p role="status">{t('finish-the-entry-first')}</p>}
      {totals && (
        <Totals
          before={before}
          after={[...before, ...newcomers(before, after)]}
          totals={totals}
          becomes={[...totals, 0]}
        />
      )}
    </>
  );
}

export function WhoPlays({ before, after, totals, hasOther, spelling, fromNow, asFifth, no }: WhoPlaysProps) {
  const isSame = isExchange(before, after);
  const now = isSame
    ? t('seats-from-now')
    : t(
        'newcomer-from-now',
        listed(newcomers(before, after).map(isolated)),
        listed(newcomers(after, before).map(isolated)),
      );
  const canMove = totals !== null && !hasOther;
  return (
    <div class="sure who-plays" role="alertdialog" aria-label={t('what-happened-to-the-names')}>
      <h2>{t('what-happened-to-the-names')}</h2>
      <OwnTotal before={before} after={after} totals={totals} canMove={canMove} asFifth={asFifth} />
      <button type="button" class="quiet" disabled={!canMove} onClick={() => fromNow(reasonOf(before, after))}>
        {now}
      </button>
      {totals && <Totals before={before} after={after} totals={totals} becomes={totalsTaken(before, after, totals)} />}
      {!canMove && <p role="status">{hasOther ? t('names-alone-first') : t('seats-later')}</p>}
      <button type="button" class={isSame ? 'quiet danger' : 'quiet'} onClick={spelling}>
        {isSame ? t('names-were-wrong') : t('only-spelling')}
      </button>
      {totals && <Totals before={before} after={after} totals={totals} becomes={totals} />}
      <button type="button" class="quiet" onClick={no}>
        {t('leave-it-as-it-was')}
      </button>
    </div>
  );
}
