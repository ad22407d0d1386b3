/** The teams with their ids and names at other sources. They are the registry's, so every archive lists the same ones. */
import { csvRow } from "../archive/csv.ts";
import { type Format, separators } from "../archive/formats.ts";
import { type TeamIds, teamIdsColumns } from "../archive/shapes-ids.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { outsideNamesOf } from "../domain/teams/outside-names.ts";
import { teamsOf } from "../domain/teams/registry.ts";
import { type RenderedList, renderList } from "./lists.ts";

/** Of each sport, ordered by team id as `/v1/teams` is. */
export const teamIdLists = Object.fromEntries(sports.map((sport) => [sport, listsOf(sport)])) as Readonly<
  Record<Sport, Readonly<Record<Format, RenderedList>>>
>;

function listsOf(sport: Sport): Readonly<Record<Format, RenderedList>> {
  const rows = teamsOf(sport).map((team): TeamIds => {
    const { nflverse, espn, mlb, nhl, cfbd, retrosheet, the_odds_api } = outsideNamesOf(sport, team);
    return {
      team_id: team.teamId as number,
      abbreviation: team.abbreviation,
      nflverse: [...nflverse],
      espn: [...espn],
      mlb: [...mlb],
      nhl: [...nhl],
      cfbd: [...cfbd],
      retrosheet: [...retrosheet],
      the_odds_api: [...the_odds_api],
    };
  });
  return {
    json: renderList(rows.map((row) => JSON.stringify(row))),
    csv: renderList(
      rows.map((row) => csvRow(teamIdsColumns, row)),
      separators.csv,
    ),
  };
}
