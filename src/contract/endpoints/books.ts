import { endpoint } from "../endpoint.ts";

export const books = endpoint({
  path: "/books",
  operation: "listBooks",
  tag: "Reference",
  summary: "List books",
  sentence: "Every sportsbook whose odds are published, by book_id, with the seasons in which it has games.",
  details: "A book that has none yet is listed too. One page holds them all.",
  parameters: {},
  answer: "BookList",
  shape: 3,
});
