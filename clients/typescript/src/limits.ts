/** The two limits of a key, as answers tell them. */

export type Limits = {
  /** Requests in the sliding minute of the key. */
  readonly rate: { readonly limit: number; readonly remaining: number; readonly resetAt: Date };
  /** Requests of the account in its month or trial. */
  readonly quota: { readonly limit: number; readonly remaining: number; readonly resetAt: Date };
};

/** Returns null where the answer is to no known key. */
export function limitsIn(headers: Headers): Limits | null {
  const of = (name: string) => {
    const [limit = Number.NaN, remaining = Number.NaN, reset = Number.NaN] = ["limit", "remaining", "reset"].map(
      (member) => Number(headers.get(`x-${name}-${member}`) ?? Number.NaN),
    );
    return { limit, remaining, resetAt: new Date(reset * 1000) };
  };
  const limits = { rate: of("ratelimit"), quota: of("quota") };
  const numbers = [limits.rate, limits.quota].flatMap((each) => [each.limit, each.remaining, each.resetAt.getTime()]);
  return numbers.every(Number.isFinite) ? limits : null;
}
