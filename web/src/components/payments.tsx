import { arithmetic, reasonWords, shareArithmetic } from '../model/arithmetic.ts';
import type { PaymentResponse, ShareResponse } from '../model/responses.ts';
import { number } from '../model/words.ts';
import { Name } from './name.tsx';
import { rich } from './rich.ts';
import { t } from '../i18n/game.ts';

interface PaymentsProps {
  readonly players: readonly string[];
  readonly payments: readonly PaymentResponse[];
  /** Whether tiles of the deal were wild. */
  readonly isGoulash?: boolean;
  /** Each player's score, as far as it is known. */
  readonly scores: readonly (number | undefined)[];
}

/** Where one player pays for all: what each would have paid. */
const Shares = ({
  players,
  shares,
}: {
  readonly players: readonly string[];
  readonly shares: readonly ShareResponse[];
}) => (
  <>
    {shares.map((share) => (
      <small key={share.payer} class="reckoned">
        {rich(t('for-player'), <Name>{players[share.payer]}</Name>)} <span>{shareArithmetic(share)}</span>
      </small>
    ))}
  </>
);

export function Payments({ players, payments, isGoulash = false, scores }: PaymentsProps) {
  if (payments.length === 0) return <p class="soft">{t('nobody-pays')}</p>;
  return (
    <>
      {isGoulash && <p class="soft">{t('was-goulash')}</p>}
      <ul class="payments">
        {payments.map((payment) => (
          <li key={`${payment.payer}-${payment.payee}`}>
            <span>
              {rich(
                t('pays'),
                <b>
                  <Name>{players[payment.payer]}</Name>
                </b>,
                <b>
                  <Name>{players[payment.payee]}</Name>
                </b>,
              )}
              <small>{reasonWords(payment.reason)}</small>
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
