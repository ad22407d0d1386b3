/**
 * Counting for the gate. Each request is decided in time or not at all, and what the asker was told is charged exactly
 * once. A request that was counted while its asker was not told in time is undone as soon as the database answers.
 */
import { openDirect } from "../../database/direct.ts";
import type { Database } from "../../database/engine.ts";
import { type Counter, type GivenBack, probeHash, type Receipt, type Taken } from "./counter.ts";
import { Moments, Undecided } from "./moments.ts";
import { postgresCounter } from "./postgres-counter.ts";
import type { Runtime } from "./runtime.ts";
import { sqliteCounter } from "./sqlite-counter.ts";
import { inTurn, type TurnsMemory } from "./turns.ts";

export type Counting = {
  /** Decides on a request, by its key's hash. */
  take(hash: string, patienceMs: number): Promise<Taken | Undecided>;
  /**
   * Gives a request back to the quota and resolves with the use after that. Resolves with null when the use is not
   * known, or not known in time. A request that was not given back by then is given back later.
   */
  giveBack(receipt: Receipt, patienceMs: number): Promise<number | null>;
  /** Whether a request would be decided now. */
  probe(): Promise<boolean>;
  /** Tries for at most a second to finish what is still to be given back. */
  close(): Promise<void>;
};

/** How many calls may be under way at once, when earlier ones are late. */
const callsAtOnce = 4;
/** How many requests may wait to be given back. Any more stay charged. */
const mostGivenBack = 50_000;
/**
 * How long an undo is waited for. By then the asker has been told that there is no answer. A request that was not
 * undone by then is undone later.
 */
const undonePatienceMs = 1600;
const probePatienceMs = 900;
const probeHoldsMs = 250;
const closePatienceMs = 1000;
const closeLooksEveryMs = 10;

/** @param turns given where several threads of this process count on the same SQLite file. */
export function openCounting(database: Database, runtime: Runtime, turns: TurnsMemory | null = null): Counting {
  const isSqlite = database.engine === "sqlite";
  const counter: Counter = isSqlite
    ? takingTurns(sqliteCounter(openDirect(database), runtime), turns)
    : postgresCounter(database, runtime, undo);
  const common = { runtime, callsAtOnce: isSqlite ? 1 : callsAtOnce };
  const taking = new Moments<string, Taken>({
    ...common,
    answerAll: counter.take,
    isApart: counter.isApart,
    // Only SQLite's failures are told: a file that cannot be written stays so for a while, but a server that restarts
    // is soon back.
    isFailureTold: () => isSqlite,
    isLasting: false,
    onLate: (_hash, taken) => {
      if (taken.outcome === "taken") void undo([taken.receipt]);
    },
  });
  const giving = new Moments<GivenBack, number | null>({
    ...common,
    answerAll: counter.giveBack,
    isApart: ({ receipt }) => counter.isApart(receipt.hash),
    // Undoing a request makes room for those that are asked for again. So it is repeated until it is done, and they are
    // asked for again only after that.
    isFailureTold: ({ isUndone }) => !isUndone,
    isLasting: true,
    onLate: () => {},
  });

  async function giveBack(given: GivenBack, patienceMs: number): Promise<number | null> {
    if (giving.unanswered >= mostGivenBack) return null;
    const used = await giving.ask(given, patienceMs);
    return used instanceof Undecided ? null : used;
  }

  async function undo(receipts: readonly Receipt[]): Promise<void> {
    await Promise.all(receipts.map((receipt) => giveBack({ receipt, isUndone: true }, undonePatienceMs)));
  }

  let probing: Promise<boolean> | null = null;
  let probed = { isGood: false, untilMs: Number.NEGATIVE_INFINITY };

  async function probe(): Promise<boolean> {
    const isGood = !((await taking.ask(probeHash, probePatienceMs)) instanceof Undecided);
    probed = { isGood, untilMs: runtime.elapsedMs() + probeHoldsMs };
    probing = null;
    return isGood;
  }

  return {
    take: (hash, patienceMs) => taking.ask(hash, patienceMs),
    giveBack: (receipt, patienceMs) => giveBack({ receipt, isUndone: false }, patienceMs),
    async probe() {
      if (probing === null && runtime.elapsedMs() < probed.untilMs) return probed.isGood;
      probing ??= probe();
      return probing;
    },
    async close() {
      taking.close();
      const untilMs = runtime.elapsedMs() + closePatienceMs;
      while (giving.unanswered > 0 && runtime.elapsedMs() < untilMs) await runtime.sleep(closeLooksEveryMs);
      giving.close();
      await counter.close();
    },
  };
}

/** SQLite's counter does all of its work before it hands out a promise, so that a turn ends when it does. */
function takingTurns(counter: Counter, turns: TurnsMemory | null): Counter {
  if (turns === null) return counter;
  return {
    ...counter,
    take: (hashes) => inTurn(turns, () => counter.take(hashes)),
    giveBack: (given) => inTurn(turns, () => counter.giveBack(given)),
  };
}
