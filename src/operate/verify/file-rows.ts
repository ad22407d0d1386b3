/** The rows of a season file as texts, as its CSV has them, whichever format it is in. Null is an empty cell. */
import { gunzipSync } from "node:zlib";
import { lineEnd } from "../../contract/csv.ts";
import { type FileColumn, fileSets } from "../../contract/release/file-sets.ts";
import { dayMs } from "../../domain/durations.ts";
import { csvCells, csvLines } from "../../publish/files/csv-cells.ts";
import { fileHeaders } from "../../publish/files/season-rows.ts";
import { whyOther } from "../../release/format/parquet-schema.ts";
import { readRowGroups } from "../../release/format/read-parquet.ts";
import type { Cell } from "../../release/format/write-parquet.ts";
import type { OfferedFile } from "../../release/offered-files.ts";

export type FileRow = readonly (string | null)[];

/** The columns of a file, in its order. */
export function columnsIn({ dataSet, format }: Pick<OfferedFile, "dataSet" | "format">): readonly FileColumn[] {
  const { columns } = fileSets[dataSet];
  return format === "parquet" ? columns : columns.filter(({ csvName }) => csvName !== null);
}

/** @throws Error when the bytes are not those of such a file. */
export function rowsIn(file: OfferedFile, bytes: Uint8Array): AsyncGenerator<FileRow> {
  return file.format === "parquet" ? rowsOfParquet(file, bytes) : rowsOfCsv(file, bytes);
}

async function* rowsOfCsv({ dataSet }: OfferedFile, bytes: Uint8Array): AsyncGenerator<FileRow> {
  const wanted = Buffer.from(fileHeaders[dataSet] + lineEnd);
  const text = gunzipSync(bytes);
  if (!text.subarray(0, wanted.length).equals(wanted)) throw new Error("its header is another one");
  for (const part of partsOf(text.subarray(wanted.length))) for (const line of csvLines(part)) yield csvCells(line);
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
