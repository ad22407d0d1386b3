/** How providers are treated: limits and repetitions, in one table. */

/**
 * Limits of one exchange. They are measured by the machine's own clock, and not by the collector's: a server that hangs
 * knows nothing of a simulated week.
 */
export type ExchangeLimits = {
  readonly connectMs: number;
  /** Until the headers are there. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly bodyMs: number;
  /** For all of an exchange, however steadily it trickles. */
  readonly wholeMs: number;
  /** Of the body as it comes, packed or not. */
  readonly bodyBytes: number;
  /** Of the body unpacked. */
  readonly textBytes: number;
};

/** The largest answer of a provider so far has 3.7 MB. */
export const exchangeLimits: ExchangeLimits = {
  connectMs: 10_000,
  headersMs: 20_000,
  bodyMs: 20_000,
  wholeMs: 60_000,
  bodyBytes: 32 << 20,
  textBytes: 64 << 20,
};

export const mostRedirects = 3;

/** After the first request of an ask so many repetitions follow, when the failure is one that passes. */
export const mostRepetitions = 3;
const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** Full jitter: anything between nothing and a bound that doubles. @param random from 0 up to, but not including, 1. */
export function jitteredPauseMs(repetition: number, random: () => number): number {
  return Math.floor(random() * Math.min(longestPauseMs, firstPauseMs * 2 ** repetition));
}

/** A longer Retry-After is not waited for: the ask fails, and the provider is left in peace until then. */
export const longestWaitMs = 60_000;
