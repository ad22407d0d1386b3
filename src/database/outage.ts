/** Telling a database that cannot be asked from a question that was wrong, also through a library that hides it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseError } from "./database-error.ts";

/** Whether asking again later may help: the database is away, busy, full, or its file cannot be used. */
export function isOutage(error: unknown): boolean {
  return error instanceof DatabaseError;
}

type Watch = { seen: DatabaseError | null };

const watches = new AsyncLocalStorage<Watch>();

/** For who meets an outage: remembers it for `revealingOutages`, and hands it back to be thrown. */
export function noteOutage<Outage extends DatabaseError>(outage: Outage): Outage {
  const watch = watches.getStore();
  if (watch !== undefined) watch.seen ??= outage;
  return outage;
}

/** Does work that may hide an outage or take it for something else; throws the first one that was met, if there was one. */
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
