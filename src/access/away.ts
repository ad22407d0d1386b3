/** Tells the code that shows pages whether a failure is the database's, so that asking again later may help. */
import { isOutage } from "../database/database-error.ts";

export function isDatabaseAway(error: unknown): boolean {
  return isOutage(error);
}
