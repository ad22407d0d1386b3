/** What the engines, the migrations and the owners of tables call things. */
import type { RawBuilder } from "kysely";

export type EngineName = "sqlite" | "postgres";

/** A table set that is not known here. Owners narrow it with `tablesOf`. */
export type AnyTables = Record<string, Record<string, unknown>>;

/**
 * The two sets of tables: `facts` (ledger and archive) and `access` (accounts, keys, use). SQLite has one writer at a
 * time in a file, so each part has a file of its own there: a night that is being published must not hold up the door.
 */
export type Part = "facts" | "access";

/** What the engines do differently: names of column types, and who can hold functions. */
export type ColumnTypes = {
  readonly engine: EngineName;
  readonly bytes: RawBuilder<unknown>;
  /** Whole numbers up to 2^53, such as epoch milliseconds. */
  readonly bigInteger: RawBuilder<unknown>;
};
