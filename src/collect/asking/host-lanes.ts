/** One request at a time to each host, with a pause from one to the next by the collector's clock. */
import PQueue from "p-queue";
import type { Clock } from "../clock.ts";

type Lane = { readonly queue: PQueue; freeAtMs: number };

export class HostLanes {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work` when it is the host's turn. Null when the signal came first. */
  run<Result>(host: string, pauseMs: number, signal: AbortSignal, work: () => Promise<Result>): Promise<Result | null> {
    const lane = this.#laneOf(host);
    return lane.queue.add(async () => {
      // A clock that was set back must not stretch the pause.
      const waitMs = Math.min(lane.freeAtMs - this.#clock.nowMs(), pauseMs);
      if (waitMs > 0 && !signal.aborted) await this.#clock.sleep(waitMs, signal);
      if (signal.aborted) return null;
      lane.freeAtMs = this.#clock.nowMs() + pauseMs;
      return work();
    });
  }

  #laneOf(host: string): Lane {
    const known = this.#lanes.get(host);
    if (known !== undefined) return known;
    const lane = { queue: new PQueue({ concurrency: 1 }), freeAtMs: Number.NEGATIVE_INFINITY };
    this.#lanes.set(host, lane);
    return lane;
  }
}
