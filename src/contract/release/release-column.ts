/**
 * The columns of the Parquet files of a release, as data: files are written, read and described by them. A row of the API becomes
 * columns as it does in CSV, with `_` in the place of the dots.
 */
import type { TSchema } from "typebox";
import { type AnySchema, withoutNull } from "../members.ts";

/** DATE counts days, TIMESTAMP milliseconds in UTC; TEXTS is a list of STRING. */
type ReleaseColumnType = "BOOLEAN" | "INT32" | "DOUBLE" | "STRING" | "DATE" | "TIMESTAMP" | "TEXTS";

export type ReleaseColumn<Name extends string = string> = {
  readonly name: Name;
  readonly type: ReleaseColumnType;
  readonly isNullable: boolean;
  /** Files that were written before it came lack it; then it is null in all of their rows. */
  readonly isLater?: true;
  /** One sentence. */
  readonly description: string;
};

/** A column of a member of a row. */
export type MemberColumn = ReleaseColumn & {
  readonly path: readonly string[];
  /** Whether it says if the object at this path is there: its members may all be null, which is not the same as no object. */
  readonly isPresence: boolean;
};

/** The columns of the members of a row, in its order. */
export function memberColumnsOf(row: TSchema): readonly MemberColumn[] {
  return columnsIn(row as AnySchema, { path: [], isNullable: false, meanings: [] });
}

/** The members around a member give it their names, their meanings, and whether they may be null. */
type Around = { readonly path: readonly string[]; readonly isNullable: boolean; readonly meanings: readonly string[] };

function columnsIn(schema: AnySchema, { path, isNullable, meanings }: Around): MemberColumn[] {
  const member = withoutNull(schema);
  const isOrNull = member !== schema;
  const meaning = member["x-here"]?.description ?? member.description ?? "";
  const { properties } = member;
  if (properties === undefined) {
    const description = meanings.length === 0 ? meaning : `${meaning} (${meanings.join("; ")})`;
    const named = { name: path.join("_"), type: typeOf(member), isNullable: isNullable || isOrNull, description };
    return [{ ...named, path, isPresence: false }];
  }
  // The meaning of the row itself is not repeated in each of its columns.
  const around = { isNullable: isNullable || isOrNull, meanings: path.length === 0 ? [] : [...meanings, meaning] };
  const columns = Object.entries(properties).flatMap(([name, each]) =>
    columnsIn(each, { ...around, path: [...path, name] }),
  );
  if (!isOrNull) return columns;
  const name = path.join("_");
  const description = `whether ${name} is there, whose members may all be null (${meaning})`;
  return [{ name: `has_${name}`, type: "BOOLEAN", isNullable, description, path, isPresence: true }, ...columns];
}

const typeNames: Readonly<Record<string, ReleaseColumnType>> = {
  boolean: "BOOLEAN",
  integer: "INT32",
  number: "DOUBLE",
  string: "STRING",
};

function typeOf({ type, enum: values, format, items }: AnySchema): ReleaseColumnType {
  if (items !== undefined) return "TEXTS";
  if (format === "date") return "DATE";
  if (format === "date-time") return "TIMESTAMP";
  const name = values === undefined ? typeNames[type ?? ""] : "STRING";
  if (name === undefined) throw new TypeError(`a column of Parquet cannot be of type ${type}`);
  return name;
}
