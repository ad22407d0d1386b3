/** The work for the pages of operators that takes long. */
import { readCollecting } from "../../collect/runs/runs.ts";
import type { Database } from "../../database/engine.ts";
import { listDisputes } from "../../operate/decisions/disputes.ts";
import { readReports } from "../../operate/reports.ts";
import { readStatus } from "../../operate/status/status.ts";
import type { Desk, Nights } from "../../web/operators/desk.ts";

/** Reports on the page. */
const newestReports = 30;

export const tasks = { nights, disputes: listDisputes } satisfies Partial<
  Record<keyof Desk, (database: Database) => Promise<unknown>>
>;

async function nights(database: Database): Promise<Nights> {
  const nowMs = Date.now();
  const { kysely } = database;
  const { seasons: _, at: __, ...status } = await readStatus(kysely, nowMs);
  const { state } = await readCollecting(database);
  return { ...status, collecting: state, reports: await readReports(kysely, { limit: newestReports }) };
}
