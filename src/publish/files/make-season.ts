/** Makes the files of one data set of a season, in both formats at once. */
import { createGzip } from "node:zlib";
import type { KeyValue } from "hyparquet";
import { lineEnd } from "../../contract/csv.ts";
import { type FileFormat, type FileSetName, fileColumnsVersion, fileSets } from "../../contract/file-sets.ts";
import type { SeasonShelf } from "../../query/season.ts";
import { csvLines } from "./csv-cells.ts";
import { ParquetOfCsv } from "./parquet-of-csv.ts";
import { fileHeaders, type SeasonWithBefore, seasonRows } from "./season-rows.ts";

/** The sentence of our terms about copies, which every file carries. */
export const dumpTerms =
  "Commercial use and redistribution inside your own product are allowed. Reselling or republishing the data as an API, bulk dump or " +
  "raw feed is not.";

/** What the files of a season say of themselves beside its rows. */
export type FileOrigin = {
  readonly archive: string;
  readonly revision: number;
  readonly isSample: boolean;
  /** Where the terms are; null: the operator has not said. */
  readonly termsUrl: string | null;
};

export type MadeFile = { readonly rows: number; readonly bytes: Readonly<Record<FileFormat, Uint8Array>> };

export async function makeSeasonFile(
  season: SeasonWithBefore,
  dataSet: FileSetName,
  origin: FileOrigin,
): Promise<MadeFile> {
  const { shelf } = season;
  const { columns } = fileSets[dataSet];
  const parquet = new ParquetOfCsv(columns, shelf.season, metadataOf(shelf, dataSet, origin));
  const gzip = createGzip();
  const compressed: Buffer[] = [];
  gzip.on("data", (part: Buffer) => compressed.push(part));
  const isCompressed = new Promise((resolve, reject) => gzip.once("end", resolve).once("error", reject));
  let rows = 0;
  gzip.write(fileHeaders[dataSet] + lineEnd);
  for await (const text of seasonRows(season, dataSet)) {
    for (const line of csvLines(text)) {
      parquet.add(line);
      rows++;
    }
    // Compressing keeps up, so that no season of text is in memory at once.
    if (!gzip.write(text + lineEnd)) await new Promise((resolve) => gzip.once("drain", resolve));
  }
  gzip.end();
  await isCompressed;
  return { rows, bytes: { parquet: parquet.finish(), "csv.gz": Buffer.concat(compressed) } };
}

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
