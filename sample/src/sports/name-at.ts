/** The name of a team at another source. */
import type { Sport } from "../../../src/domain/sports.ts";
import { outsideNamesOf } from "../../../src/domain/teams/outside-names.ts";
import { findTeam } from "../../../src/domain/teams/registry.ts";

export function nameAt(source: "nflverse" | "retrosheet", sport: Sport, abbreviation: string): string {
  const team = findTeam(sport, abbreviation);
  return (team === null ? undefined : outsideNamesOf(sport, team)[source][0]) ?? abbreviation;
}
