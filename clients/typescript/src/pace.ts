/**
 * Holds requests back while the minute of the key is full. It goes by what answers say (`X-RateLimit-*`), so that it also
 * knows what other processes at the same key have used.
 */
import type { Limits } from "./limits.ts";
import { wait } from "./waiting.ts";

/** How long the others wait for the answer of a first request, which says how many may follow. */
const probeMs = 1000;
const lookAgainMs = 50;
/** Processes that wait for the same second would ask at once, so each waits a little more of its own. */
const jitterMs = 250;

export class Pace {
  /** How many requests may still go out, as far as this process knows. */
  #left = 0;
  #underWay = 0;
  #isProbing = false;
  #opensAtMs = 0;
  /** The server's clock less this one, at least: what the whole seconds of `Date` allow to say. */
  #aheadMs = Number.NEGATIVE_INFINITY;

  /** Returns when a request may go out. */
  async enter(signal: AbortSignal | null): Promise<void> {
    while (this.#left <= 0) {
      const waitMs = this.#opensAtMs - Date.now();
      if (waitMs <= 0) {
        this.#left = 1;
        this.#isProbing = true;
        this.#opensAtMs = Date.now() + probeMs;
        break;
      }
      await wait(this.#isProbing ? lookAgainMs : waitMs + Math.random() * jitterMs, signal);
    }
    this.#left -= 1;
    this.#underWay += 1;
  }

  /**
   * A request has ended.
   * @param limits of its answer; null where that has none, or there was no answer.
   * @param date the header of this name.
   */
  leave(limits: Limits | null, date: string | null): void {
    this.#underWay -= 1;
    this.#isProbing = false;
    if (limits === null) {
      this.#opensAtMs = Math.min(this.#opensAtMs, Date.now());
      return;
    }
    const serverMs = Date.parse(date ?? "");
    if (Number.isFinite(serverMs)) this.#aheadMs = Math.max(this.#aheadMs, serverMs - Date.now());
    this.#left = limits.rate.remaining - this.#underWay;
    if (this.#left > 0) return;
    const aheadMs = Number.isFinite(this.#aheadMs) ? this.#aheadMs : 0;
    const untilResetMs = limits.rate.resetAt.getTime() - aheadMs - Date.now();
    this.#opensAtMs = Date.now() + Math.min(Math.max(untilResetMs, 0), 60_000);
  }

  /** The server has refused, and says for how long nobody of this process needs to ask. */
  refused(seconds: number): void {
    this.#left = 0;
    this.#opensAtMs = Date.now() + seconds * 1000;
  }
}
