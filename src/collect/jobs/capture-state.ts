/** How far the captures of a sport have come, as the runs of its job say. */
import type { Sport } from "../../domain/sports.ts";
import type { EndedRun } from "../runs/runs.ts";
import type { CaptureState } from "../schedule/capture-table.ts";
import type { Knowledge } from "./job.ts";
import { unreadUntil } from "./unread.ts";

/** The newest run of captures that came to its end; null before the first one. */
export function lastRunOf({ history }: Pick<Knowledge, "history">, job: string): EndedRun | null {
  return history.last(job, "done", "partly", "failed", "skipped");
}

export function captureJobName(sport: Sport): string {
  return `captures:${sport}`;
}

/** A capture that was left out for want of credits counts: the next one is not due any sooner. */
export function stateOf({ history }: Pick<Knowledge, "history">, job: string): CaptureState {
  const last = history.last(job, "done", "partly", "skipped");
  const failed = history.last(job, "failed");
  const hasFailed = failed !== null && (last === null || failed.dueMs > last.dueMs);
  const failedMs = hasFailed ? failed.endedMs : null;
  return { lastMs: last?.dueMs ?? null, failedMs, notBeforeMs: hasFailed ? unreadUntil(failed) || null : null };
}

/** Up to this moment somebody collected; null when nobody ever did. */
export function watchedUntil({ history }: Pick<Knowledge, "history">, job: string): number | null {
  const run = history.last(job, "done", "partly", "skipped", "failed");
  const missed = history.last(job, "missed");
  const times = [run?.dueMs, run?.endedMs, missed?.endedMs].filter((time) => time !== undefined);
  return times.length === 0 ? null : Math.max(...times);
}
