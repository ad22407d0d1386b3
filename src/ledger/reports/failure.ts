/** The report of an import or a publish that threw. */
import { DatabaseError } from "../../database/database-error.ts";
import { type Database, writeTransaction } from "../../database/engine.ts";
import { type NewReport, writeReport } from "./write.ts";

/**
 * Writes the report in a transaction of its own, since that of the work is gone. A failure of the database itself is not
 * reported in it, and a report that cannot be written is let go: the failure that it was to tell of is thrown anyway.
 */
export async function noteFailure(
  database: Database,
  error: unknown,
  reportOf: (message: string) => NewReport,
): Promise<void> {
  if (error instanceof DatabaseError || !(error instanceof Error)) return;
  try {
    await writeTransaction(database, (connection) => writeReport(connection, reportOf(error.message)));
  } catch {
    // The caller gets the failure of the work, which matters more than this one.
  }
}
