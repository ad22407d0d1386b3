/** The files that callers take a whole season home in: which data sets there are, in which formats, and their columns. */
import { Type } from "typebox";
import { type Column, columnsOf } from "./csv.ts";
import { gameId, season, sport } from "./game-members.ts";
import { BetRow } from "./lists/bets.ts";
import { EvidenceRow } from "./lists/evidence.ts";
import { Game } from "./lists/games.ts";
import { GameIds } from "./lists/ids.ts";
import { LineRow } from "./lists/lines.ts";
import { OddsRow } from "./lists/odds.ts";
import { PeriodOddsRow, PeriodRow } from "./lists/periods.ts";
import { SnapshotRow } from "./lists/snapshots.ts";
import { TeamGameRow } from "./lists/team-games.ts";
import { type MemberColumn, memberColumnsOf } from "./release-columns.ts";

/** A rising number means other columns, or another meaning of one. */
export const fileColumnsVersion = 3;

/** The rows of a file are those of a list. Those of a game's list say whose they are, because a file has those of all games. */
const FileLineRow = Type.Object({ sport, season, game_id: gameId, ...LineRow.properties });
const FileEvidenceRow = Type.Object({ sport, season, game_id: gameId, ...EvidenceRow.properties });

/** Each data set with the endpoint whose rows it has, and the schema of a row. */
const dataSets = {
  games: { list: "/v1/games", about: "completed games with results and the consensus", row: Game },
  odds: { list: "/v1/odds", about: "the full game's lines of each book", row: OddsRow },
  periods: { list: "/v1/periods", about: "scores and the consensus of halves, quarters and innings", row: PeriodRow },
  period_odds: { list: "/v1/period_odds", about: "the lines of each book on each period", row: PeriodOddsRow },
  bets: { list: "/v1/bets", about: "every side of every bet at the consensus, graded", row: BetRow },
  lines: { list: "/v1/games/{game_id}/lines", about: "how every line moved before the start", row: FileLineRow },
  evidence: {
    list: "/v1/games/{game_id}/evidence",
    about: "who states each published fact, and who states otherwise",
    row: FileEvidenceRow,
  },
  snapshots: {
    list: "/v1/snapshots",
    about: "each book's line and prices at eight moments before the start, graded",
    row: SnapshotRow,
  },
  team_games: {
    list: "/v1/team_games",
    about: "each game seen from its two teams, with what was known before",
    row: TeamGameRow,
  },
  ids: { list: "/v1/ids/games", about: "the games' ids at other sources", row: GameIds },
} as const;

export type FileSetName = keyof typeof dataSets;
export const fileSetNames = Object.keys(dataSets) as readonly FileSetName[];

export const fileFormats = ["parquet", "csv.gz"] as const;
export type FileFormat = (typeof fileFormats)[number];

/** A column of a file. Elements of an array share a cell, joined by `|`, in both formats. */
export type FileColumn = {
  /** The name in CSV: `home.score`. In Parquet it is `home_score`. Null: only Parquet has the column. */
  readonly csvName: string | null;
  readonly name: string;
  readonly type: "STRING" | "DATE" | "TIMESTAMP" | "INT32" | "DOUBLE" | "BOOLEAN";
  readonly isNullable: boolean;
  /** One sentence. */
  readonly description: string;
};

export type FileSet = {
  /** The documented path of the endpoint whose rows these are. */
  readonly list: string;
  readonly about: string;
  readonly columns: readonly FileColumn[];
};

const [seasonMember] = memberColumnsOf(Type.Object({ season })) as [MemberColumn];

export const fileSets = Object.fromEntries(
  fileSetNames.map((name) => {
    const { list, about, row } = dataSets[name];
    const members = memberColumnsOf(row).filter(({ isPresence }) => !isPresence);
    return [name, { list, about, columns: withSeason(members.map(fileColumn)) }];
  }),
) as unknown as Readonly<Record<FileSetName, FileSet>>;

/** The columns of a data set as CSV: those of the list. */
export function csvColumnsOf(dataSet: FileSetName): readonly Column[] {
  return columnsOf(dataSets[dataSet].row);
}

function fileColumn({ name, path, type, isNullable, description }: MemberColumn): FileColumn {
  const csvName = path.join(".");
  // An empty list is an empty cell in CSV, as null is.
  if (type === "TEXTS") return { csvName, name, type: "STRING", isNullable: true, description };
  return { csvName, name, type, isNullable, description };
}

/**
 * CSV has the columns of the list, and those of `/v1/odds` have no season. Files of Parquet are read many at once, and every row says
 * of which season it is.
 */
function withSeason(columns: readonly FileColumn[]): readonly FileColumn[] {
  if (columns.some(({ name }) => name === "season")) return columns;
  const { name, isNullable, description } = seasonMember;
  const place = columns.findIndex((column) => column.name === "sport") + 1;
  return columns.toSpliced(place, 0, { csvName: null, name, type: "INT32", isNullable, description });
}

/** The place of a file below `/v1/files/`: `mlb/2024/odds.parquet`. */
export function seasonFilePath(sportOf: string, year: number, dataSet: FileSetName, format: FileFormat): string {
  return `${sportOf}/${year}/${dataSet}.${format}`;
}

/** The revision of a file: of the last season to change of those that its rows tell of. @param before the season before; null: there is none. */
export function revisionOfFile(
  dataSet: FileSetName,
  season: { readonly revision: number },
  before: { readonly revision: number } | null,
): number {
  return dataSet === "team_games" ? Math.max(season.revision, before?.revision ?? 0) : season.revision;
}
