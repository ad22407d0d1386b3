/** Reads the moment at which bets are graded besides, and how old a capture may be then. */

import type { priceAtFilters } from "../../contract/filters/moments.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import type { MomentMinutes } from "../../domain/moments.ts";

export type AskedMoment = { readonly minutes: MomentMinutes; readonly mostAgeMinutes: number };

/** Null: at none. */
export function askedMoment(asked: ValuesOf<typeof priceAtFilters>): AskedMoment | null {
  const { price_at: minutes, max_age_minutes: mostAgeMinutes } = asked;
  return minutes === null ? null : { minutes, mostAgeMinutes: mostAgeMinutes ?? minutes };
}
