/** Makes the files of one data set of a season, in both formats at once. */
import { createGzip } from "node:zlib";
import type { KeyValue } from "hyparquet";
import { type Column, csvHeader, csvLines, joined, lineEnd, valueIn } from "../../contract/csv.ts";
import {
  csvColumnsOf,
  type FileColumn,
  type FileFormat,
  type FileSetName,
  fileColumnsVersion,
  fileSets,
} from "../../contract/file-sets.ts";
import { dayMs } from "../../domain/times.ts";
import type { SeasonShelf } from "../../query/season.ts";
import { type Cell, openParquet } from "../../release/format/write-parquet.ts";
import { type SeasonWithBefore, seasonRows } from "./season-rows.ts";

/** The sentence of our terms about copies, which every file carries. */
export const dumpTerms =
  "Commercial use and redistribution inside your own product are allowed. Reselling or republishing the data as an API, bulk dump or " +
  "raw feed is not.";

/** The members by which the files of a season describe themselves, beside its rows. */
export type FileOrigin = {
  readonly archive: string;
  readonly revision: number;
  readonly isSample: boolean;
  /** Where the terms are; null: the operator has not said. */
  readonly termsUrl: string | null;
};

export type MadeFile = { readonly rows: number; readonly bytes: Readonly<Record<FileFormat, Uint8Array>> };

/** Readers over a network ask for each column of each row group: few large groups are read with few requests. */
const rowsOfGroup = 122_880;

/** Rows are in the order of their games, so that a reader who wants some of them finds these groups. */
const sortedColumns = ["sport", "season", "game_id", "game_date", "start_time"];

export async function makeSeasonFile(
  season: SeasonWithBefore,
  dataSet: FileSetName,
  origin: FileOrigin,
): Promise<MadeFile> {
  const { shelf } = season;
  const { columns } = fileSets[dataSet];
  const parquet = openParquet(columns, metadataOf(shelf, dataSet, origin), sortedColumns);
  const csv = csvColumnsOf(dataSet);
  const cells = columns.map((column) => {
    const own = csv.find(({ name }) => name === column.csvName);
    const of = own === undefined ? () => shelf.season : cellReader(column, own);
    return { name: column.name, of, data: [] as Cell[] };
  });
  const gzip = createGzip();
  const compressed: Buffer[] = [];
  gzip.on("data", (part: Buffer) => compressed.push(part));
  const isCompressed = new Promise((resolve, reject) => gzip.once("end", resolve).once("error", reject));
  const lineOf = csvLines(csv);
  let text = csvHeader(csv) + lineEnd;
  let rows = 0;

  function writeGroup(): void {
    parquet.write(Object.fromEntries(cells.map(({ name, data }) => [name, data])));
    for (const cell of cells) cell.data = [];
  }
  for await (const row of seasonRows(season, dataSet)) {
    for (const { of, data } of cells) data.push(of(row));
    text += lineOf(row) + lineEnd;
    if (++rows % rowsOfGroup === 0) writeGroup();
    if (text.length < writtenFrom) continue;
    // Compressing keeps up, so that no season of text is in memory at once.
    if (!gzip.write(text)) await new Promise((resolve) => gzip.once("drain", resolve));
    text = "";
  }
  if (rows % rowsOfGroup !== 0) writeGroup();
  gzip.end(text);
  await isCompressed;
  return { rows, bytes: { parquet: parquet.finish(), "csv.gz": Buffer.concat(compressed) } };
}

/** So many letters of CSV are compressed at once. */
const writtenFrom = 262_144;

/** Returns the function that reads the cell of a row: the same value as in CSV, with its type. */
function cellReader({ name, type }: FileColumn, csv: Column): (row: object) => Cell {
  const times = new Map<string, number>();
  return (row) => {
    const value = valueIn(row, csv) as Cell;
    if (Array.isArray(value)) return joined(value);
    if (typeof value === "number") return value + 0; // -0 is 0 [D-15]
    if (value === null || (type !== "DATE" && type !== "TIMESTAMP")) return value;
    const text = String(value);
    let time = times.get(text);
    if (time === undefined) {
      time = Date.parse(text) / (type === "DATE" ? dayMs : 1);
      if (!Number.isFinite(time)) throw new SyntaxError(`${name} is no value of ${type}: ${text.slice(0, 200)}`);
      if (times.size === mostTimes) times.clear();
      times.set(text, time);
    }
    return time;
  };
}

/** So many times of a column are remembered with their numbers: each is in many rows. */
const mostTimes = 20_000;

function metadataOf(shelf: SeasonShelf, dataSet: FileSetName, origin: FileOrigin): KeyValue[] {
  const { columns } = fileSets[dataSet];
  const said = {
    data_set: dataSet,
    sport: shelf.sport,
    season: String(shelf.season),
    archive: origin.archive,
    revision: String(origin.revision),
    columns_version: String(fileColumnsVersion),
    columns: JSON.stringify(Object.fromEntries(columns.map(({ name, description }) => [name, description]))),
    terms: dumpTerms,
    ...(origin.termsUrl === null ? {} : { terms_url: origin.termsUrl }),
    ...(origin.isSample ? { dataset: "sample" } : {}),
  };
  return Object.entries(said).map(([key, value]) => ({ key, value }));
}
