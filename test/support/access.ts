/**
 * Opens accounts in a temporary file and removes it at the end. On SQLite the gate has a second connection, so a
 * database in memory does not work.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openAccess } from "../../src/database/engine.ts";

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
