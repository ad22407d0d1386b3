/** Reads a Parquet file of a release, a row group at a time. */
import { zstdDecompressSync } from "node:zlib";
import { type DecodedArray, type FileMetaData, parquetMetadataAsync, parquetRead } from "hyparquet";
import { damagedFile, type SeasonFile } from "../release-damaged.ts";
import { type Cell, differenceFrom } from "./write-parquet.ts";

/** A row group. */
export type ReadGroup<Name extends string = string> = {
  readonly rows: number;
  readonly columns: Readonly<Record<Name, ArrayLike<Cell>>>;
};

/**
 * A file as it lies in memory, and what it says of itself.
 * @throws when it is not the file that it should be; to be called within `noticing`, as are all of these.
 */
export type OpenParquet = { readonly source: ReturnType<typeof sourceOf>; readonly metadata: FileMetaData };

export async function openParquetFile(file: SeasonFile, bytes: Uint8Array): Promise<OpenParquet> {
  const source = sourceOf(bytes);
  const metadata = await parquetMetadataAsync(source, { parsers, geoparquet: false });
  const difference = differenceFrom(file, metadata);
  if (difference !== null) throw new Error(difference);
  return { source, metadata };
}

function sourceOf(bytes: Uint8Array) {
  return {
    byteLength: bytes.length,
    // A copy in memory of its own: the bytes may be shared between threads, from which texts cannot be decoded.
    slice: (from: number, to?: number) => new Uint8Array(bytes.subarray(from, to)).buffer,
  };
}

/** @param gameId reads the row groups alone that may have rows of this game. */
export async function* readGroups<Name extends string>(
  { source, metadata }: OpenParquet,
  names: readonly Name[],
  gameId: string | null = null,
): AsyncGenerator<ReadGroup<Name>> {
  const reading = { file: source, metadata, columns: [...names], compressors, parsers };
  let rowStart = 0;
  for (const { num_rows, columns: chunks } of metadata.row_groups) {
    const rows = Number(num_rows);
    const rowEnd = rowStart + rows;
    if (gameId !== null && !mayHave(chunks, gameId)) {
      rowStart = rowEnd;
      continue;
    }
    const columns: Partial<Record<Name, ArrayLike<Cell>>> = {};
    const onChunk = ({ columnName, columnData }: { columnName: string; columnData: DecodedArray }) => {
      columns[columnName as Name] = columnData as ArrayLike<Cell>;
    };
    await parquetRead({ ...reading, rowStart, rowEnd, onChunk });
    const missing = names.find((name) => columns[name]?.length !== rows);
    if (missing !== undefined) throw new Error(`${missing} has not as many values as there are rows`);
    yield { rows, columns: columns as ReadGroup<Name>["columns"] };
    rowStart = rowEnd;
  }
  if (rowStart !== Number(metadata.num_rows)) throw new Error("it has not as many rows as it says");
}

/** By the smallest and the largest id in a row group; a file without them is read as a whole. */
function mayHave(chunks: FileMetaData["row_groups"][number]["columns"], gameId: string): boolean {
  const ids = chunks.find(({ meta_data }) => meta_data?.path_in_schema.join(".") === "game_id");
  const { min_value: first, max_value: last } = ids?.meta_data?.statistics ?? {};
  return typeof first !== "string" || typeof last !== "string" || (first <= gameId && gameId <= last);
}

/** Every failure while a file is read is damage of the file. */
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
