/** Waiting for a database that is away. What was received meanwhile is in memory, and is written when it is back. */
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError, DatabaseOutage, isDamage } from "../../database/database-error.ts";

/** By the machine's clock: a database that is restarted knows nothing of a simulated one. */
const againMs = 1_000;

/** Whether doing it again later may help: damage is still there later. */
export function isAway(error: unknown): error is DatabaseError {
  if (error instanceof DatabaseOutage) return true;
  return error instanceof DatabaseError && !isDamage(error);
}

/** A moment in which a database may come back. */
export async function shortPause(signal: AbortSignal): Promise<void> {
  await pause(againMs, undefined, { signal }).catch(() => {});
}

/**
 * Tries until the database has done it, or the signal is aborted; then throws the last failure.
 * @param onWait is told once, with the first failure.
 */
export async function untilWritten<Result>(
  write: () => Promise<Result>,
  signal: AbortSignal,
  onWait: (error: DatabaseError) => void,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isAway(error) || signal.aborted) throw error;
      if (attempt === 1) onWait(error);
    }
    await shortPause(signal);
  }
}
