/** Taking over every new revision, and saying in the log when that fails, and when it works again. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { OutageLog } from "../http/log.ts";
import type { Shelf } from "../query/shelf.ts";

/** How often a server looks for a new revision. */
const lookEveryMs = 1000;

/** Resolves when `stop` says so, also in the middle of a refresh that does not come to an end. */
export async function refreshUntil(
  stop: AbortSignal,
  shelf: Pick<Shelf, "refresh">,
  log: Pick<FastifyBaseLogger, "info" | "error">,
): Promise<void> {
  const trouble = new OutageLog(log, {
    met: "the newest revision could not be loaded; the one before goes on being served",
    over: "the newest revision can be loaded again",
    everyMs: 60_000,
    overAfterMs: 0,
  });
  const stopped = once(stop, "abort");
  while (!stop.aborted) {
    // Waking up early is what the signal is for.
    await sleep(lookEveryMs, undefined, { signal: stop }).catch(() => {});
    if (stop.aborted) return;
    const refreshed = shelf.refresh().then(
      () => trouble.passed(),
      // Connections are closed while the server stops.
      (error: unknown) => !stop.aborted && trouble.met(error),
    );
    await Promise.race([refreshed, stopped]);
  }
}
