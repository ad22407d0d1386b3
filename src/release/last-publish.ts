/** When the last publish was, for whoever watches that there is one. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { ReleaseTables } from "./tables.ts";

export type LastPublish = {
  readonly revision: number;
  /** Epoch milliseconds. */
  readonly publishedMs: number;
};

/** Null before the first publish. */
export async function readLastPublish(connection: Kysely<AnyTables>): Promise<LastPublish | null> {
  const row = await tablesOf<ReleaseTables>(connection)
    .selectFrom("releases")
    .select(["revision", "published_at"])
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { revision: row.revision, publishedMs: Date.parse(row.published_at) };
}
