/**
 * Migrations by the release that brought them, the same for both engines. Each runs once, in order, and never back: the way
 * back is a backup. Missing migrations run in one transaction that holds the database's migration lock: a killed process
 * leaves nothing half done, and a second process waits.
 */
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { DatabaseError, reasonOf } from "./database-error.ts";
import { access, facts } from "./migrations/0.2.0.ts";
import type { AnyTables, ColumnTypes, EngineName, Part } from "./names.ts";

/** Statements, each of which ends with a semicolon at the end of a line. A released migration is never edited. */
type Migration = (types: ColumnTypes) => string;

const migrations: Readonly<Record<Part, Readonly<Record<string, Migration>>>> = {
  facts: { "0.2.0": facts },
  access: { "0.2.0": access },
};

/** The names of the first migrations of versions before 0.2.0, whose databases are refused. */
const namesBefore = /^00\d\d-/;

/** These names must never change: the tables record which migrations a database has been through. */
const recordTables: Readonly<Record<Part, { migrationTableName: string; migrationLockTableName: string }>> = {
  facts: { migrationTableName: "kysely_migration", migrationLockTableName: "kysely_migration_lock" },
  access: { migrationTableName: "access_migration", migrationLockTableName: "access_migration_lock" },
};

/**
 * Brings the tables of a part up to date. Throws with the migration's name when one fails, and throws when a version from
 * before 0.2.0 or a later version has migrated the database. In all cases nothing was changed.
 */
export async function migrate(kysely: Kysely<AnyTables>, engine: EngineName, part: Part): Promise<void> {
  const { missing, unknown } = await migrationGap(kysely, part);
  if (unknown.length > 0) throw new Error(otherVersion(unknown));
  // Kysely takes PostgreSQL's lock itself. A start that has nothing to migrate must not wait for a writer.
  if (engine === "postgres" || missing.length === 0) return toLatest(kysely, engine, part);
  await kysely.transaction().execute(async (connection) => {
    // Any write takes the file's only write lock before anything is read; this write needs no table.
    await sql`pragma user_version = 0`.execute(connection);
    await toLatest(connection, engine, part);
  });
}

/** @param unknown names of migrations that this program does not have. */
export function otherVersion(unknown: readonly string[]): string {
  return unknown.some((name) => namesBefore.test(name))
    ? "a version of Gradeline before 0.2.0 made it, which this one does not go on with: begin a new database, import its " +
        "games again, and bring its accounts over with gradeline account export and gradeline account import"
    : `a later version of Gradeline has migrated it (${unknown.join(", ")}): run that version, or restore a backup of this one`;
}

/**
 * Compares the tables of a part with this program's migrations, without changing either. Returns the migrations that
 * have not run yet, and the names of migrations that another version has run.
 */
export async function migrationGap(
  kysely: Kysely<AnyTables>,
  part: Part,
): Promise<{ readonly missing: readonly string[]; readonly unknown: readonly string[] }> {
  const there = await kysely.introspection.getTables({ withInternalKyselyTables: true });
  // Before the first migration, the table that records them does not exist either.
  const isNew = !there.some(({ name }) => name === recordTables[part].migrationTableName);
  const done = isNew ? [] : await migrationsDone(kysely, part);
  const missing = Object.keys(migrations[part]).filter((name) => !done.includes(name));
  return { missing, unknown: unknownMigrations(done, part) };
}

/** The names of the migrations that a part has been through, in order. */
export async function migrationsDone(kysely: Kysely<AnyTables>, part: Part): Promise<string[]> {
  const record = kysely.selectFrom(recordTables[part].migrationTableName).select("name");
  return (await record.execute()).map((row) => String(row.name)).sort(byRelease);
}

/** The given names for which this version has no migration, because another version has run them. */
export function unknownMigrations(names: readonly string[], part: Part): string[] {
  return names.filter((name) => !Object.hasOwn(migrations[part], name));
}

/** 0.10.0 comes after 0.9.0. */
function byRelease(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

async function toLatest(kysely: Kysely<AnyTables>, engine: EngineName, part: Part): Promise<void> {
  const types = columnTypes(engine);
  const known = Object.entries(migrations[part]).map(([name, tablesOf]) => {
    const up = async (connection: Kysely<AnyTables>) => {
      for (const statement of tablesOf(types).trim().split(/;\n/)) {
        if (statement !== "") await sql.raw(statement).execute(connection);
      }
    };
    return [name, { up }] as const;
  });
  const migrator = new Migrator({
    db: kysely,
    ...recordTables[part],
    nameComparator: byRelease,
    provider: { getMigrations: async () => Object.fromEntries(known) },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    // The file caused the failure, not the migration.
    if (error instanceof DatabaseError) throw error;
    const failed = results?.find((result) => result.status === "Error");
    throw new Error(`migration ${failed?.migrationName ?? "set-up"} failed: ${reasonOf(error)}`, { cause: error });
  }
}

function columnTypes(engine: EngineName): ColumnTypes {
  return engine === "postgres"
    ? { engine, bytes: "bytea", bigInteger: "bigint", timestamp: "timestamptz", boolean: "boolean" }
    : { engine, bytes: "blob", bigInteger: "integer", timestamp: "text", boolean: "integer" };
}
