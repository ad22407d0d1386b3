/** The teams with their ids and names at other sources. They are the registry's, so every archive lists the same ones. */
import { type TeamIds, teamIdsColumns } from "../contract/lists/ids.ts";
import { outsideProviders } from "../domain/outside-ids.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { outsideNamesOf, teamsOf } from "../domain/teams/registry.ts";
import { digestOf } from "./load.ts";
import { madePage, type Page, type PageRequest } from "./pages.ts";

/** Of each sport, ordered by team id as `/v1/teams` is. */
const rowsBySport = Object.fromEntries(sports.map((sport) => [sport, rowsOf(sport)])) as unknown as Readonly<
  Record<Sport, readonly TeamIds[]>
>;

function rowsOf(sport: Sport): TeamIds[] {
  return teamsOf(sport).map((team) => {
    const names = outsideNamesOf(sport, team);
    const present = Object.fromEntries(outsideProviders.map((source) => [source, names[source][0] ?? null]));
    const former = outsideProviders.flatMap((source) => names[source].slice(1).map((id) => ({ source, id })));
    const { nflverse = null, espn = null, mlb = null, nhl = null, cfbd = null, retrosheet = null } = present;
    return {
      team_id: team.teamId as number,
      abbreviation: team.abbreviation,
      nflverse,
      espn,
      mlb,
      nhl,
      cfbd,
      retrosheet,
      the_odds_api: [...names.the_odds_api],
      former,
    };
  });
}

/** Changes with the registry. */
export const teamIdDigests = Object.fromEntries(
  sports.map((sport) => [sport, digestOf(rowsBySport[sport])]),
) as Readonly<Record<Sport, string>>;

export function teamIdsPage(sport: Sport, wanted: PageRequest): Page {
  const rows = rowsBySport[sport].map((row, withinGame) => ({ key: { startMs: 0, gameId: sport, withinGame }, row }));
  return madePage(rows.slice(wanted.after === null ? 0 : wanted.after.withinGame + 1), teamIdsColumns, wanted);
}
