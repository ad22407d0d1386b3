/** Names that the engines, the migrations and the owners of tables share. */
export type EngineName = "sqlite" | "postgres";

/** A set of tables that this folder does not know. Owners narrow it with `tablesOf`. */
export type AnyTables = Record<string, Record<string, unknown>>;

/**
 * The two sets of tables: `facts` (ledger and archive) and `access` (accounts, keys, use). SQLite allows one writer at
 * a time in a file, so each part has its own file: the publishing of a night must not delay the admission of requests.
 */
export type Part = "facts" | "access";

/** How an engine names the types of columns, for which the engines have no common name. */
export type ColumnTypes = {
  readonly engine: EngineName;
  readonly bytes: "bytea" | "blob";
  /** Whole numbers up to 2^53, such as epoch milliseconds. */
  readonly bigInteger: "bigint" | "integer";
  readonly timestamp: "timestamptz" | "text";
  readonly boolean: "boolean" | "integer";
};
