/** Tells a database that cannot be asked from a faulty query, even when a library in between hides the error. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseError } from "./database-error.ts";

/** Whether asking again later may help: the database is away, busy, full, or its file cannot be used. */
export function isOutage(error: unknown): boolean {
  return error instanceof DatabaseError;
}

type Watch = { seen: DatabaseError | null };

const watches = new AsyncLocalStorage<Watch>();

/** Remembers an outage for `revealingOutages`, and returns it so that the caller can throw it. */
export function noteOutage<Outage extends DatabaseError>(outage: Outage): Outage {
  const watch = watches.getStore();
  if (watch !== undefined) watch.seen ??= outage;
  return outage;
}

/** Does work that may hide an outage or mistake it for another error. If there was an outage, throws the first one. */
export async function revealingOutages<Result>(work: () => Promise<Result>): Promise<Result> {
  const watch: Watch = { seen: null };
  try {
    const result = await watches.run(watch, work);
    if (watch.seen === null) return result;
  } catch (error) {
    if (watch.seen === null) throw error;
  }
  throw watch.seen;
}
