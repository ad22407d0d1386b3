/** A Parquet file's description of itself: the schema of its columns, and of which season and revision it is. */
import type { KeyValue, SchemaElement } from "hyparquet";
import { columnsVersion, type ReleaseColumn, releaseColumns } from "../../contract/release-columns.ts";
import type { SeasonFile } from "../release-damaged.ts";

export type DescribedColumn = Pick<ReleaseColumn, "name" | "type" | "isNullable">;

export function schemaOf(columns: readonly DescribedColumn[]): SchemaElement[] {
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
