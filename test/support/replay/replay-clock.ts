/** A simulated clock, on which time passes only while somebody sleeps and all work rests. */
import { setTimeout as realSleep, setImmediate as turnOfLoop } from "node:timers/promises";
import type { Clock } from "../../../src/collect/asking/ask.ts";
import type { Work } from "./work-under-way.ts";

/** Work rests after so many turns of the event loop in a row in which nothing was under way. */
const restingTurns = 4;
/** While something takes longer than so many turns, the clock looks only once a millisecond. */
const busyTurns = 200;
/** Work that takes this long of real time is stuck, and so is the replay. */
const stuckAfterMs = 60_000;

type Sleeper = { readonly wakeMs: number; wake(): void };

export class ReplayClock implements Clock {
  readonly #work: Work;
  readonly #onMove: (nowMs: number) => void;
  readonly #sleepers = new Set<Sleeper>();
  #nowMs: number;
  #isDriven = false;

  /** @param onMove is told every new time, before anybody wakes. */
  constructor(startMs: number, work: Work, onMove: (nowMs: number) => void = () => {}) {
    this.#nowMs = startMs;
    this.#work = work;
    this.#onMove = onMove;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const sleeper: Sleeper = {
      wakeMs: this.#nowMs + Math.max(0, ms),
      wake: () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", sleeper.wake);
        resolve();
      },
    };
    this.#sleepers.add(sleeper);
    signal?.addEventListener("abort", sleeper.wake);
    if (!this.#isDriven) {
      this.#isDriven = true;
      // An error of the clock is an unhandled rejection on purpose: it ends the process, and with it the test.
      void this.#drive();
    }
    return promise;
  }

  async #drive(): Promise<void> {
    while (this.#sleepers.size > 0) {
      await this.#rest();
      // Whoever slept may have been woken by a signal meanwhile.
      if (this.#sleepers.size === 0) break;
      const nextMs = Math.min(...[...this.#sleepers].map(({ wakeMs }) => wakeMs));
      if (nextMs > this.#nowMs) {
        this.#nowMs = nextMs;
        this.#onMove(nextMs);
      }
      for (const sleeper of [...this.#sleepers]) if (sleeper.wakeMs <= nextMs) sleeper.wake();
    }
    this.#isDriven = false;
  }

  /** Resolves when nothing was under way for some turns of the event loop, and nothing began in them either. */
  async #rest(): Promise<void> {
    const stuckAtMs = performance.now() + stuckAfterMs;
    let quietTurns = 0;
    let begun = this.#work.begun();
    for (let turns = 0; quietTurns < restingTurns; turns += 1) {
      await (turns < busyTurns ? turnOfLoop() : realSleep(1));
      const isQuiet = this.#work.underWay().length === 0 && this.#work.begun() === begun;
      quietTurns = isQuiet ? quietTurns + 1 : 0;
      begun = this.#work.begun();
      if (performance.now() > stuckAtMs) throw new Error(`stuck: ${this.#work.underWay().join(", ")}`);
    }
  }
}
