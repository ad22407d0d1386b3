/** Questions of the pages for operators to the archive that take long. */
import { readCollecting } from "../../collect/runs.ts";
import type { Database } from "../../database/engine.ts";
import { readReports } from "../../operate/reports.ts";
import { readStatus } from "../../operate/status/status.ts";
import type { Nights } from "../../web/operators/desk.ts";

/** Reports on the page. */
const newestReports = 30;

export async function nights(database: Database): Promise<Nights> {
  const { kysely } = database;
  const { seasons: _, at: __, ...status } = await readStatus(kysely, Date.now());
  const { state } = await readCollecting(database);
  return { ...status, collecting: state, reports: await readReports(kysely, { limit: newestReports }) };
}
