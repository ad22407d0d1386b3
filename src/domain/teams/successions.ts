/** Clubs that took the place of another one, which their league counts as new [D-46]. A renamed club is none of these. */
import { type Sport, sportFacts } from "../sports.ts";
import { teamsOf } from "./registry.ts";
import type { Team } from "./team.ts";

/**
 * The club that played in a season. Providers give the whole history the name of today, or go on with the name of before:
 * in a season that the one did not play in, it can only mean the other.
 */
export function clubOfSeason(sport: Sport, abbreviation: string, season: number): string {
  for (const { before, after, from } of sportFacts[sport].successions) {
    if (abbreviation === after && season < from) return before;
    if (abbreviation === before && season >= from) return after;
  }
  return abbreviation;
}

/** The teams of the latest season. */
export function presentTeamsOf(sport: Sport): readonly Team[] {
  const gone = new Set(sportFacts[sport].successions.map(({ before }) => before));
  return teamsOf(sport).filter((team) => !gone.has(team.abbreviation));
}
