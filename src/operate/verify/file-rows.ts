/** The rows of a season file as texts, as its CSV has them, whichever format it is in. Null is an empty cell. */
import { gunzipSync } from "node:zlib";
import { lineEnd } from "../../contract/csv.ts";
import { type FileColumn, type FileSetName, fileSets } from "../../contract/file-sets.ts";
import { reasonOf } from "../../database/database-error.ts";
import { dayMs } from "../../domain/durations.ts";
import { csvCells, csvLines } from "../../publish/files/csv-cells.ts";
import { fileHeaders, type SeasonWithBefore, seasonRows } from "../../publish/files/season-rows.ts";
import { whyOther } from "../../release/format/parquet-schema.ts";
import { readRowGroups } from "../../release/format/read-parquet.ts";
import type { Cell } from "../../release/format/write-parquet.ts";
import type { OfferedFile } from "../../release/offered-files.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";

export type FileRow = readonly (string | null)[];

/** The rows of a game, which follow each other. */
export type RowsOfGame = { readonly gameId: string; readonly rows: readonly FileRow[] };

/** The columns of a file, in its order. */
export function columnsIn({ dataSet, format }: Pick<OfferedFile, "dataSet" | "format">): readonly FileColumn[] {
  const { columns } = fileSets[dataSet];
  return format === "parquet" ? columns : columns.filter(({ csvName }) => csvName !== null);
}

/** The games as the release gives them. */
export function gamesOf(season: SeasonWithBefore, dataSet: FileSetName): AsyncGenerator<RowsOfGame, undefined> {
  return byGame(rowsOf(seasonRows(season, dataSet)), columnsIn({ dataSet, format: "csv.gz" }));
}

/** The games as the file has them. @throws ReleaseDamaged when the bytes are not those of such a file. */
export async function* gamesIn(file: OfferedFile, bytes: Uint8Array): AsyncGenerator<RowsOfGame, undefined> {
  try {
    yield* byGame(file.format === "parquet" ? rowsOfParquet(file, bytes) : rowsOfCsv(file, bytes), columnsIn(file));
  } catch (error) {
    throw new ReleaseDamaged(`cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

async function* byGame(
  rows: AsyncIterable<FileRow> | Iterable<FileRow>,
  columns: readonly FileColumn[],
): AsyncGenerator<RowsOfGame, undefined> {
  const gameColumn = columns.findIndex(({ name }) => name === "game_id");
  let gameId = "";
  let ofGame: FileRow[] = [];
  for await (const row of rows) {
    const own = row[gameColumn] ?? "";
    if (own !== gameId) {
      if (ofGame.length > 0) yield { gameId, rows: ofGame };
      gameId = own;
      ofGame = [];
    }
    ofGame.push(row);
  }
  if (ofGame.length > 0) yield { gameId, rows: ofGame };
}

function* rowsOf(texts: Iterable<string>): Generator<FileRow> {
  for (const text of texts) for (const line of csvLines(text)) yield csvCells(line);
}

function rowsOfCsv({ dataSet }: OfferedFile, bytes: Uint8Array): Generator<FileRow> {
  const wanted = Buffer.from(fileHeaders[dataSet] + lineEnd);
  const text = gunzipSync(bytes);
  if (!text.subarray(0, wanted.length).equals(wanted)) throw new Error("its header is another one");
  return rowsOf(partsOf(text.subarray(wanted.length)));
}

/** So many bytes of a text are taken apart at once: a season of rows would be a gigabyte. */
const partBytes = 2 ** 20;

/** Parts that end where a line ends, without that end. No text of ours has a line end within a cell. */
function* partsOf(text: Buffer): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const found = text.indexOf(lineEnd, Math.min(from + partBytes, text.length - lineEnd.length));
    const to = found === -1 ? text.length : found;
    yield text.toString("utf8", from, to);
    from = to + lineEnd.length;
  }
}

async function* rowsOfParquet(file: OfferedFile, bytes: Uint8Array): AsyncGenerator<FileRow> {
  const columns = columnsIn(file);
  const { dataSet, sport, season, revision, archive } = file;
  const said = { data_set: dataSet, sport, season: String(season), revision: String(revision), archive };
  const pairs = Object.entries(said).map(([key, value]) => ({ key, value }));
  const names = columns.map(({ name }) => name);
  for await (const { rows, columns: values } of readRowGroups(bytes, names, (own) => whyOther(columns, pairs, own))) {
    for (let row = 0; row < rows; row++) {
      yield columns.map(({ name, type }) => textOf(type, (values[name] as ArrayLike<Cell>)[row] ?? null));
    }
  }
}

function textOf(type: FileColumn["type"], cell: Cell): string | null {
  if (cell === null) return null;
  if (type === "TIMESTAMP") return new Date(Number(cell)).toISOString();
  if (type === "DATE") return new Date(Number(cell) * dayMs).toISOString().slice(0, 10);
  return String(cell);
}
