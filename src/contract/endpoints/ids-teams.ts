import { endpoint } from "../endpoint.ts";
import { sport } from "../parameters/games.ts";
import { paging } from "../parameters/pages.ts";

export const teamIds = endpoint({
  path: "/ids/teams",
  operation: "listTeamIds",
  tag: "Ids",
  summary: "List ids of teams",
  sentence: "The teams of a sport, with the ids or names that they have at other sources.",
  details: "`former` has what these called them earlier in the coverage. In CSV a list is one cell, joined by `|`.",
  parameters: { sport, ...paging },
  answer: "TeamIdsList",
  shape: 2,
});
