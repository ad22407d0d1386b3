/** Writes a Parquet file of a release, a row group at a time: a season's paths are more rows than should be in memory at once. */
import { constants, zstdCompressSync } from "node:zlib";
import type { KeyValue } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { releaseColumns } from "../../contract/release-columns.ts";
import type { SeasonFile } from "../release-damaged.ts";
import { type DescribedColumn, metadataOf, schemaOf } from "./parquet-schema.ts";

/** A value of a cell. Dates are days and times milliseconds since 1970. */
export type Cell = string | number | boolean | null | readonly string[];

/** The rows of a group by column, all equally long. */
export type RowColumns<Name extends string = string> = Readonly<Record<Name, Cell[]>>;

/** ZSTD's own checksum, four bytes a page: flipped bits would be read as other values, or be counted without an end. */
const zstdOptions = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

export function parquetFile(file: SeasonFile, revision: number, groups: Iterable<RowColumns>): Uint8Array {
  const writer = openParquet(releaseColumns[file.dataSet], metadataOf(file, revision), ["game_id"]);
  for (const group of groups) writer.write(group);
  return writer.finish();
}

/**
 * A Parquet file that is written a row group at a time.
 * @param sorted the columns by which the rows are sorted, so that statistics find them. Those of all columns would cost a quarter
 * more of time.
 */
export function openParquet(
  columns: readonly DescribedColumn[],
  metadata: KeyValue[],
  sorted: readonly string[],
): { write(group: RowColumns): void; finish(): Uint8Array } {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    codec: "ZSTD",
    compressors: { ZSTD: (page) => zstdCompressSync(page, zstdOptions) },
    kvMetadata: metadata,
    createdBy: "gradeline",
  });
  return {
    write(group) {
      const columnData = columns.map(({ name }) => {
        return { name, data: group[name] as Cell[], statistics: sorted.includes(name) };
      });
      const rows = columnData[0]?.data.length ?? 0;
      // One page a column: the reader takes a page as a whole.
      if (rows > 0) writer.write({ columnData, rowGroupSize: rows, pageSize: 0 });
    },
    finish() {
      writer.finish();
      return bytes.getBytes().slice();
    },
  };
}

/** Columns of so many rows, of nulls. */
export function emptyColumns<Name extends string>(names: readonly { name: Name }[], rows: number) {
  return Object.fromEntries(names.map(({ name }) => [name, new Array<Cell>(rows).fill(null)])) as Record<Name, Cell[]>;
}

export type GameGroup<Of> = { readonly rows: number; readonly games: readonly Of[] };

/** Games in their order, in groups of about so many rows. A game's rows are in one. */
export function* gameGroups<Game, Of extends { readonly rows: number }>(
  games: Iterable<Game>,
  rowsOfGroup: number,
  open: (game: Game) => Of,
): Generator<GameGroup<Of>> {
  let group: Of[] = [];
  let rows = 0;
  for (const game of games) {
    const opened = open(game);
    if (rows > 0 && rows + opened.rows > rowsOfGroup) {
      yield { rows, games: group };
      [group, rows] = [[], 0];
    }
    group.push(opened);
    rows += opened.rows;
  }
  yield { rows, games: group };
}
