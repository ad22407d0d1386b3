/** The bodies of all answers by name: rows in their envelopes, the contents of /v1, and the error. */
import { type Static, type TObject, type TSchema, Type } from "typebox";
import { groupings } from "../domain/trends/groupings.ts";
import { columnsOf, csvHeader, csvRow, lineEnd } from "./csv.ts";
import { enumTexts } from "./enum-texts.ts";
import { errorCodes } from "./errors.ts";
import { FileLink, FileRow } from "./file-rows.ts";
import {
  type AnySchema,
  as,
  choice,
  count,
  exampleOf,
  id,
  integer,
  list,
  nullable,
  object,
  text,
  withoutNull,
} from "./members.ts";
import { exampleArchive } from "./parameters/copies.ts";
import { exampleCursor } from "./parameters/pages.ts";
import { BetRow } from "./rows/bets.ts";
import { BookRow, CoverageDoubt, CoverageRow } from "./rows/books.ts";
import { Change, Revision } from "./rows/changes.ts";
import { Game, GameDetail } from "./rows/game.ts";
import { GameIds, TeamIds } from "./rows/ids.ts";
import { FirstMoveRow, LineRow } from "./rows/lines.ts";
import { OddsRow } from "./rows/odds.ts";
import { PeriodOddsRow, PeriodRow } from "./rows/periods.ts";
import { SeasonRow, SportRow, TeamRow } from "./rows/seasons.ts";
import { SnapshotRow } from "./rows/snapshots.ts";
import { TeamGameRow } from "./rows/team-games.ts";
import { TrendRow } from "./rows/trends.ts";

export const exampleRequestId = "req_Zk3mQ9sVtY1xB7cLr0NdPwHa";

const requestId = text("the X-Request-Id of this answer", exampleRequestId, {
  pattern: "^req_[A-Za-z0-9_-]{24}$",
  maxLength: 28,
});

const fixedMembers = { count: count("rows in this page", 1), request_id: requestId };
/** Lists that the first specification fixes keep their `meta`; all others say their revision, too. */
const listMembers = { ...fixedMembers, revision: id("the newest revision when this answer was made", 214) };
const aTry = { minimum: 1, maximum: 10_000 };

const ObjectMeta = object("ObjectMeta", "About an answer that holds one object.", { request_id: requestId });
const FixedListMeta = object("FixedListMeta", "About a page.", fixedMembers);
const ListMeta = object("ListMeta", "About a page, and the revision that it is of.", listMembers);
const RevisionMeta = object("RevisionMeta", "About a page, and the archive that it is of.", {
  ...fixedMembers,
  revision: id("the newest revision; on the last page of changes, your next since", 214),
  archive: text(
    "which archive the revisions are of; it is another after a restored backup, and you begin anew",
    exampleArchive,
    { pattern: "^[0-9a-f-]*$", maxLength: 36 },
  ),
});
const FileListMeta = object("FileListMeta", "About a page of files.", {
  ...fixedMembers,
  revision: id("the newest revision; files of what it changed may still be on their way", 214),
  not_made: list(
    text("a season, as in the path of its files", "nfl/2025", { pattern: "^[a-z]+/[0-9]{4}$", maxLength: 32 }),
    "the seasons, of those that are asked for, whose files are not made yet or are of an earlier revision",
    { maxItems: 1000 },
  ),
});
const TrendMeta = object("TrendMeta", "About a page of trends.", {
  ...listMembers,
  group_by: choice(groupings, "what the rows after the first are of", "none"),
  tries: integer("the tries that p_adjusted and verdict allow for", 1, aTry),
  split: nullable.date("the day that divides the set into before and since; null without one", null),
  tries_since: nullable.integer("the tries that p_adjusted of since allows for; null without split", null, aTry),
  family: count("how many groups have a p_value, on all pages: p_adjusted of a group allows for so many", 0, 65_536),
});
const CoverageMeta = object("CoverageMeta", "About a page of coverage.", {
  ...listMembers,
  doubts: list(CoverageDoubt, "quotes that were left out of the lines of these seasons, by rule"),
});

const LineMeta = object("LineMeta", "About a page of lines.", {
  ...listMembers,
  first_moves: list(
    FirstMoveRow,
    "who moved first in the markets that are asked for, of all books; the same on every page",
    {
      maxItems: 1000,
    },
  ),
});

const Endpoint = object("Endpoint", "An endpoint of the API.", {
  path: text("path on this server, with a name in braces where a value goes", "/v1/sports"),
  summary: text("what the endpoint does", "List sports"),
});
const Contents = object("Contents", "What there is under /v1.", {
  endpoints: list(Endpoint, "every endpoint, in the order of the reference", {
    maxItems: 100,
    examples: [
      [
        { path: "/v1/sports", summary: "List sports" },
        { path: "/v1/games/{game_id}", summary: "Get a game" },
      ],
    ],
  }),
  documentation: text("path of the documentation for people", "/docs"),
  openapi: text("path of the OpenAPI document", "/v1/openapi.json"),
});

/** The answer of `/v1`. */
export type Contents = Static<typeof Contents>;

/** Errors repeat what callers sent, cut, so any text may be in them. */
const echoed = { pattern: "^[\\s\\S]*$", maxLength: 1000 };

const ErrorDetail = object("ErrorDetail", "What went wrong.", {
  // New codes may come, so the list is one of examples; `x-extensible-enum` is the usual name for such a list.
  code: Type.String({
    description: enumTexts.code,
    examples: ["invalid_param"],
    pattern: "^[a-z_]+$",
    maxLength: 40,
    "x-extensible-enum": [...errorCodes],
  }),
  message: text("what is wrong and what is allowed, for people", "limit must be a whole number from 1 to 1000", echoed),
  param: Type.Optional(text("the parameter at fault, when there is one", "limit", echoed)),
  hint: Type.Optional(
    text(
      "the nearest right value of param as it can be sent, or its right name where the endpoint has no such parameter; of not_found, the path or id that was meant",
      "1000",
      echoed,
    ),
  ),
});

type ListOptions = {
  readonly meta?: TObject;
  /** The order of the rows. */
  readonly order?: string;
  /** Whether the example is followed by another page. */
  readonly goesOn?: boolean;
};

function rows(title: string, about: string, row: TSchema, options: ListOptions = {}) {
  const { meta = ListMeta, order = "oldest first", goesOn = true } = options;
  return object(title, about, {
    data: list(row, `the rows of this page, ${order}`),
    next_cursor: nullable.text(
      "value of cursor for the next page; null exactly on the last page",
      goesOn ? exampleCursor : null,
      { pattern: "^[A-Za-z0-9_-]+$" },
    ),
    meta: as(meta, "about this answer"),
  });
}

const one = (title: string, about: string, data: TObject, description: string) =>
  object(title, about, { data: as(data, description), meta: as(ObjectMeta, "about this answer") });

const all = { goesOn: false };
const fixed = { meta: FixedListMeta };

export const answers = {
  ContentsAnswer: one("ContentsAnswer", "What there is under /v1, with its envelope.", Contents, "what there is"),
  SportList: rows("SportList", "All sports.", SportRow, { ...fixed, ...all }),
  TeamList: rows("TeamList", "All teams of a sport.", TeamRow, { ...fixed, ...all }),
  SeasonList: rows("SeasonList", "All seasons of a sport.", SeasonRow, { ...fixed, ...all }),
  BookList: rows("BookList", "All books.", BookRow, all),
  GameList: rows("GameList", "A page of games.", Game, fixed),
  GameAnswer: one("GameAnswer", "One game.", GameDetail, "the game"),
  TeamGameList: rows("TeamGameList", "A page of games, each seen from one of its teams.", TeamGameRow),
  LineList: rows("LineList", "A page of runs of captures.", LineRow, {
    meta: LineMeta,
    order: "by period, market, team, book_id and first_seen",
  }),
  OddsList: rows("OddsList", "A page of odds rows.", OddsRow, fixed),
  SnapshotList: rows("SnapshotList", "A page of lines at moments before the start.", SnapshotRow),
  BetList: rows("BetList", "A page of bets.", BetRow),
  TrendList: rows("TrendList", "A page of trends.", TrendRow, { meta: TrendMeta, goesOn: false }),
  PeriodList: rows("PeriodList", "A page of periods.", PeriodRow),
  PeriodOddsList: rows("PeriodOddsList", "A page of period odds rows.", PeriodOddsRow),
  ChangeList: rows("ChangeList", "A page of changes.", Change, { meta: RevisionMeta, goesOn: false }),
  RevisionList: rows("RevisionList", "A page of revisions.", Revision, { meta: RevisionMeta, goesOn: false }),
  FileList: rows("FileList", "A page of files.", FileRow, {
    meta: FileListMeta,
    order: "by sport, season, data set and format",
  }),
  FileLinkAnswer: one("FileLinkAnswer", "A signed address, with its envelope.", FileLink, "the address"),
  GameIdsList: rows("GameIdsList", "A page of ids of games.", GameIds),
  TeamIdsList: rows("TeamIdsList", "All teams of a sport, with their ids and names at other sources.", TeamIds, all),
  CoverageList: rows("CoverageList", "A page of coverage.", CoverageRow, { meta: CoverageMeta }),
  Error: object("Error", "The envelope of every error.", { error: as(ErrorDetail, "what went wrong") }),
} as const;

export type AnswerName = keyof typeof answers;

/** Whether `meta` of an answer names the revision that it is of. */
export function saysRevision(answer: AnswerName): boolean {
  return Object.hasOwn((answers[answer] as AnySchema).properties?.meta?.properties ?? {}, "revision");
}

/** The example of a list as CSV shows it. */
export function csvExample(answer: AnswerName): string {
  const { items = {} } = (answers[answer] as AnySchema).properties?.data ?? {};
  const columns = columnsOf(items as TSchema);
  return [csvHeader(columns), csvRow(columns, exampleOf(items as TSchema) as object), ""].join(lineEnd);
}

/** The objects that answers are made of, by name. */
export const objects: ReadonlyMap<string, AnySchema> = named(Object.values(answers) as AnySchema[]);

function named(schemas: readonly AnySchema[], found = new Map<string, AnySchema>()) {
  for (const schema of schemas) {
    const { title, properties = {}, items } = withoutNull(schema);
    if (title !== undefined) found.set(title, withoutNull(schema));
    named([...Object.values(properties), ...(items === undefined ? [] : [items])], found);
  }
  return found;
}
