import type { PaymentTold } from '../model/told.ts';
import { number, spelled } from '../model/words.ts';
import { Name } from './name.tsx';

const REASONS: Readonly<Record<string, string>> = {
  winner: 'for the winning hand',
  difference: 'difference of hands',
  'loser-limit-hand': 'for a limit hand',
  'dangerous-discard': 'dangerous discard: pays for all',
  'washed-tiles': 'washed tiles',
  'false-mahjong': 'wrong call',
};

interface PaymentsProps {
  readonly players: readonly string[];
  readonly payments: readonly PaymentTold[];
}

export function Payments({ players, payments }: PaymentsProps) {
  if (payments.length === 0) return <p class="soft">Nobody pays.</p>;
  return (
    <ul class="payments">
      {payments.map(({ payer, payee, amount, doubled, reason, capped }) => (
        <li key={`${payer}-${payee}`}>
          <span>
            <b>
              <Name>{players[payer]}</Name>
            </b>{' '}
            pays{' '}
            <b>
              <Name>{players[payee]}</Name>
            </b>
            <small>
              {REASONS[reason] ?? spelled(reason)}
              {doubled && ', doubled with East'}
              {capped && ', cut to the limit'}
            </small>
          </span>
          <b class="figure">{number(amount)}</b>
        </li>
      ))}
    </ul>
  );
}
