/** Exact arithmetic of prices: what is won, and what a price says without the vig. Everything is a fraction of BigInt. */

/** A fraction with a positive denominator. */
export type Fraction = { readonly over: bigint; readonly under: bigint };

/** The probability that American odds imply, vig included: 100/(100+o) for +o, o/(100+o) for -o. */
export function implied(odds: number): Fraction {
  const size = BigInt(Math.abs(odds));
  return odds > 0 ? { over: 100n, under: 100n + size } : { over: size, under: 100n + size };
}

/** Returns -1, 0 or 1. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Rounds to a number of decimals, a half away from zero. */
export function rounded({ over, under }: Fraction, decimals: number): number {
  const size = over < 0n ? -over : over;
  const scale = 10n ** BigInt(decimals);
  const whole = (2n * size * scale + under) / (2n * under);
  const number = Number(whole) / Number(scale);
  return over < 0n && number !== 0 ? -number : number;
}

/** p/(p+q); null when a price is missing. */
export function noVigFraction(price: number | null, opposite: number | null): Fraction | null {
  if (price === null || opposite === null) return null;
  const [p, q] = [implied(price), implied(opposite)];
  const own = p.over * q.under;
  return { over: own, under: own + q.over * p.under };
}

/** The same with 4 decimals. */
export function noVig(price: number | null, opposite: number | null): number | null {
  const share = noVigFraction(price, opposite);
  return share === null ? null : rounded(share, 4);
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under - b.over * a.under, under: a.under * b.under };
}

/** The nearest number, as far as twelve decimals tell. */
export function numberOf({ over, under }: Fraction): number {
  return Number((over * 10n ** 12n) / under) / 1e12;
}

/** Units won by one unit staked at a price that won: o/100 for +o, 100/o for -o, with 4 decimals. */
export function winnings(price: number): number {
  const size = BigInt(Math.abs(price));
  return rounded(price > 0 ? { over: size, under: 100n } : { over: 100n, under: size }, 4);
}
