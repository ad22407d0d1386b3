/** The log of an outage: a line when it begins, a line a second with how many requests it met, and one when it is over. */
import type { FastifyBaseLogger } from "fastify";

export type OutageLog = {
  /** A request could not be answered. @param cause what stood in the way; the latest one of a second is logged. */
  met(cause: unknown): void;
  /** A request was answered, or could have been. */
  passed(): void;
};

const everyMs = 1000;

/** @param why as the log says it: "the keys cannot be checked". */
export function openOutageLog(log: FastifyBaseLogger, why: string): OutageLog {
  let timer: NodeJS.Timeout | null = null;
  let sinceMs = 0;
  let total = 0;
  let unsaid = 0;
  let lastCause: unknown = null;
  let hasPassed = false;

  function say(): void {
    log.error({ err: lastCause, requests: unsaid }, `requests are answered with 503: ${why}`);
    unsaid = 0;
  }

  function everySecond(): void {
    if (unsaid > 0) {
      say();
      return;
    }
    // Silence is no sign that it is over: perhaps nobody asks.
    if (!hasPassed || timer === null) return;
    clearInterval(timer);
    timer = null;
    log.info(
      { requests: total, lastedMs: Math.round(performance.now() - sinceMs) },
      `requests are answered again that were not, because ${why}`,
    );
  }

  return {
    met(cause) {
      lastCause = cause;
      unsaid++;
      hasPassed = false;
      if (timer !== null) {
        total++;
        return;
      }
      total = 1;
      sinceMs = performance.now();
      say();
      timer = setInterval(everySecond, everyMs);
      timer.unref();
    },
    passed() {
      hasPassed = true;
    },
  };
}
