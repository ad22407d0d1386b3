/**
 * Numbered migrations, the same for both engines. Each runs once, in order. Missing migrations run in one transaction
 * that holds the database's migration lock: a killed process leaves nothing half done, and a second process waits.
 */
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { DatabaseError, reasonOf } from "./database-error.ts";
import { migrations } from "./migrations/all.ts";
import type { AnyTables, ColumnTypes, EngineName, Part } from "./names.ts";

/** These names must never change: the tables record which migrations a database has been through. */
const recordTables: Readonly<Record<Part, { migrationTableName: string; migrationLockTableName: string }>> = {
  facts: { migrationTableName: "kysely_migration", migrationLockTableName: "kysely_migration_lock" },
  access: { migrationTableName: "access_migration", migrationLockTableName: "access_migration_lock" },
};

/**
 * Brings the tables of a part up to date. Throws with the migration's name when one fails, and throws when a later
 * version has migrated the database already. In both cases nothing was changed.
 */
export async function migrate(kysely: Kysely<AnyTables>, engine: EngineName, part: Part): Promise<void> {
  const { missing, unknown } = await migrationGap(kysely, engine, part);
  // This version does not know how a later version has changed the tables, so writing to them could damage data.
  const strange = await strangeOf(kysely, part, unknown);
  if (strange.length > 0) throw new Error(laterVersion(strange));
  // A later version has only added tables. Kysely would call its migrations lost, and there is nothing to do.
  if (unknown.length > 0 && missing.length === 0) return;
  // Kysely takes PostgreSQL's lock itself. A start that has nothing to migrate must not wait for a writer.
  if (engine === "postgres" || missing.length === 0) {
    return toLatest(kysely, engine, part);
  }
  await kysely.transaction().execute(async (connection) => {
    // Any write takes the file's only write lock before anything is read; this write needs no table.
    await sql`pragma user_version = 0`.execute(connection);
    await toLatest(connection, engine, part);
  });
}

/** @param unknown names of migrations that this program does not have. */
export function laterVersion(unknown: readonly string[]): string {
  const names = unknown.join(", ");
  return `another version of Gradeline has migrated it (${names}), a later one or one from before 0.1.0: run that version, or restore a backup of this one`;
}

/**
 * Compares the tables of a part with this program's migrations, without changing either. Returns the migrations that
 * have not run yet, and the names of migrations that another version has run.
 */
export async function migrationGap(
  kysely: Kysely<AnyTables>,
  engine: EngineName,
  part: Part,
): Promise<{ readonly missing: readonly string[]; readonly unknown: readonly string[] }> {
  const known = await migratorOf(kysely, engine, part).getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  // When no migration has run, the table that records them may not exist either.
  const done = missing.length === known.length ? [] : await migrationsDone(kysely, part);
  return { missing, unknown: unknownMigrations(done, part) };
}

/** Whether a migration only adds tables, so that a version without it may go on. */
export function onlyAdds(name: string): boolean {
  return name.endsWith("-adds");
}

/** Those of a later version's migrations that this program cannot live with: they change tables, or their upgrade is finished. */
export async function strangeOf(
  kysely: Kysely<AnyTables>,
  part: Part,
  unknown: readonly string[],
): Promise<readonly string[]> {
  const changing = unknown.filter((name) => !onlyAdds(name));
  if (unknown.length === 0 || changing.length > 0) return changing;
  const finished = await kysely.selectFrom(`${part}_finished`).select("migration").execute();
  const names = new Set(finished.map(({ migration }) => String(migration)));
  return unknown.filter((name) => names.has(name));
}

/** No version that lacks one of this version's migrations opens the part from now on. Whether that is new. */
export async function finishMigrations(kysely: Kysely<AnyTables>, part: Part): Promise<boolean> {
  const names = Object.keys(migrations[part]).filter(onlyAdds);
  const added = await kysely
    .insertInto(`${part}_finished`)
    .values(names.map((migration) => ({ migration })))
    .onConflict((conflict) => conflict.column("migration").doNothing())
    .executeTakeFirst();
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The names of the migrations that a part has been through, in order. */
export async function migrationsDone(kysely: Kysely<AnyTables>, part: Part): Promise<string[]> {
  const record = kysely.selectFrom(recordTables[part].migrationTableName).select("name").orderBy("name");
  return (await record.execute()).map((row) => String(row.name));
}

/** The given names for which this version has no migration, because another version has run them. */
export function unknownMigrations(names: readonly string[], part: Part): string[] {
  return names.filter((name) => !Object.hasOwn(migrations[part], name));
}

async function toLatest(kysely: Kysely<AnyTables>, engine: EngineName, part: Part): Promise<void> {
  const { error, results } = await migratorOf(kysely, engine, part).migrateToLatest();
  if (error !== undefined) {
    // The file caused the failure, not the migration.
    if (error instanceof DatabaseError) throw error;
    const failed = results?.find((result) => result.status === "Error");
    throw new Error(`migration ${failed?.migrationName ?? "set-up"} failed: ${reasonOf(error)}`, { cause: error });
  }
}

function migratorOf(kysely: Kysely<AnyTables>, engine: EngineName, part: Part): Migrator {
  return new Migrator({
    db: kysely,
    ...recordTables[part],
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations[part]).map(([name, up]) => [
            name,
            { up: (connection: Kysely<AnyTables>) => up(connection, columnTypes(engine)) },
          ]),
        ),
    },
  });
}

function columnTypes(engine: EngineName): ColumnTypes {
  return engine === "postgres"
    ? { engine, bytes: sql`bytea`, bigInteger: sql`bigint` }
    : { engine, bytes: sql`blob`, bigInteger: sql`integer` };
}
