/**
 * Asks that come in the same turn of the event loop, or while an earlier call is under way, go into one call. Each asker
 * gets its own answer, or is told in time that there is none.
 */
import { Undecided } from "./counting.ts";
import type { Runtime } from "./runtime.ts";

export type BatchCalls<Ask, Answer> = {
  /**
   * Answers asks in their order; null stands for one that is to be asked again. When it throws, all are, after a while.
   */
  readonly answerAll: (asks: readonly Ask[]) => Promise<readonly (Answer | null)[]>;
  /**
   * Receives each answer that came after its asker was told that there is none. Null: asks are repeated until there is an
   * answer, also for askers who were told that there is none.
   */
  readonly onLate: ((answer: Answer) => void) | null;
};

type Waiting<Ask, Answer> = {
  readonly ask: Ask;
  readonly untilMs: number;
  readonly resolve: (answer: Answer | Undecided) => void;
  isTold: boolean;
};

/** How many asks may go into one call. More would keep the database and the event loop busy for too long. */
const mostAtOnce = 1000;
/** How many calls may be under way at once, when earlier ones are late. */
const callsAtOnce = 4;
/** A call that takes longer than this does not hold up the next one. */
const lateMs = 100;
const sweepMs = 50;
/** Other nodes lock an account for about a millisecond. Chance adds up to as much, so that nodes do not keep colliding. */
const busyMs = 3;
/** After a call that failed, the next one waits this long, and twice as long after each further failure. */
const restMs = 50;
const longestRestMs = 400;

export class Batches<Ask, Answer> {
  readonly #runtime: Runtime;
  readonly #calls: BatchCalls<Ask, Answer>;
  readonly #underWay = new Map<readonly Waiting<Ask, Answer>[], number>();
  readonly #closing = new AbortController();
  #waiting: Waiting<Ask, Answer>[] = [];
  #isStarting = false;
  #isSweeping = false;
  #failures = 0;
  #cause: unknown = new Error("the database has not answered in time");
  #rests = 0;

  constructor(runtime: Runtime, calls: BatchCalls<Ask, Answer>) {
    this.#runtime = runtime;
    this.#calls = calls;
  }

  /** The number of asks without an answer, including those that nobody waits for any more. */
  get unanswered(): number {
    let count = this.#waiting.length;
    for (const asks of this.#underWay.keys()) count += asks.length;
    return count;
  }

  /** @param patienceMs how long the asker waits. */
  ask(ask: Ask, patienceMs: number): Promise<Answer | Undecided> {
    if (this.#closing.signal.aborted) return Promise.resolve(new Undecided(new Error("counting is closed")));
    return new Promise((resolve) => {
      this.#waiting.push({ ask, untilMs: this.#runtime.elapsedMs() + patienceMs, resolve, isTold: false });
      this.#startSoon();
      if (!this.#isSweeping) void this.#sweep();
    });
  }

  /** Makes no more calls, and tells everybody who waits that there is no answer. */
  close(): void {
    this.#closing.abort();
    for (const each of [...this.#waiting, ...[...this.#underWay.keys()].flat()]) this.#giveUp(each);
    this.#waiting = [];
  }

  #startSoon(): void {
    if (this.#isStarting) return;
    this.#isStarting = true;
    // By then the other requests of this turn have been read.
    this.#runtime.soon(() => {
      this.#isStarting = false;
      this.#start();
    });
  }

  #start(): void {
    const nowMs = this.#runtime.elapsedMs();
    if (this.#waiting.length === 0 || this.#rests > 0 || this.#closing.signal.aborted) return;
    if (this.#underWay.size >= callsAtOnce) return;
    for (const sinceMs of this.#underWay.values()) if (nowMs - sinceMs < lateMs) return;
    void this.#make(this.#waiting.splice(0, mostAtOnce), nowMs);
  }

  async #make(asks: readonly Waiting<Ask, Answer>[], nowMs: number): Promise<void> {
    this.#underWay.set(asks, nowMs);
    let again: readonly Waiting<Ask, Answer>[] = asks;
    let delayMs = busyMs;
    try {
      const answers = await this.#calls.answerAll(asks.map(({ ask }) => ask));
      this.#failures = 0;
      again = asks.filter((each, index) => {
        const answer = answers[index] ?? null;
        if (answer === null) return true;
        if (each.isTold) this.#calls.onLate?.(answer);
        else tell(each, answer);
        return false;
      });
    } catch (error) {
      this.#cause = error;
      delayMs = Math.min(longestRestMs, restMs * 2 ** this.#failures++);
    }
    this.#underWay.delete(asks);
    const wanted = again.filter(({ isTold }) => this.#calls.onLate === null || !isTold);
    if (this.#closing.signal.aborted) for (const each of wanted) this.#giveUp(each);
    else if (wanted.length > 0) void this.#askAgain(wanted, delayMs * (1 + this.#runtime.random()));
    this.#startSoon();
  }

  async #askAgain(asks: readonly Waiting<Ask, Answer>[], delayMs: number): Promise<void> {
    this.#rests++;
    this.#waiting.push(...asks);
    await this.#runtime.sleep(delayMs, this.#closing.signal);
    this.#rests--;
    this.#start();
  }

  /** Runs as long as an ask has no answer. It tells askers whose time is over, and makes calls that were held up. */
  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    while (this.unanswered > 0 && !this.#closing.signal.aborted) {
      await this.#runtime.sleep(sweepMs, this.#closing.signal);
      const nowMs = this.#runtime.elapsedMs();
      for (const asks of [this.#waiting, ...this.#underWay.keys()]) {
        for (const each of asks) if (nowMs >= each.untilMs) this.#giveUp(each);
      }
      if (this.#calls.onLate !== null) this.#waiting = this.#waiting.filter(({ isTold }) => !isTold);
      this.#start();
    }
    this.#isSweeping = false;
  }

  #giveUp(each: Waiting<Ask, Answer>): void {
    tell(each, new Undecided(this.#cause));
  }
}

function tell<Answer>(each: Waiting<unknown, Answer>, answer: Answer | Undecided): void {
  if (each.isTold) return;
  each.isTold = true;
  each.resolve(answer);
}
