/** Which prices of the ledger were computed from decimal odds. The mark is this rule, so the ledger stores none. */
import type { ProviderName } from "./providers.ts";

/**
 * The Odds API recorded decimal odds only, before this day, and computes the American ones of that time from them. They
 * are off by rounding: little near even money, and more for heavy favorites (-300 is 1.33, which gives back -303).
 */
const convertedBefore = {
  "the-odds-api": Date.UTC(2022, 8, 18),
} as const satisfies Partial<Record<ProviderName, number>>;

const convertedBeforeMs: ReadonlyMap<string, number> = new Map(Object.entries(convertedBefore));

/** Whether any prices of a provider are such: of most, no capture has to be looked at. */
export function mayHaveConvertedOdds(provider: string): boolean {
  return convertedBeforeMs.has(provider);
}

/**
 * Whether a provider computed the American odds of a capture from decimal ones.
 *
 * @param capturedMs when the book showed them; infinite for what is stated without a time, of which nobody can say.
 */
export function areConvertedOdds(provider: string, capturedMs: number): boolean {
  return Number.isFinite(capturedMs) && capturedMs < (convertedBeforeMs.get(provider) ?? Number.NEGATIVE_INFINITY);
}
