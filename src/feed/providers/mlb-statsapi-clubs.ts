/** Which club a team of StatsAPI is. Schedules of the minor leagues have the same shape and the same game types. */
import { foldName } from "../../domain/fold-name.ts";
import { mlbClubIds } from "../../domain/sports/mlb/mlb.ts";
import { mlbTeams } from "../../domain/sports/mlb/teams.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isObject } from "../json-text.ts";
import { refuse } from "../problem.ts";
import { matchTeam } from "../team-names.ts";
import { teamNamed } from "../validate.ts";

/** Abbreviations of the thirty clubs, by their ids. */
const clubs: ReadonlyMap<string, string> = new Map(Object.entries(mlbClubIds).map(([club, [id = ""]]) => [id, club]));

/** The names of clubs in a schedule that was cut down to the results. No two clubs share a name. */
const nicknames: ReadonlyMap<string, Team> = new Map(
  mlbTeams.map((team) => [foldName(team.mascot ?? team.name), team]),
);

function byName(name: string): Team | null {
  // This club's nickname is shortened by the league itself.
  const nickname = name === "D-backs" ? "Diamondbacks" : name;
  return matchTeam("mlb", name) ?? nicknames.get(foldName(nickname)) ?? null;
}

/** The club of a side, by id where there is one. Another league's teams and all-stars are not covered. */
export function clubOf(team: unknown, side: "home" | "away"): Team {
  const { id, name } = isObject(team) ? team : { id: undefined, name: team };
  const field = `teams.${side}.team`;
  const named = typeof name === "string" ? byName(name) : null;
  if (typeof id !== "number") {
    if (typeof name !== "string") return refuse("malformed", "the team has neither id nor name", field);
    return named ?? teamNamed("mlb", name, side);
  }
  const abbreviation = clubs.get(String(id));
  const club = abbreviation === undefined ? null : teamByAbbreviation("mlb", abbreviation);
  if (club === null) return refuse("not-covered", `team ${id}, ${JSON.stringify(name)}, is no club of MLB`, field);
  if (named === null || named === club) return club;
  return refuse("malformed", `team ${id} is ${club.name}, and its name is ${JSON.stringify(name)}`, field);
}
