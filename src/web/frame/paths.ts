/** The addresses of days and teams. */
import { type Sport, sports } from "../../domain/sports.ts";
import { teamByAbbreviation, teamsOf } from "../../domain/teams/registry.ts";

/** @param date YYYY-MM-DD. */
export function slatePath(date: string): string {
  return `/slate/${date}`;
}

/** Null: the team has no page, because nobody knows it by such an abbreviation. */
export function teamPath(sport: Sport, abbreviation: string | null): string | null {
  const team = abbreviation === null ? null : teamByAbbreviation(sport, abbreviation);
  return team === null ? null : `/team/${sport}/${encodeURIComponent(team.abbreviation)}`;
}

/** The pages that search engines shall find. */
export function teamPaths(): readonly string[] {
  return sports.flatMap((sport) => teamsOf(sport).flatMap(({ abbreviation }) => teamPath(sport, abbreviation) ?? []));
}
