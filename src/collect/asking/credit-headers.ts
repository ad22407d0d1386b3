/** Reads the credits that the headers of The Odds API state. */
import type { Ask, Credits } from "./ask.ts";

/** Null when they say nothing, or the provider is not metered. */
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
