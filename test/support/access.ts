/**
 * Opens accounts in a temporary file and removes it at the end. On SQLite the gate has a second connection, so a
 * database in memory does not work.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccessTables } from "../../src/access/tables.ts";
import { type Database, openAccess, tablesOf } from "../../src/database/engine.ts";

/** Limits that no test reaches by accident. */
export const plenty = { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000_000 } as const;

export type TestAccess = { readonly access: Database; close(): Promise<void> };

export async function openTestAccess(): Promise<TestAccess> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-access-"));
  const access = await openAccess(join(folder, "test.db"));
  return {
    access,
    async close() {
      await access.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sets what an account has used of the quota period in its row. */
export async function setUsed(access: Database, email: string, used: number): Promise<void> {
  const tables = tablesOf<AccessTables>(access.kysely);
  await tables
    .insertInto("period_uses")
    .columns(["email", "period", "start_ms", "used"])
    .expression(({ selectFrom, val }) =>
      selectFrom("accounts")
        .select(["email", "period", "period_start_ms"])
        .select(val(used).as("used"))
        .where("email", "=", email),
    )
    .onConflict((known) => known.columns(["email", "period", "start_ms"]).doUpdateSet({ used }))
    .execute();
}
