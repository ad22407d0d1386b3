/** Whether a publish is missing. Pure. */
import { dailySlots } from "../../collect/schedule/daily-slots.ts";
import { hourMs } from "../../domain/durations.ts";
import { collectSource, type ReportOutcome } from "../../ledger/reports.ts";

/** The time at which a collecting system publishes: the last game of the slate is final by then. */
const nights = dailySlots("05:00");
/** A publish may wait for its providers, and takes a while. */
const graceMs = hourMs;

export type PublishFacts = {
  readonly nowMs: number;
  /** The newest publish that came to its end, also one that found nothing to do; null before the first. */
  readonly lastPublish: { readonly at: string; readonly source: string } | null;
  /** The newest publish of all, when it was refused or failed. */
  readonly failure: { readonly at: string; readonly outcome: ReportOutcome; readonly error: string | null } | null;
  /** When the oldest import came in that no publish has seen; null when there is none. */
  readonly waitingSince: string | null;
};

export type Overdue = {
  readonly what: "publish" | "collecting";
  /** ISO 8601 UTC. */
  readonly since: string;
  readonly why: string;
};

/**
 * A publish is missing when the newest publish was refused or failed; when something was imported before the last 05:00 of
 * New York and no publish has seen it; and when the newest publish was the collector's own and is older than that, since
 * it publishes every night. An archive that is imported and published by hand is in order whenever nothing waits.
 */
export function overduePublishes({ nowMs, lastPublish, failure, waitingSince }: PublishFacts): Overdue[] {
  const overdue: Overdue[] = [];
  const dueMs = nights(nowMs - graceMs).lastMs;
  const due = new Date(dueMs).toISOString();
  if (failure !== null) {
    overdue.push({ what: "publish", since: failure.at, why: `the last publish ${failure.outcome}: ${failure.error}` });
  }
  if (waitingSince !== null && Date.parse(waitingSince) < dueMs) {
    overdue.push({ what: "publish", since: due, why: `what came in at ${waitingSince} is not published` });
  } else if (lastPublish?.source === collectSource && Date.parse(lastPublish.at) < dueMs) {
    overdue.push({ what: "publish", since: due, why: `the collector published at ${lastPublish.at}, and not since` });
  }
  return overdue;
}
