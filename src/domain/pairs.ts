/** Pairs of teams: the unit in which games and priced events are looked up. */

declare const isPairKey: unique symbol;

/** Two teams of one sport, whoever is at home. Only `pairOf` makes one, and nothing takes one apart again. */
export type PairKey = string & { readonly [isPairKey]: true };

/** The pair that a game, an event or a record of either belongs to. */
export function pairOf({ sport, home, away }: Readonly<Record<"sport" | "home" | "away", string>>): PairKey {
  return `${sport}:${[home, away].sort().join("-")}` as PairKey;
}
