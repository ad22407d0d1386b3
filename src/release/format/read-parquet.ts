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

/** The rows of a game: from one row of a row group to before another. */
export type GameRows<Name extends string> = {
  readonly columns: ReadGroup<Name>["columns"];
  readonly from: number;
  readonly to: number;
};

/**
 * Reads the rows of each game and returns what `make` makes of them.
 * @param names the columns that are read; @param make is called for a game without rows, too, with its place.
 * @throws ReleaseDamaged when the bytes are not those of this file.
 */
export function readByGame<Name extends string, Of>(
  file: SeasonFile,
  source: { readonly bytes: Uint8Array; readonly names: readonly Name[]; readonly gameIds: readonly string[] },
  make: (rows: GameRows<Name>, game: number) => Of,
): Promise<readonly Of[]> {
  return noticing(file, async () => {
    const groups = readGroups(await openParquetFile(file, source.bytes), ["game_id", ...source.names]);
    const made: Of[] = [];
    let group = await nextOf(groups);
    let from = 0;
    for (const [game, gameId] of source.gameIds.entries()) {
      if (from === group?.rows) {
        group = await nextOf(groups);
        from = 0;
      }
      const { rows, columns } = group ?? { rows: 0, columns: {} as GameRows<Name | "game_id">["columns"] };
      let to = from;
      while (to < rows && columns.game_id[to] === gameId) to++;
      made.push(make({ columns, from, to }, game));
      from = to;
    }
    if (from !== (group?.rows ?? 0) || (await nextOf(groups)) !== undefined) {
      throw new Error("it has rows of a game that is not the next one");
    }
    return made;
  });
}

/** Returns what `make` makes of the rows of one game, of which there may be none: of the file, row groups that may have them are read. */
export function readGame<Name extends string, Of>(
  file: SeasonFile,
  opened: Promise<OpenParquet>,
  names: readonly Name[],
  gameId: string,
  make: (rows: GameRows<Name>) => Of,
): Promise<Of> {
  return noticing(file, async () => {
    for await (const { rows, columns } of readGroups(await opened, ["game_id", ...names], gameId)) {
      let from = 0;
      while (from < rows && columns.game_id[from] !== gameId) from++;
      let to = from;
      while (to < rows && columns.game_id[to] === gameId) to++;
      if (to > from) return make({ columns, from, to });
    }
    return make({ columns: {} as GameRows<Name>["columns"], from: 0, to: 0 });
  });
}

async function nextOf<Of>(values: AsyncGenerator<Of, void>): Promise<Of | undefined> {
  const { value, done } = await values.next();
  return done === true ? undefined : value;
}
