import { arithmetic, shareArithmetic } from '../model/arithmetic.ts';
import type { PaymentTold, ShareTold } from '../model/told.ts';
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
  /** Whether tiles of the deal were wild. */
  readonly isGoulash?: boolean;
  /** Each player's score, as far as it is told. */
  readonly scores: readonly (number | undefined)[];
}

/** Where one player pays for all: what each would have paid. */
const Shares = ({ players, shares }: { readonly players: readonly string[]; readonly shares: readonly ShareTold[] }) => (
  <>
    {shares.map((share) => (
      <small key={share.payer} class="reckoned">
        for <Name>{players[share.payer]}</Name>: <span>{shareArithmetic(share)}</span>
      </small>
    ))}
  </>
);

export function Payments({ players, payments, isGoulash = false, scores }: PaymentsProps) {
  if (payments.length === 0) return <p class="soft">Nobody pays.</p>;
  return (
    <>
      {isGoulash && <p class="soft">A goulash: some tiles are wild.</p>}
      <ul class="payments">
        {payments.map((payment) => (
          <li key={`${payment.payer}-${payment.payee}`}>
            <span>
              <b>
                <Name>{players[payment.payer]}</Name>
              </b>{' '}
              pays{' '}
              <b>
                <Name>{players[payment.payee]}</Name>
              </b>
              <small>{REASONS[payment.reason] ?? spelled(payment.reason)}</small>
              <small class="reckoned">{arithmetic(payment, scores)}</small>
              <Shares players={players} shares={payment.shares} />
            </span>
            <b class="figure">{number(payment.amount)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
