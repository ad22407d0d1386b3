import { endpoint } from "../endpoint.ts";
import { gameFilters } from "../parameters/games.ts";
import { paging } from "../parameters/pages.ts";

export const gameIds = endpoint({
  path: "/ids/games",
  operation: "listGameIds",
  tag: "Ids",
  summary: "List ids of games",
  sentence: "One row per completed game, with the ids that it has at other sources, as these write them.",
  details:
    "An id is null where the game has none or it is not known. Rows come oldest first. In CSV a list is one cell, joined by " +
    "`|`.",
  parameters: { ...gameFilters, ...paging },
  oneOf: ["season", "from", "to", "team", "game_id"],
  answer: "GameIdsList",
  shape: 2,
});
