import { endpoint } from "../endpoint.ts";
import { sport } from "../parameters/games.ts";

export const seasons = endpoint({
  path: "/seasons",
  operation: "listSeasons",
  tag: "Reference",
  summary: "List seasons",
  sentence: "The seasons of a sport that have a final game, with how far each has come.",
  parameters: { sport },
  answer: "SeasonList",
  shape: 1,
});
