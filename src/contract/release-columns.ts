/**
 * The columns of the Parquet files of a release, as data: files are written, read and described by them. A row of the API becomes
 * columns as it does in CSV, with `_` in the place of the dots.
 */
import { type TSchema, Type } from "typebox";
import { hands } from "../domain/teams/team.ts";
import { gameHeadMembers, gameId } from "./game-members.ts";
import { EvidenceRow } from "./lists/evidence.ts";
import { GameDetail } from "./lists/games.ts";
import { GameIds } from "./lists/ids.ts";
import { LineRow } from "./lists/lines.ts";
import { type AnySchema, integer, nullable, price, text, withoutNull } from "./members.ts";

/** DATE counts days, TIMESTAMP milliseconds in UTC; TEXTS is a list of STRING. */
type ReleaseColumnType = "BOOLEAN" | "INT32" | "DOUBLE" | "STRING" | "DATE" | "TIMESTAMP" | "TEXTS";

export type ReleaseColumn<Name extends string = string> = {
  readonly name: Name;
  readonly type: ReleaseColumnType;
  readonly isNullable: boolean;
  /** One sentence. */
  readonly description: string;
};

export type MemberColumn = ReleaseColumn & {
  readonly path: readonly string[];
  /** Whether it says if the object at this path is there: its members may all be null, which is not the same as no object. */
  readonly isPresence: boolean;
};

export function memberColumnsOf(row: TSchema): readonly MemberColumn[] {
  return columnsIn(row as AnySchema, { path: [], isNullable: false, meanings: [] });
}

/** The members around a member give it their names, their meanings, and whether they may be null. */
type Around = { readonly path: readonly string[]; readonly isNullable: boolean; readonly meanings: readonly string[] };

function columnsIn(schema: AnySchema, { path, isNullable, meanings }: Around): MemberColumn[] {
  const member = withoutNull(schema);
  const isOrNull = member !== schema;
  const meaning = member["x-here"]?.description ?? member.description ?? "";
  const { properties } = member;
  if (properties === undefined) {
    const description = meanings.length === 0 ? meaning : `${meaning} (${meanings.join("; ")})`;
    const named = { name: path.join("_"), type: typeOf(member), isNullable: isNullable || isOrNull, description };
    return [{ ...named, path, isPresence: false }];
  }
  // The meaning of the row itself is not repeated in each of its columns.
  const around = { isNullable: isNullable || isOrNull, meanings: path.length === 0 ? [] : [...meanings, meaning] };
  const columns = Object.entries(properties).flatMap(([name, each]) =>
    columnsIn(each, { ...around, path: [...path, name] }),
  );
  if (!isOrNull) return columns;
  const name = path.join("_");
  const description = `whether ${name} is there, whose members may all be null (${meaning})`;
  return [{ name: `has_${name}`, type: "BOOLEAN", isNullable, description, path, isPresence: true }, ...columns];
}

const typeNames: Readonly<Record<string, ReleaseColumnType>> = {
  boolean: "BOOLEAN",
  integer: "INT32",
  number: "DOUBLE",
  string: "STRING",
};

function typeOf({ type, enum: values, format, items }: AnySchema): ReleaseColumnType {
  if (items !== undefined) return "TEXTS";
  if (format === "date") return "DATE";
  if (format === "date-time") return "TIMESTAMP";
  const name = values === undefined ? typeNames[type ?? ""] : "STRING";
  if (name === undefined) throw new TypeError(`a column of Parquet cannot be of type ${type}`);
  return name;
}

/** Those of the members of a game. A period that was not played is null in both of its columns. */
export const gameMemberColumns = memberColumnsOf(Type.Omit(GameDetail, ["books", "period_odds"]));

const gamesColumns: readonly ReleaseColumn[] = [
  ...gameMemberColumns,
  {
    name: "doubts",
    type: "STRING",
    isNullable: true,
    description:
      "JSON: the list of what rules doubt in the game's quotes and records, with the reasons in words; null when none",
  },
  ...(["home", "away"] as const).flatMap((side) => [
    starterColumn(`${side}_starter_id`, `the provider's id of the pitcher or goalie who started for the ${side} side`),
    starterColumn(`${side}_starter_name`, `the name of ${side}_starter_id, as the provider writes it`),
    starterColumn(`${side}_starter_hand`, `the hand that he throws or catches with: ${hands.join(", ")} (both)`),
  ]),
  {
    name: "resumed_on",
    type: "DATE",
    isNullable: true,
    description: "slate date on which a suspended game went on; null for other games",
  },
  {
    name: "innings",
    type: "DOUBLE",
    isNullable: true,
    description: "innings that were played, half ones as .5; null in other sports than mlb, and where it is not known",
  },
];

function starterColumn(name: string, description: string): ReleaseColumn {
  return { name, type: "STRING", isNullable: true, description };
}

const { period, market, team } = LineRow.properties;

const quoteMembers = {
  game_id: gameId,
  period,
  market,
  team,
  book_id: integer("number of the sportsbook; 0 is the consensus", 1, { minimum: 0, maximum: 65_535 }),
  book: text("slug of the sportsbook, or consensus", "draftkings"),
  open_line: nullable.number("first captured spread of the home side, total or team total; null for a moneyline", -7),
  open_first_price: price("first captured price of the home side, or of over; American odds", -110),
  open_second_price: price("first captured price of the away side, or of under; American odds", -110),
  open_time: nullable.time(
    "time of the capture of the opening, UTC; null for the consensus and for what was stated without a time",
    "2025-05-15T14:02:11.000Z",
  ),
  close_line: nullable.number("last spread of the home side, total or team total before the start", -8.5),
  close_first_price: price("last price of the home side, or of over, before the start; American odds", -108),
  close_second_price: price("last price of the away side, or of under, before the start; American odds", -112),
  close_time: nullable.time(
    "time of the capture of the close, UTC; null for the consensus and for what was stated without a time",
    "2025-09-05T00:15:38.000Z",
  ),
};

export type QuotesColumn = keyof typeof quoteMembers;

export const quotesColumns = memberColumnsOf(Type.Object(quoteMembers)) as readonly ReleaseColumn<QuotesColumn>[];

export type LinesColumn = "game_id" | keyof LineRow | "is_stated_open" | "first_source" | "last_source";

export const linesColumns = [
  ...memberColumnsOf(Type.Object({ game_id: gameId, ...LineRow.properties })),
  {
    name: "is_stated_open",
    type: "BOOLEAN",
    isNullable: false,
    description:
      "whether a quote in doubt is an opening that its provider states without a time, which orders it before captures",
  },
  ...(["first", "last"] as const).map((which) => ({
    name: `${which}_source`,
    type: "STRING",
    isNullable: false,
    description: `name of the source of the ${which} capture of the run`,
  })),
] as readonly ReleaseColumn<LinesColumn>[];

/** What `games` says of a game is not said again. */
const heads = Object.keys(gameHeadMembers) as (keyof typeof gameHeadMembers)[];

export const outsideIdColumns = memberColumnsOf(Type.Omit(GameIds, heads));

/** Statements about facts of the game, and quotes that are not in `lines`; all else that evidence tells is made of those. */
export const evidenceFileColumns = memberColumnsOf(Type.Object({ game_id: gameId, ...EvidenceRow.properties }));

const idsColumns = [...memberColumnsOf(Type.Object({ game_id: gameId })), ...outsideIdColumns];

/** A rising number means other columns, or another meaning of one. */
export const columnsVersion = 2;

export const releaseColumns = {
  games: gamesColumns,
  quotes: quotesColumns,
  lines: linesColumns,
  ids: idsColumns,
  evidence: evidenceFileColumns,
} as const satisfies Readonly<Record<string, readonly ReleaseColumn[]>>;

export type DataSetName = keyof typeof releaseColumns;
export const dataSetNames = Object.keys(releaseColumns) as readonly DataSetName[];
