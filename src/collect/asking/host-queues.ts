/** One request at a time to each host, with a pause from one to the next by the collector's clock. */
import PQueue from "p-queue";
import type { Clock } from "../clock.ts";

type HostQueue = { readonly queue: PQueue; freeAtMs: number };

export class HostQueues {
  readonly #clock: Clock;
  readonly #queues = new Map<string, HostQueue>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work` when it is the host's turn. Null when the signal came first. */
  run<Result>(host: string, pauseMs: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result | null> {
    const own = this.#queueOf(host);
    return own.queue.add(async () => {
      // A clock that was set back must not stretch the pause.
      const waitMs = Math.min(own.freeAtMs - this.#clock.nowMs(), pauseMs);
      if (waitMs > 0 && !signal.aborted) await this.#clock.sleep(waitMs, signal);
      if (signal.aborted) return null;
      own.freeAtMs = this.#clock.nowMs() + pauseMs;
      return work();
    });
  }

  #queueOf(host: string): HostQueue {
    const known = this.#queues.get(host);
    if (known !== undefined) return known;
    const own = { queue: new PQueue({ concurrency: 1 }), freeAtMs: Number.NEGATIVE_INFINITY };
    this.#queues.set(host, own);
    return own;
  }
}
