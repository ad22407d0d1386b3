/** Writes a Parquet file of a release, a row group at a time: a season's paths are more rows than should be in memory at once. */
import { constants, zstdCompressSync } from "node:zlib";
import type { KeyValue, SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { columnsVersion, type ReleaseColumn, releaseColumns } from "../../contract/release-columns.ts";
import type { SeasonFile } from "../release-damaged.ts";

/** A value of a cell. Dates are days and times milliseconds since 1970. */
export type Cell = string | number | boolean | null | readonly string[];

/** The rows of a group by column, all equally long. */
export type RowColumns<Name extends string = string> = Readonly<Record<Name, Cell[]>>;

/** ZSTD's own checksum, four bytes a page: flipped bits would be read as other values, or be counted without an end. */
const zstdOptions = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

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
    compressors: { ZSTD: (page) => zstdCompressSync(page, zstdOptions) },
    kvMetadata: metadata,
    createdBy: "gradeline",
  });
  return {
    write(group) {
      const columnData = columns.map(({ name }) => {
        const data = group[name] as Cell[];
        const codec = isRepeating(data) ? ("UNCOMPRESSED" as const) : ("ZSTD" as const);
        return { name, data, codec, statistics: sorted.includes(name) };
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

/** So many values of a column, evenly apart, tell whether they repeat. */
const sample = 200;

/**
 * Whether a column has few values, which its dictionary makes small. To compress it would save a tenth, and a reader would take longer to
 * begin with its pages, of which a season has thousands, than to read them.
 */
function isRepeating(data: readonly Cell[]): boolean {
  const step = Math.max(1, Math.floor(data.length / sample));
  const seen = new Set<Cell>();
  for (let row = 0; row < data.length; row += step) seen.add(data[row] as Cell);
  return seen.size <= Math.min(data.length, sample) / 2;
}

type DescribedColumn = Pick<ReleaseColumn, "name" | "type" | "isNullable">;

function schemaOf(columns: readonly DescribedColumn[]): SchemaElement[] {
  return [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)];
}

type Repetition = { readonly name: string; readonly repetition_type: "OPTIONAL" | "REQUIRED" };

function elementsOf({ name, type, isNullable }: DescribedColumn): SchemaElement[] {
  const column: Repetition = { name, repetition_type: isNullable ? "OPTIONAL" : "REQUIRED" };
  switch (type) {
    case "STRING":
      return [textOf(column)];
    case "DATE":
      return [{ ...column, type: "INT32", converted_type: "DATE", logical_type: { type: "DATE" } }];
    case "TIMESTAMP": {
      const logical = { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" } as const;
      return [{ ...column, type: "INT64", converted_type: "TIMESTAMP_MILLIS", logical_type: logical }];
    }
    case "TEXTS":
      return [
        { ...column, num_children: 1, converted_type: "LIST", logical_type: { type: "LIST" } },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        textOf({ name: "element", repetition_type: "REQUIRED" }),
      ];
    default:
      return [{ ...column, type }];
  }
}

function textOf(column: Repetition): SchemaElement {
  return { ...column, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } };
}

/** Neither a time nor the archive's id is among it, so that the same values of the same revision are the same bytes. */
export function metadataOf({ dataSet, sport, season }: SeasonFile, revision: number): KeyValue[] {
  return [...pairsOf({ dataSet, sport, season }), { key: "revision", value: String(revision) }];
}

function pairsOf(file: SeasonFile): KeyValue[] {
  return [
    { key: "data_set", value: file.dataSet },
    { key: "sport", value: file.sport },
    { key: "season", value: String(file.season) },
    { key: "columns_version", value: String(columnsVersion) },
  ];
}

type SaidOfItself = { readonly schema: SchemaElement[]; readonly key_value_metadata?: KeyValue[] };

/** Says in which point a file's description of itself is not the expected one; null when nothing is wrong. */
export function differenceFrom(
  file: SeasonFile,
  { schema, key_value_metadata: stated = [] }: SaidOfItself,
): string | null {
  for (const { key, value } of pairsOf(file)) {
    const own = stated.find((pair) => pair.key === key)?.value;
    if (own !== value) return `its ${key} is ${own}, not ${value}`;
  }
  const described = (elements: readonly SchemaElement[]) =>
    JSON.stringify(
      elements.slice(1).map(({ name, type, repetition_type, converted_type }) => {
        return [name, type, repetition_type, converted_type];
      }),
    );
  const expected = described(schemaOf(releaseColumns[file.dataSet]));
  return described(schema) === expected ? null : "its columns are not those of its version";
}
