import { endpoint } from "../endpoint.ts";
import { gameFilters, rowsOfTeam } from "../parameters/games.ts";
import { paging } from "../parameters/pages.ts";

export const teamGames = endpoint({
  path: "/team_games",
  operation: "listTeamGames",
  tag: "Games",
  summary: "List games by team",
  sentence:
    "Two rows per completed game, one seen from each team: its result, and what was known of the team before the game began.",
  details:
    "Records, streaks and the last game are of the same season; the last meeting is of this season or the one before. Nothing in " +
    "`before`, `last`, `meetings` and `last_meeting` is of a later game. Rows come oldest first, the home team before the away team.",
  parameters: { ...gameFilters, team: rowsOfTeam, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: "TeamGameList",
  shape: 3,
});
