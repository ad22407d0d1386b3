/** The component schemas: the shapes of the archive, the envelopes and the error, as OpenAPI 3.1 writes them. */
import { type TSchema, Type } from "typebox";
import * as shapes from "../../archive/shapes.ts";
import * as bets from "../../archive/shapes-bets.ts";
import * as ofBooks from "../../archive/shapes-books.ts";
import * as changed from "../../archive/shapes-changes.ts";
import { GameIds, TeamIds } from "../../archive/shapes-ids.ts";
import { LineRow } from "../../archive/shapes-lines.ts";
import * as periods from "../../archive/shapes-periods.ts";
import * as trends from "../../archive/shapes-trends.ts";
import { groupings } from "../../shelf/trends/groups.ts";
import { errorCodes } from "../error-table.ts";
import { examples } from "./examples.ts";
import type { FieldNote } from "./field-note.ts";
import { boundsOfType, fieldNotes } from "./fields.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type JsonObject = { readonly [name: string]: Json | undefined };

const closed = { additionalProperties: false } as const;
const ListMeta = Type.Object({ count: Type.Integer(), request_id: Type.String() }, closed);
const ObjectMeta = Type.Object({ request_id: Type.String() }, closed);
const ErrorDetail = Type.Object(
  // New codes may come, so the list is one of examples; `x-extensible-enum` is the usual name for such a list.
  {
    code: Type.String({ "x-extensible-enum": [...errorCodes] }),
    message: Type.String(),
    param: Type.Optional(Type.String()),
  },
  closed,
);
const EndpointEntry = Type.Object({ path: Type.String(), summary: Type.String() }, closed);
const Contents = Type.Object(
  { endpoints: Type.Array(EndpointEntry), documentation: Type.String(), openapi: Type.String() },
  closed,
);
const RevisionMeta = Type.Object({ ...ListMeta.properties, revision: Type.Integer(), archive: Type.String() }, closed);
const TrendMeta = Type.Object(
  {
    count: Type.Integer(),
    request_id: Type.String(),
    group_by: Type.Enum([...groupings]),
    tries: Type.Integer(),
    split: Type.Union([Type.String({ format: "date" }), Type.Null()]),
    tries_since: Type.Union([Type.Integer(), Type.Null()]),
    family: Type.Integer(),
  },
  closed,
);
const CoverageMeta = Type.Object({ ...ListMeta.properties, doubts: Type.Array(ofBooks.CoverageDoubt) }, closed);
const list = (row: TSchema, meta: TSchema = ListMeta) =>
  Type.Object({ data: Type.Array(row), next_cursor: Type.Union([Type.String(), Type.Null()]), meta }, closed);

type Component = readonly [schema: TSchema, description: string];

/** A schema that occurs inside another and stands here is written as a reference. */
const components: Readonly<Record<string, Component>> = {
  Game: [shapes.Game, "A final game with its result graded against the consensus close."],
  GameDetail: [shapes.GameDetail, "A final game with its period scores, weather and the lines of every book."],
  Side: [shapes.Side, "A team in a game."],
  Venue: [shapes.Venue, "Where a game was played."],
  Result: [shapes.Result, "A score, graded against the consensus close."],
  Consensus: [shapes.Consensus, "The modal line of the US books, at its mean implied probability."],
  MoneylineSet: [shapes.MoneylineSet, "Opening and closing moneylines of both sides."],
  SpreadSet: [shapes.SpreadSet, "Opening and closing spread of the home side, with prices."],
  TotalSet: [shapes.TotalSet, "Opening and closing total, with prices."],
  ShortTotal: [shapes.Consensus.properties.total, "Opening and closing total, with closing prices only."],
  ShortSpread: [
    shapes.PeriodOdds.properties.spread,
    "Opening and closing spread of the home side, with closing prices only.",
  ],
  BookTeamTotal: [shapes.BookOdds.properties.team_total, "Opening and closing totals of each team."],
  OddsTeamTotal: [
    shapes.OddsRow.properties.team_total,
    "Opening and closing totals of each team, with closing prices.",
  ],
  OddsResult: [shapes.OddsRow.properties.result, "A score, graded against one book's own close."],
  PeriodScore: [shapes.PeriodScore, "Points of both teams in a period."],
  PeriodScores: [shapes.GameDetail.properties.period_scores, "Scores by period; only periods that exist are present."],
  Weather: [shapes.Weather, "Weather at the start of a game."],
  BookOdds: [shapes.BookOdds, "One book's full-game lines of a game."],
  PeriodOdds: [shapes.PeriodOdds, "One book's lines of a period of a game."],
  OddsRow: [shapes.OddsRow, "One book's full-game lines of a game, graded against that book's close."],
  PeriodRow: [periods.PeriodRow, "A period that was played, with its score graded against its own consensus close."],
  PeriodConsensus: [
    periods.PeriodConsensus,
    "The modal line of the US books on a period, at its mean implied probability.",
  ],
  PeriodOddsRow: [periods.PeriodOddsRow, "One book's lines of a period of a game, graded against that book's close."],
  BetRow: [bets.BetRow, "One side of a bet at one book or at the consensus, graded against its own lines."],
  BetOpen: [bets.BetOpen, "The first captured line and price of a bet."],
  BetClose: [bets.BetClose, "The last line and price of a bet before the start."],
  BetResult: [bets.BetResult, "What became of a bet at the opening and at the closing line."],
  BetProfit: [bets.BetProfit, "Units won on a stake of one unit at the opening and at the closing price."],
  BetClosingLine: [bets.BetClosingLine, "Whether the open was better for the bettor than the close, and by how much."],
  BetScore: [bets.BetScore, "Points of both teams in the period that is bet on."],
  TrendRow: [trends.TrendRow, "The record of a set of bets, or of one group of it, and what it is worth."],
  TrendEstimate: [trends.TrendEstimate, "What a set shows, and the 95% interval of what is behind it."],
  TrendClosingLine: [
    trends.TrendClosingLine,
    "Whether the opens of the set were better than its closes; all null where the set was chosen by what the close knows.",
  ],
  TrendReturns: [trends.TrendReturns, "Units won on a stake of one unit at the closing and at the opening price."],
  LineRow: [LineRow, "A book's line and prices in one market of one period, for as long as its captures showed them."],
  Sport: [shapes.SportRow, "A sport with its seasons and markets."],
  SportSeason: [shapes.SportRow.properties.seasons.items, "A season in the list of sports."],
  Season: [shapes.SeasonRow, "A season of a sport."],
  Team: [shapes.TeamRow, "A team of a sport."],
  GameIds: [GameIds, "A game with its ids at other sources."],
  TeamIds: [TeamIds, "A team with its ids and names at other sources."],
  FormerTeamId: [TeamIds.properties.former.items, "An id or a name that a source had for a team before."],
  Book: [ofBooks.BookRow, "A sportsbook whose odds are published, with the seasons in which it has games."],
  BookSeason: [ofBooks.BookRow.properties.sports.items, "The games of a book in a season."],
  Coverage: [
    ofBooks.CoverageRow,
    "How far the lines of one book, or of the consensus, go in a season, for one market of a period.",
  ],
  SportList: [list(shapes.SportRow), "All sports."],
  TeamList: [list(shapes.TeamRow), "All teams of a sport."],
  SeasonList: [list(shapes.SeasonRow), "All seasons of a sport."],
  GameList: [list(shapes.Game), "A page of games."],
  OddsList: [list(shapes.OddsRow), "A page of odds rows."],
  GameIdsList: [list(GameIds), "A page of ids of games."],
  TeamIdsList: [list(TeamIds), "All teams of a sport, with their ids and names at other sources."],
  PeriodList: [list(periods.PeriodRow), "A page of periods."],
  PeriodOddsList: [list(periods.PeriodOddsRow), "A page of period odds rows."],
  Change: [changed.Change, "What one revision changed of one game."],
  FieldChange: [changed.FieldChange, "A value that callers see, before and after."],
  Revision: [changed.Revision, "A revision of the archive, and how much it changed."],
  TouchedSeason: [changed.TouchedSeason, "A season that a revision touched."],
  ChangeList: [list(changed.Change, RevisionMeta), "A page of changes."],
  RevisionList: [list(changed.Revision, RevisionMeta), "A page of revisions."],
  BookList: [list(ofBooks.BookRow), "All books."],
  CoverageList: [list(ofBooks.CoverageRow, CoverageMeta), "A page of coverage."],
  BetList: [list(bets.BetRow), "A page of bets."],
  TrendList: [list(trends.TrendRow, TrendMeta), "A page of trends."],
  LineList: [list(LineRow), "A page of runs of captures."],
  GameAnswer: [Type.Object({ data: shapes.GameDetail, meta: ObjectMeta }, closed), "One game."],
  Endpoint: [EndpointEntry, "An endpoint of the API."],
  Contents: [Contents, "What there is under /v1."],
  ContentsAnswer: [
    Type.Object({ data: Contents, meta: ObjectMeta }, closed),
    "What there is under /v1, with its envelope.",
  ],
  ListMeta: [ListMeta, "About a page."],
  TrendMeta: [TrendMeta, "About a page of trends."],
  CoverageDoubt: [ofBooks.CoverageDoubt, "How many quotes of a season one rule has left out of its lines."],
  CoverageMeta: [CoverageMeta, "About a page of coverage."],
  RevisionMeta: [RevisionMeta, "About a page, and the archive that it is of."],
  ObjectMeta: [ObjectMeta, "About an answer that holds one object."],
  ErrorDetail: [ErrorDetail, "What went wrong."],
  Error: [Type.Object({ error: ErrorDetail }, closed), "The envelope of every error."],
};

const nameByText = new Map(Object.entries(components).map(([name, [schema]]) => [JSON.stringify(schema), name]));

export function componentSchemas(): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    Object.entries(components).map(([name, [schema, description]]) => {
      const written = writeBody(schema as unknown as JsonObject, name, {});
      return [name, { description, ...written, examples: [examples[name] as Json] }];
    }),
  );
}

/** A schema of TypeBox as OpenAPI 3.1 writes it, with the bounds of the member that holds it. */
export function writeSchema(schema: JsonObject, owner: string, member: string): JsonObject {
  const note = fieldNotes[`${owner}.${member}`] ?? fieldNotes[member] ?? {};
  const described = note.description === undefined ? {} : { description: asSentence(note.description) };
  const name = nameByText.get(JSON.stringify(schema));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}`, ...described };
  return { ...writeBody(schema, owner, note, member), ...described };
}

function writeBody(schema: JsonObject, owner: string, note: FieldNote, member = ""): JsonObject {
  const { anyOf, enum: values, type, properties, items } = schema;
  if (anyOf !== undefined) return writeUnion(anyOf as readonly JsonObject[], owner, member);
  if (values !== undefined) return { type: "string", ...schema };
  if (schema.const !== undefined) return { type: "string", enum: [schema.const] };
  if (type === "object") {
    // Our own shapes are closed. The document leaves objects open, because a later version may add members.
    const { additionalProperties: _closed, ...open } = schema;
    const members = Object.entries(properties as Readonly<Record<string, JsonObject>>);
    const written = members.map(([each, inner]) => [each, writeSchema(inner, owner, each)]);
    return { ...open, properties: Object.fromEntries(written) };
  }
  const { description: _said, ...noteBounds } = note;
  const bounds = type === "boolean" ? {} : boundsOf(type as string, schema, noteBounds);
  const inner = items === undefined ? {} : { items: writeSchema(items as JsonObject, owner, `${member}[]`) };
  return { ...schema, ...(type === "integer" ? { format: "int32" } : {}), ...bounds, ...inner };
}

/** Bounds that fit: those of the schema itself, else of the member, else of the format or the type. */
function boundsOf(type: string, schema: JsonObject, note: Omit<FieldNote, "description">): JsonObject {
  const usual = boundsOfType[String(schema.format ?? type)] ?? {};
  const own = Object.keys(schema).filter((name) => name in usual);
  const fitting = Object.entries({ ...usual, ...note }).filter(([name]) => !own.includes(name));
  return Object.fromEntries(fitting) as JsonObject;
}

/** `x or null` is one type with two names; only a reference needs a real union. */
function writeUnion(members: readonly JsonObject[], owner: string, member: string): JsonObject {
  const isNullable = members.some(({ type }) => type === "null");
  const [first = {}, ...more] = members.filter(({ type }) => type !== "null");
  const isLiterals = first.const !== undefined;
  const literals = { type: "string", enum: [first, ...more].map((each) => each.const ?? null) };
  const plain: JsonObject = isLiterals ? literals : writeSchema(first, owner, member);
  if (!isNullable) return plain;
  if (plain.$ref !== undefined) return { anyOf: [{ $ref: plain.$ref }, { type: "null" }] };
  const values = plain.enum === undefined ? {} : { enum: [...(plain.enum as readonly Json[]), null] };
  return { ...plain, type: [plain.type as string, "null"], ...values };
}

/** A sentence of a fragment. A name of the API at its beginning stays as it is. */
export function asSentence(text: string): string {
  const isName = /^(?:[a-z]+_[a-z]+|mlb|json|csv)\b/.test(text);
  const sentence = isName ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
