/** What the engines, the migrations and the owners of tables call things. */
import type { RawBuilder } from "kysely";

export type EngineName = "sqlite" | "postgres";

/** A table set that is not known here. Owners narrow it with `tablesOf`. */
export type AnyTables = Record<string, Record<string, unknown>>;

/** Column types that the engines call by different names. */
export type ColumnTypes = {
  readonly bytes: RawBuilder<unknown>;
  /** Whole numbers up to 2^53, such as epoch milliseconds. */
  readonly bigInteger: RawBuilder<unknown>;
};
