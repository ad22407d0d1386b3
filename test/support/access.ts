/** Accounts in a file of their own, removed at the end: SQLite's door has a connection of its own, so memory won't do. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openAccess } from "../../src/database/engine.ts";

/** Limits that no test meets by accident. */
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
