/** Whether PostgreSQL sorts texts as when the indexes over them were made. */

import { collationDrift } from "../../database/check.ts";
import type { Database } from "../../database/engine.ts";
import { type Finding, ok, wrong } from "./finding.ts";

const name = "collation";

export async function checkCollation(database: Database): Promise<Finding> {
  const drift = await collationDrift(database);
  if (drift !== null) return wrong(name, drift.sentence, drift.remedy);
  return ok(name, "texts are sorted as when the database was made");
}
