import { endpoint } from "../endpoint.ts";
import { archive, since } from "../parameters/copies.ts";
import { anySport } from "../parameters/games.ts";
import { paging } from "../parameters/pages.ts";

export const changes = endpoint({
  path: "/changes",
  operation: "listChanges",
  tag: "Changes",
  summary: "List changes",
  sentence:
    "What each revision after `since` changed: all that a copy of the data needs to become what the API answers today.",
  details:
    "There is one row per revision and game, in order of revision, then game_id. `meta.revision` of the last page is the next " +
    "`since`. Give `meta.archive` back as `archive`, so that a copy of an archive that was restored or built anew is refused. " +
    "A revision that is later than the newest, or from before changes were kept, is 400, and the message says from which " +
    "revision to go on. With CSV, `meta.revision` and `meta.archive` are in headers.",
  parameters: { since, sport: anySport, archive, ...paging },
  answer: "ChangeList",
  shape: 1,
  headers: ["X-Archive"],
  isKept: false,
});
