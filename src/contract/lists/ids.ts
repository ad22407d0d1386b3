/** `/v1/ids/games` and `/v1/ids/teams`: ids at other sources. */
import type { Static } from "typebox";
import { endpoint, page } from "../endpoint.ts";
import { gameFilters, paging } from "../filters/games.ts";
import { gameHeadMembers } from "../game-members.ts";
import { abbreviationShape, id, list, nullable, object, text } from "../members.ts";

export const GameIds = object("GameIds", "A game with its ids at other sources.", {
  ...gameHeadMembers,
  nflverse: nullable.text("nflverse's game_id, such as 2025_01_DAL_PHI", "2025_01_DAL_PHI"),
  espn: nullable.text("ESPN's id of the event", "401772510"),
  mlb: nullable.text("gamePk of MLB StatsAPI", null),
  nhl: nullable.text("id of the game in the NHL's web API", null),
  cfbd: nullable.text("id of the game at College Football Data", null),
  retrosheet: nullable.text("Retrosheet's id: home, date and number of the day's game, such as MIL202304030", null),
  the_odds_api: list(
    text("id of an event", "6b3c1ee4b6d0a7f1e2a9b8d7c6f5e4d3"),
    "ids of the game's events at The Odds API; several when its start has moved",
  ),
});

const FormerTeamId = object("FormerTeamId", "An id or a name that a source had for a team before.", {
  source: text("the column of this row to which the id belongs", "retrosheet"),
  id: text("the earlier id or name", "OAK"),
});

export const TeamIds = object("TeamIds", "A team with its ids and names at other sources.", {
  team_id: id("number of the team", 102),
  abbreviation: text("abbreviation, unique in its sport", "ATH", abbreviationShape),
  nflverse: nullable.text("abbreviation at nflverse", null),
  espn: nullable.text("ESPN's id of the team", "11"),
  mlb: nullable.text("id of the club at MLB StatsAPI", "133"),
  nhl: nullable.text("abbreviation in the NHL's web API", null),
  cfbd: nullable.text("name of the school at College Football Data, whose ids of teams are ESPN's", null),
  retrosheet: nullable.text("Retrosheet's code of the club", "ATH"),
  the_odds_api: list(
    text("name of the team", "Athletics"),
    "names at The Odds API, the present one first; empty for colleges, whose names there are not known",
    { examples: [["Athletics", "Oakland Athletics"]] },
  ),
  former: list(FormerTeamId, "ids and names that sources had for the team earlier in the coverage"),
});

export type GameIds = Static<typeof GameIds>;
export type TeamIds = Static<typeof TeamIds>;

export const gameIds = endpoint("/ids/games", "listGameIds", "List ids of games", {
  tag: "Ids",
  sentence: "One row per completed game, with the ids that it has at other sources, as these write them.",
  details:
    "An id is null where the game has none or it is not known. Rows come oldest first. In CSV a list is one cell, joined by " +
    "`|`.",
  parameters: { ...gameFilters, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: page("GameIdsList", "A page of ids of games.", GameIds),
  shape: 2,
});

export const teamIds = endpoint("/ids/teams", "listTeamIds", "List ids of teams", {
  tag: "Ids",
  sentence: "The teams of a sport, with the ids or names that they have at other sources.",
  details: "`former` has what these called them earlier in the coverage. In CSV a list is one cell, joined by `|`.",
  parameters: { sport: gameFilters.sport, ...paging },
  answer: page("TeamIdsList", "All teams of a sport, with their ids and names at other sources.", TeamIds, {
    goesOn: false,
  }),
  shape: 2,
});
