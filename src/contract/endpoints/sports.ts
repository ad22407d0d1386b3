import { endpoint } from "../endpoint.ts";

export const sports = endpoint({
  path: "/sports",
  operation: "listSports",
  tag: "Reference",
  summary: "List sports",
  sentence: "Every sport with its seasons, markets and most recent completed game.",
  details: "One page holds them all.",
  parameters: {},
  answer: "SportList",
  shape: 1,
});
