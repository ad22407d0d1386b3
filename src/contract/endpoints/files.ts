import { endpoint } from "../endpoint.ts";
import { filesFilters } from "../file-parameters.ts";
import { anySport, season } from "../parameters/games.ts";
import { paging } from "../parameters/pages.ts";

export const files = endpoint({
  path: "/files",
  operation: "listFiles",
  tag: "Files",
  summary: "List files of seasons",
  sentence: "Whole seasons as files, Parquet and CSV, with the SHA-256 of each.",
  details:
    "A night makes new files of the seasons that it changed; until a file is new, its `revision` says which one it is of. Rows come by " +
    "sport, as /v1/sports has them, season, data set and format.",
  parameters: { sport: anySport, season, ...filesFilters, ...paging },
  answer: "FileList",
  shape: 2,
  isKept: false,
});
