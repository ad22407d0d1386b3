import type { Sport } from "../../../src/domain/sports.ts";
import { findTeam, outsideNamesOf } from "../../../src/domain/teams/registry.ts";

/** The name of a team at another source. */
export function nameAt(source: "nflverse" | "retrosheet", sport: Sport, abbreviation: string): string {
  const team = findTeam(sport, abbreviation);
  return (team === null ? undefined : outsideNamesOf(sport, team)[source][0]) ?? abbreviation;
}
