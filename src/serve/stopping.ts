/** Ending a server: by the first signal in good order, by the second one at once, and in any case in less than 10 s. */
import { constants } from "node:os";

/** From the first signal to the end, whatever hangs. What people and machines count on is ten seconds. */
const longestEndMs = 9_000;
/** The terminal's Ctrl-C reaches this process and the one that started it, which hands it on: that is one signal. */
const sameSignalMs = 300;
/** For what is still open when all work is done, such as a mail that is being sent. */
const lastWordsMs = 300;

export type Stopping = {
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
  /** Ends the process when nothing is left to be done. */
  leave(): void;
};

/** @param onForced called before the process ends by force. */
export function stopOnSignals(onForced: (why: string) => void): Stopping {
  const stop = new AbortController();
  let firstMs = 0;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      const nowMs = performance.now();
      if (!stop.signal.aborted) {
        firstMs = nowMs;
        setTimeout(() => {
          onForced(`stopping took longer than ${longestEndMs / 1000} s`);
          process.exit(1);
        }, longestEndMs).unref();
        stop.abort();
      } else if (nowMs - firstMs > sameSignalMs) {
        onForced("a second signal came");
        // As a shell tells that a signal ended a process.
        process.exit(128 + constants.signals[name]);
      }
    });
  }
  return {
    signal: stop.signal,
    leave: () => void setTimeout(() => process.exit(), lastWordsMs).unref(),
  };
}

/** Waits for work that should be quick; goes on without it when it is not, or when it fails. */
export async function within(
  limitMs: number,
  work: Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(() => limit.reject(new Error(`not done after ${limitMs} ms`)), limitMs);
  try {
    await Promise.race([work, limit.promise]);
  } catch (error) {
    onFailure(error);
  } finally {
    clearTimeout(timer);
  }
}
