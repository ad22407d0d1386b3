/** Which club a team of StatsAPI is. Schedules of the minor leagues have the same shape and the same game types. */
import { foldName } from "../../domain/fold-name.ts";
import { mlbTeams } from "../../domain/teams/mlb.ts";
import { teamByAbbreviation } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isObject } from "../json-text.ts";
import { type Problem, problem } from "../problem.ts";
import { matchTeam } from "../team-names.ts";
import { unknownTeam } from "../validate.ts";

/** The thirty clubs by their ids, which stay when a club moves or takes another name. */
const clubs: Readonly<Record<number, string>> = {
  ...{ 108: "LAA", 109: "ARI", 110: "BAL", 111: "BOS", 112: "CHC", 113: "CIN", 114: "CLE", 115: "COL", 116: "DET" },
  ...{ 117: "HOU", 118: "KC", 119: "LAD", 120: "WSH", 121: "NYM", 133: "ATH", 134: "PIT", 135: "SD", 136: "SEA" },
  ...{ 137: "SF", 138: "STL", 139: "TB", 140: "TEX", 141: "TOR", 142: "MIN", 143: "PHI", 144: "ATL", 145: "CWS" },
  ...{ 146: "MIA", 147: "NYY", 158: "MIL" },
};

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
export function clubOf(team: unknown, side: "home" | "away"): Team | Problem {
  const { id, name } = isObject(team) ? team : { id: undefined, name: team };
  const field = `teams.${side}.team`;
  const named = typeof name === "string" ? byName(name) : null;
  if (typeof id !== "number") {
    if (typeof name !== "string") return problem("malformed", "the team has neither id nor name", field);
    return named ?? unknownTeam("mlb", name, side);
  }
  const abbreviation = clubs[id];
  const club = abbreviation === undefined ? null : teamByAbbreviation("mlb", abbreviation);
  if (club === null) return problem("not-covered", `team ${id}, ${JSON.stringify(name)}, is no club of MLB`, field);
  if (named === null || named === club) return club;
  return problem("malformed", `team ${id} is ${club.name}, and its name is ${JSON.stringify(name)}`, field);
}
