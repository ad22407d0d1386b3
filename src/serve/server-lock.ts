/**
 * On SQLite one server answers, because it counts in memory. It holds a lock that ends with its process; commands and the
 * collector need none.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database/engine.ts";
import { type Alone, holdTurn, TurnHeld } from "../database/sqlite-files.ts";

const lookEveryMs = 100;
/** A server that was signalled to end has closed its connections by then, apart from what it drains. */
const endingMs = 10_000;

/**
 * Waits for a server that is about to end.
 * @param database the accounts. On PostgreSQL, and in memory, there is nothing to lock.
 * @throws DatabaseError when the other server goes on, or the lock cannot be made.
 */
export async function holdServerLock({ engine, url }: Database, drainSeconds: number): Promise<Alone> {
  if (engine !== "sqlite" || url === ":memory:") return { release: () => {} };
  const path = `${url}-server`;
  const isServed = `another server answers from ${url}: with SQLite there is one; several need PostgreSQL (DATABASE_URL=postgres://…)`;
  const untilMs = performance.now() + drainSeconds * 1000 + endingMs;
  for (;;) {
    try {
      return holdTurn(path, isServed);
    } catch (error) {
      if (!(error instanceof TurnHeld) || performance.now() >= untilMs) throw error;
    }
    await sleep(lookEveryMs);
  }
}
