/** Numbered migrations, the same for both engines; each runs once, in order, in one transaction. */
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "./migrations/all.ts";
import type { AnyTables, ColumnTypes, EngineName, Part } from "./names.ts";

/** Names that must never change: they say what a database has been through already. */
const recordTables: Readonly<Record<Part, { migrationTableName: string; migrationLockTableName: string }>> = {
  facts: { migrationTableName: "kysely_migration", migrationLockTableName: "kysely_migration_lock" },
  access: { migrationTableName: "access_migration", migrationLockTableName: "access_migration_lock" },
};

/** Brings the tables of a part up to date. Throws with the migration's name when one fails; the ones before it stay. */
export async function migrate(kysely: Kysely<AnyTables>, engine: EngineName, part: Part): Promise<void> {
  const migrator = new Migrator({
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
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === "Error");
    throw new Error(`migration ${failed?.migrationName ?? "set-up"} failed: ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function columnTypes(engine: EngineName): ColumnTypes {
  return engine === "postgres"
    ? { engine, bytes: sql`bytea`, bigInteger: sql`bigint` }
    : { engine, bytes: sql`blob`, bigInteger: sql`integer` };
}
