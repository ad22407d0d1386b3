/** The runs of the collector's jobs, and the lease of the one node that collects. */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, types: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  await schema
    .createTable("collect_runs")
    .addColumn("job", "text", (job) => job.notNull())
    // When the run was due, by the collector's clock. With the job it names the run, so that no run is done twice.
    .addColumn("due_ms", types.bigInteger, (due) => due.notNull())
    .addColumn("holder", "text", (holder) => holder.notNull())
    .addColumn("begun_ms", types.bigInteger, (begun) => begun.notNull())
    // Null while the run is under way, and for ever when its process was killed.
    .addColumn("ended_ms", types.bigInteger)
    .addColumn("outcome", "text")
    .addColumn("report", "text")
    .addPrimaryKeyConstraint("collect_runs_key", ["job", "due_ms"])
    .execute();
  await schema.createIndex("collect_runs_by_due_ms").on("collect_runs").columns(["due_ms"]).execute();

  await schema
    .createTable("collect_lease")
    .addColumn("id", "integer", (id) => id.primaryKey())
    // The process that collects; null before the first one.
    .addColumn("holder", "text")
    // Rises whenever the lease changes hands: whoever has a smaller number is not the leader any more.
    .addColumn("token", types.bigInteger, (token) => token.notNull())
    // By the clock of the database, which all nodes share.
    .addColumn("expires_ms", types.bigInteger, (expires) => expires.notNull())
    .execute();
  await sql`insert into collect_lease (id, holder, token, expires_ms) values (1, null, 0, 0)`.execute(kysely);
}
