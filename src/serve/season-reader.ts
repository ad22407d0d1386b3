/** Reads seasons in a thread of its own, because the largest takes a second. The thread ends when nothing has been read for a while. */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import { DatabaseError } from "../database/database-error.ts";
import { canBeOpenedAgain, type Database } from "../database/engine.ts";
import type { SeasonEntry } from "../release/manifest.ts";
import { ReleaseDamaged } from "../release/release-damaged.ts";
import { readSeasonTable, type SeasonTable } from "../release/season-table.ts";

/** A folder beside the database's files; null for a database in memory, which has none. */
export function folderOf({ dataDir }: Pick<Config, "dataDir">, facts: Database, name: string): string | null {
  return canBeOpenedAgain(facts) ? join(dataDir, name) : null;
}

/** The thread's answer for each season that it was asked for, in the order of the questions. */
export type ReadInThread =
  | { readonly table: SeasonTable }
  | { readonly error: "damaged" | "outage" | "other"; readonly message: string };

const errors = { damaged: ReleaseDamaged, outage: DatabaseError, other: Error };

/** The memory of a thread is more than the time that another takes to start. */
const idleMs = 5_000;

/** Rejects with ReleaseDamaged when a file of the season is lost, or is not as it was written. */
export function seasonReader(facts: Database): (entry: SeasonEntry) => Promise<SeasonTable> {
  if (!canBeOpenedAgain(facts)) return (entry) => readSeasonTable(facts.kysely, entry);
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const waiting: PromiseWithResolvers<SeasonTable>[] = [];

  function start(): Worker {
    const started = new Worker(new URL("./season-thread.ts", import.meta.url), { workerData: facts.url });
    started.unref();
    started.on("message", (read: ReadInThread) => {
      const asked = waiting.shift();
      if ("table" in read) asked?.resolve(read.table);
      else asked?.reject(new errors[read.error](read.message));
      if (waiting.length === 0) idle = setTimeout(() => started.postMessage(null), idleMs).unref();
    });
    const end = (error: Error): void => {
      if (worker === started) worker = null;
      for (const asked of waiting.splice(0)) asked.reject(error);
    };
    started.on("error", end);
    started.on("exit", (code) => end(new Error(`the thread that reads seasons ended with ${code}`)));
    return started;
  }

  return (entry) => {
    clearTimeout(idle);
    const asked = Promise.withResolvers<SeasonTable>();
    worker ??= start();
    waiting.push(asked);
    worker.postMessage(entry);
    return asked.promise;
  };
}
