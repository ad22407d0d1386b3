import { endpoint } from "../endpoint.ts";
import { sinceOrAll } from "../parameters/copies.ts";
import { paging } from "../parameters/pages.ts";

export const revisions = endpoint({
  path: "/revisions",
  operation: "listRevisions",
  tag: "Changes",
  summary: "List revisions",
  sentence: "The revisions of the archive, oldest first, with how much each changed.",
  parameters: { since: sinceOrAll, ...paging },
  answer: "RevisionList",
  shape: 1,
  headers: ["X-Archive"],
  isKept: false,
});
