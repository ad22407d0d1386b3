/** What several sports of the sample have in common: parts of football, and the names of teams at other sources. */
import type { Sport } from "../../../src/domain/sports.ts";
import { findTeam, outsideNamesOf } from "../../../src/domain/teams/registry.ts";
import type { SportOdds } from "../sport.ts";

/** Where the wind comes from. */
export const compassPoints = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
/** Touchdowns with their conversions, field goals and safeties. */
// biome-ignore format: a table
export const footballPlays = [[7, 60], [3, 40], [6, 5], [8, 4], [2, 1]] as const;
/** The ends of the halves are the busy times. */
export const footballQuarters = [215, 295, 205, 285] as const;
// biome-ignore format: a table
export const footballPeriods: SportOdds["periods"] = { "1h": "common", q1: "some", "2h": "rare", q2: "rare", q3: "rare", q4: "rare" };

export function nameAt(source: "nflverse" | "retrosheet", sport: Sport, abbreviation: string): string {
  const team = findTeam(sport, abbreviation);
  return (team === null ? undefined : outsideNamesOf(sport, team)[source][0]) ?? abbreviation;
}
