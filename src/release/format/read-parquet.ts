/** Reads a Parquet file of a release, a row group at a time. */
import { zstdDecompressSync } from "node:zlib";
import { type DecodedArray, type FileMetaData, parquetMetadataAsync, parquetRead } from "hyparquet";
import { damagedFile, type SeasonFile } from "../release-damaged.ts";
import { differenceFrom } from "./parquet-schema.ts";
import type { Cell } from "./write-parquet.ts";

/** A row group. */
export type ReadGroup<Name extends string = string> = {
  readonly rows: number;
  readonly columns: Readonly<Record<Name, ArrayLike<Cell>>>;
};

/** To be called within `noticing`. */
export function readParquet<Name extends string>(file: SeasonFile, bytes: Uint8Array, names: readonly Name[]) {
  return readRowGroups(bytes, names, (metadata) => differenceFrom(file, metadata));
}

/** @param whyNot what is wrong with what the file says of itself; null: nothing. */
async function* readRowGroups<Name extends string>(
  bytes: Uint8Array,
  names: readonly Name[],
  whyNot: (metadata: FileMetaData) => string | null,
): AsyncGenerator<ReadGroup<Name>> {
  const source = {
    byteLength: bytes.length,
    // A copy in memory of its own: the bytes may be shared between threads, from which texts cannot be decoded.
    slice: (from: number, to?: number) => new Uint8Array(bytes.subarray(from, to)).buffer,
  };
  const metadata = await parquetMetadataAsync(source, { parsers, geoparquet: false });
  const difference = whyNot(metadata);
  if (difference !== null) throw new Error(difference);
  // Columns that the file may lack are null in all of its rows.
  const own = names.filter((name) => metadata.schema.some((element) => element.name === name));
  const reading = { file: source, metadata, columns: own, compressors, parsers };
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rows = Number(num_rows);
    const rowEnd = rowStart + rows;
    const columns: Partial<Record<Name, ArrayLike<Cell>>> = {};
    const onChunk = ({ columnName, columnData }: { columnName: string; columnData: DecodedArray }) => {
      columns[columnName as Name] = columnData as ArrayLike<Cell>;
    };
    await parquetRead({ ...reading, rowStart, rowEnd, onChunk });
    const missing = own.find((name) => columns[name]?.length !== rows);
    if (missing !== undefined) throw new Error(`${missing} has not as many values as there are rows`);
    for (const name of names) columns[name] ??= new Array<Cell>(rows).fill(null);
    yield { rows, columns: columns as ReadGroup<Name>["columns"] };
    rowStart = rowEnd;
  }
  if (rowStart !== Number(metadata.num_rows)) throw new Error("it has not as many rows as it says");
}

/** Whatever goes wrong while a file is read is damage of the file. */
export async function noticing<Of>(file: SeasonFile, read: () => Promise<Of>): Promise<Of> {
  try {
    return await read();
  } catch (error) {
    throw damagedFile(file, error instanceof Error ? error.message : String(error), error);
  }
}

const compressors = {
  ZSTD: (page: Uint8Array, length: number) => zstdDecompressSync(page, { maxOutputLength: Math.max(length, 1) }),
};

/** A text that is no UTF-8 is damage, and a mark of byte order at its begin is part of it. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Times and dates stay numbers: an object for each would be most of the memory. */
const parsers = {
  timestampFromMilliseconds: Number,
  dateFromDays: (days: number) => days,
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes),
};
