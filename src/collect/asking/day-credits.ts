/** The credits of one UTC day with a metered provider: what was used, and what is left. Pure. */
import type { Ask, Credits } from "./ask.ts";
import type { AskTables } from "./tables.ts";

export type DayCredits = Readonly<Omit<AskTables["collect_credits"], "provider" | "day">>;

export const newDay: DayCredits = { used: 0, remaining: null, counter_start: null, asked: 0 };

/**
 * The day after one more answer. The provider's counter wins over our own, since others may use the same key; only a
 * counter that went back (a new month began) is not believed.
 * @param assumed what the answer costs when the provider does not say.
 */
export function afterAnswer(day: DayCredits, credits: Credits | null, assumed: number): DayCredits {
  const cost = credits?.cost ?? assumed;
  const ownUsed = day.used + cost;
  const counter = credits?.used ?? null;
  const counterStart = startOf(day, counter, ownUsed);
  return {
    used: counter === null || counterStart === null ? ownUsed : counter - counterStart,
    remaining: credits?.remaining ?? day.remaining,
    counter_start: counterStart,
    asked: day.asked + 1,
  };
}

function startOf({ counter_start: counterStart }: DayCredits, counter: number | null, ownUsed: number): number | null {
  if (counter === null) return counterStart;
  return counterStart === null || counter < counterStart ? counter - ownUsed : counterStart;
}

/**
 * Returns how many credits may still be spent today.
 * @param perDay the operator's budget; null: whatever the provider leaves.
 */
export function creditsLeft({ used, remaining }: DayCredits, perDay: number | null): number {
  const ofBudget = perDay === null ? Number.POSITIVE_INFINITY : Math.max(0, perDay - used);
  return Math.min(ofBudget, remaining ?? Number.POSITIVE_INFINITY);
}

/** The credits that the headers of The Odds API state; null when they say nothing, or the provider is another. */
export function creditsOf(
  { provider }: Pick<Ask, "provider">,
  header: (name: string) => string | null,
): Credits | null {
  if (provider !== "the-odds-api") return null;
  const credits = {
    cost: countOf(header("x-requests-last")),
    used: countOf(header("x-requests-used")),
    remaining: countOf(header("x-requests-remaining")),
  };
  return Object.values(credits).every((count) => count === null) ? null : credits;
}

/** Some answers of the past had "1234.0". */
function countOf(text: string | null): number | null {
  return /^\d{1,12}(?:\.0+)?$/.test(text?.trim() ?? "") ? Number(text) : null;
}
