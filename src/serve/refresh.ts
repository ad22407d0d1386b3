/** Taking over every new revision, and saying in the log when that fails, and when it works again. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Shelf } from "../query/shelf.ts";

/** How often a server looks for a new revision. */
const usuallyEveryMs = 1000;
/** Between two lines about the same trouble: the second comes after the first of these, the others ever more rarely. */
const firstSilenceMs = 1000;
const longestSilenceMs = 60_000;

type Log = Readonly<Record<"info" | "error", (about: object, text: string) => void>>;

/** Resolves when `stop` says so, also in the middle of a refresh that does not come to an end. */
export async function refreshUntil(
  stop: AbortSignal,
  shelf: Pick<Shelf, "refresh">,
  log: Log,
  everyMs = usuallyEveryMs,
): Promise<void> {
  const trouble = openTrouble(log);
  while (!stop.aborted) {
    // Waking up early is what the signal is for.
    await sleep(everyMs, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    const refreshed = shelf.refresh().then(trouble.isOver, (error: unknown) => {
      // Connections are closed while the server stops.
      if (!stop.aborted) trouble.met(error);
    });
    const stopped = Promise.withResolvers<unknown>();
    stop.addEventListener("abort", stopped.resolve);
    await Promise.race([refreshed, stopped.promise]);
    stop.removeEventListener("abort", stopped.resolve);
  }
}

function openTrouble(log: Log) {
  let failures = 0;
  let sinceMs = 0;
  let silentUntilMs = 0;
  let silenceMs = firstSilenceMs;
  return {
    met(error: unknown): void {
      const nowMs = performance.now();
      if (failures === 0) sinceMs = nowMs;
      failures += 1;
      if (nowMs < silentUntilMs) return;
      log.error(
        { err: error, failures },
        "the newest revision could not be loaded; the one before goes on being served",
      );
      silentUntilMs = nowMs + silenceMs;
      silenceMs = Math.min(longestSilenceMs, silenceMs * 2);
    },
    isOver(): void {
      if (failures === 0) return;
      const seconds = Math.round((performance.now() - sinceMs) / 1000);
      log.info({ failures, seconds }, "the newest revision can be loaded again");
      failures = 0;
      silentUntilMs = 0;
      silenceMs = firstSilenceMs;
    },
  };
}
