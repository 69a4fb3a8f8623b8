/** Points as money: rounded so that what is paid and what is received come to the same, to the cent. */

/** What a point is worth at the table; 0 where it plays for points. */
export interface Rate {
  readonly each: number;
  readonly currency: string;
}

const A_HAIR = 1e-9;

/** Cents that come to the rounded sum: those whose rounding down lost most get one more. */
export function centsOf(points: readonly number[], each: number): readonly number[] {
  const exact = points.map((value) => value * each * 100);
  const floors = exact.map((value) => Math.floor(value + A_HAIR));
  const missing =
    Math.round(exact.reduce((sum, value) => sum + value, 0)) - floors.reduce((sum, value) => sum + value, 0);
  const losses = exact
    .map((value, at) => ({ at, lost: value - (floors[at] ?? 0) }))
    .sort((one, other) => other.lost - one.lost || one.at - other.at);
  const more = new Set(losses.slice(0, missing).map(({ at }) => at));
  return floors.map((value, at) => value + (more.has(at) ? 1 : 0));
}

interface Transfer {
  readonly payer: number;
  readonly payee: number;
  readonly amount: number;
}

/** Each transfer in cents, so that what a player pays and receives comes to what the player has in all. */
export function transferCents(transfers: readonly Transfer[], players: number, each: number): readonly number[] {
  const nets = Array.from({ length: players }, (_, player) =>
    transfers.reduce(
      (sum, { payer, payee, amount }) => sum + (payee === player ? amount : payer === player ? -amount : 0),
      0,
    ),
  );
  const left = [...centsOf(nets, each)];
  const cents: (number | undefined)[] = transfers.map(() => undefined);
  const open = (player: number): readonly number[] =>
    transfers.flatMap(({ payer, payee }, at) =>
      cents[at] === undefined && (payer === player || payee === player) ? [at] : [],
    );
  const settle = (at: number, value: number): void => {
    const { payer = 0, payee = 0 } = transfers[at] ?? {};
    cents[at] = value;
    left[payer] = (left[payer] ?? 0) + value;
    left[payee] = (left[payee] ?? 0) - value;
  };
  for (let rest = transfers.length; rest > 0; rest -= 1) {
    const player = nets.findIndex((_, each) => open(each).length === 1);
    const [at = cents.indexOf(undefined)] = player < 0 ? [] : open(player);
    const { payer, amount = 0 } = transfers[at] ?? {};
    settle(at, player < 0 ? Math.round(amount * each * 100) : (left[player] ?? 0) * (payer === player ? -1 : 1));
  }
  return cents.map((value) => value ?? 0);
}
