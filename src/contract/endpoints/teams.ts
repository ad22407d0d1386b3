import { endpoint } from "../endpoint.ts";
import { sport } from "../parameters/games.ts";

export const teams = endpoint({
  path: "/teams",
  operation: "listTeams",
  tag: "Reference",
  summary: "List teams",
  sentence: "The teams of a sport.",
  details: "Their ids and abbreviations are what `team`, `home` and `away` take.",
  parameters: { sport },
  answer: "TeamList",
  shape: 1,
});
