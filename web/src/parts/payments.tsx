import type { PlayerPayment } from '../service/shapes.ts';
import { number } from '../words.ts';

const REASONS: Readonly<Record<PlayerPayment['reason'], string>> = {
  winner: 'for the winning hand',
  difference: 'difference of hands',
  'loser-limit-hand': 'for a limit hand',
  'dangerous-discard': 'dangerous discard: pays for all',
  'washed-tiles': 'washed tiles',
  'false-mahjong': 'wrong call',
};

interface PaymentsProps {
  readonly players: readonly string[];
  readonly payments: readonly PlayerPayment[];
}

export function Payments({ players, payments }: PaymentsProps) {
  if (payments.length === 0) return <p class="soft">Nobody pays.</p>;
  return (
    <ul class="payments">
      {payments.map(({ payer, payee, amount, multiplier, reason, capped }) => (
        <li key={`${payer}-${payee}`}>
          <span>
            <b>{players[payer]}</b> pays <b>{players[payee]}</b>
            <small>
              {REASONS[reason]}
              {multiplier !== null && multiplier > 1 && ', doubled with East'}
              {capped && ', cut to the limit'}
            </small>
          </span>
          <b class="figure">{number(amount)}</b>
        </li>
      ))}
    </ul>
  );
}
