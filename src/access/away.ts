/** What those who show pages are told of a failure: whether it is the database's, so that asking again later may help. */
import { isOutage } from "../database/outage.ts";

export function isDatabaseAway(error: unknown): boolean {
  return isOutage(error);
}
