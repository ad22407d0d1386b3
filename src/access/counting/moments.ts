/**
 * Group commit. Asks that come in the same turn of the event loop, or while an earlier answer is under way, go into one
 * call. Each asker gets its own answer, or is told in time that there is none. A late call holds up the asks that came
 * with it, but not the later ones.
 */
import type { Runtime } from "./runtime.ts";

/** Stands in place of an answer: the ask was not decided, and is to be asked again. */
export class Again {
  /** Why the ask was not decided, in case it never is. */
  readonly cause: unknown;
  /** Milliseconds to wait first. Chance adds up to as many more, so that nodes do not collide again and again. */
  readonly delayMs: number;

  constructor(cause: unknown, delayMs: number) {
    this.cause = cause;
    this.delayMs = delayMs;
  }
}

/** The result that an asker gets when there is no answer. */
export class Undecided {
  /** The last failure, for the log. */
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

export type Asking<Ask, Answer> = {
  readonly runtime: Runtime;
  /**
   * Answers asks in their order, one answer for each. When it throws, no ask is answered, and the next call waits for a
   * while.
   */
  readonly answerAll: (asks: readonly Ask[]) => Promise<readonly (Answer | Again)[]>;
  /** How many calls may be under way at once, when earlier ones are late. */
  readonly callsAtOnce: number;
  /** Whether this asker is told what a call threw. Otherwise its ask is repeated as long as the asker waits. */
  readonly isFailureTold: (ask: Ask) => boolean;
  /** Whether an ask is repeated until there is an answer, even after its asker was told that there is none. */
  readonly isLasting: boolean;
  /** Receives each answer that came after its asker was told that there is none. */
  readonly onLate: (ask: Ask, answer: Answer) => void;
  /** Asks for which this is true do not go into the same call as asks for which it is false. */
  readonly isApart: (ask: Ask) => boolean;
};

type Waiting<Ask, Answer> = {
  readonly ask: Ask;
  readonly untilMs: number;
  readonly resolve: (answer: Answer | Undecided) => void;
  isTold: boolean;
  cause: unknown;
};

type Call<Ask, Answer> = { readonly sinceMs: number; readonly asks: readonly Waiting<Ask, Answer>[] };

/** How many asks may go into one call. More would keep the database and the event loop busy for too long. */
const mostAtOnce = 1000;
/** A call that takes longer than this does not hold up the next one. */
const lateMs = 100;
/** How often the waiting asks are searched for those that have waited too long. */
const sweepMs = 50;
/** After a call that failed, the next one waits this long, and twice as long after each further failure. */
const restMs = 50;
const longestRestMs = 400;

export class Moments<Ask, Answer> {
  readonly #how: Asking<Ask, Answer>;
  readonly #runtime: Runtime;
  readonly #closing = new AbortController();
  #waiting: Waiting<Ask, Answer>[] = [];
  /** Asks that are to be repeated soon. */
  readonly #resting = new Set<Waiting<Ask, Answer>>();
  readonly #calls = new Set<Call<Ask, Answer>>();
  #isStarting = false;
  #isSweeping = false;
  #failures = 0;
  #restsUntilMs = Number.NEGATIVE_INFINITY;

  constructor(how: Asking<Ask, Answer>) {
    this.#how = how;
    this.#runtime = how.runtime;
  }

  /** The number of asks without an answer, including those that nobody waits for any more. */
  get unanswered(): number {
    let count = this.#waiting.length + this.#resting.size;
    for (const { asks } of this.#calls) count += asks.length;
    return count;
  }

  /** @param patienceMs how long the asker waits. */
  ask(ask: Ask, patienceMs: number): Promise<Answer | Undecided> {
    if (this.#closing.signal.aborted) return Promise.resolve(closed());
    return new Promise((resolve) => {
      const untilMs = this.#runtime.elapsedMs() + patienceMs;
      this.#waiting.push({ ask, untilMs, resolve, isTold: false, cause: null });
      this.#startSoon();
      if (!this.#isSweeping) void this.#sweep();
    });
  }

  /** Makes no more calls, and tells everybody who waits that there is no answer. */
  close(): void {
    this.#closing.abort();
    const unheard = [...this.#waiting, ...this.#resting, ...[...this.#calls].flatMap(({ asks }) => asks)];
    for (const each of unheard) tell(each, closed());
    this.#waiting = [];
    this.#resting.clear();
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
    if (this.#waiting.length === 0 || this.#calls.size >= this.#how.callsAtOnce || this.#closing.signal.aborted) return;
    const nowMs = this.#runtime.elapsedMs();
    if (nowMs < this.#restsUntilMs) return;
    for (const { sinceMs } of this.#calls) if (nowMs - sinceMs < lateMs) return;
    const call = { sinceMs: nowMs, asks: this.#next() };
    this.#calls.add(call);
    void this.#make(call);
  }

  /** Returns the asks of the next call: the first ones that are apart, or not apart, like the very first. */
  #next(): Waiting<Ask, Answer>[] {
    const { isApart } = this.#how;
    const areApart = isApart((this.#waiting[0] as Waiting<Ask, Answer>).ask);
    const fitting = this.#waiting.filter(({ ask }) => isApart(ask) === areApart).slice(0, mostAtOnce);
    if (fitting.length === this.#waiting.length) this.#waiting = [];
    else {
      const taken = new Set(fitting);
      this.#waiting = this.#waiting.filter((each) => !taken.has(each));
    }
    return fitting;
  }

  async #make(call: Call<Ask, Answer>): Promise<void> {
    const { asks } = call;
    try {
      const answers = await this.#how.answerAll(asks.map(({ ask }) => ask));
      this.#failures = 0;
      let again: Map<number, Waiting<Ask, Answer>[]> | null = null;
      // Every request comes through here, so nothing is made for each.
      for (let index = 0; index < asks.length; index++) {
        const each = asks[index] as Waiting<Ask, Answer>;
        const answer = answers[index] as Answer | Again;
        if (!(answer instanceof Again)) this.#deliver(each, answer);
        else if (this.#isWanted(each)) {
          each.cause = answer.cause;
          again ??= new Map();
          const those = again.get(answer.delayMs);
          if (those === undefined) again.set(answer.delayMs, [each]);
          else those.push(each);
        }
      }
      for (const [delayMs, those] of again ?? []) void this.#askAgain(those, delayMs * (1 + this.#runtime.random()));
    } catch (error) {
      const delayMs = Math.min(longestRestMs, restMs * 2 ** this.#failures++);
      this.#restsUntilMs = this.#runtime.elapsedMs() + delayMs;
      for (const each of asks) {
        each.cause = error;
        if (this.#how.isFailureTold(each.ask)) tell(each, new Undecided(error));
      }
      const wanted = asks.filter((each) => this.#isWanted(each));
      if (wanted.length > 0) void this.#askAgain(wanted, delayMs);
    }
    this.#calls.delete(call);
    if (this.#waiting.length > 0) this.#startSoon();
  }

  async #askAgain(asks: readonly Waiting<Ask, Answer>[], delayMs: number): Promise<void> {
    for (const each of asks) this.#resting.add(each);
    if (delayMs > 0) await this.#runtime.sleep(delayMs, this.#closing.signal);
    for (const each of asks) if (this.#resting.delete(each) && this.#isWanted(each)) this.#waiting.push(each);
    this.#startSoon();
  }

  #isWanted({ isTold }: Waiting<Ask, Answer>): boolean {
    return (this.#how.isLasting || !isTold) && !this.#closing.signal.aborted;
  }

  #deliver(each: Waiting<Ask, Answer>, answer: Answer): void {
    if (each.isTold) this.#how.onLate(each.ask, answer);
    else tell(each, answer);
  }

  /**
   * Runs as long as an ask has no answer. It tells askers whose time is over, and makes calls that a late call has held
   * up.
   */
  async #sweep(): Promise<void> {
    this.#isSweeping = true;
    while (this.unanswered > 0 && !this.#closing.signal.aborted) {
      await this.#runtime.sleep(sweepMs, this.#closing.signal);
      const nowMs = this.#runtime.elapsedMs();
      for (const each of this.#waiting) giveUp(each, nowMs);
      for (const each of this.#resting) giveUp(each, nowMs);
      for (const { asks } of this.#calls) for (const each of asks) giveUp(each, nowMs);
      if (!this.#how.isLasting) {
        this.#waiting = this.#waiting.filter(({ isTold }) => !isTold);
        for (const each of this.#resting) if (each.isTold) this.#resting.delete(each);
      }
      this.#start();
    }
    this.#isSweeping = false;
  }
}

function closed(): Undecided {
  return new Undecided(new Error("counting is closed"));
}

function giveUp<Answer>(each: Waiting<unknown, Answer>, nowMs: number): void {
  if (each.isTold || nowMs < each.untilMs) return;
  tell(each, new Undecided(each.cause ?? new Error("the database has not answered in time")));
}

function tell<Answer>(each: Waiting<unknown, Answer>, answer: Answer | Undecided): void {
  if (each.isTold) return;
  each.isTold = true;
  each.resolve(answer);
}
