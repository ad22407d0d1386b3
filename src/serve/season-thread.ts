/** The thread that reads seasons: see `season-reader.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { isOutage, reasonOf } from "../database/database-error.ts";
import { openReader } from "../database/engine.ts";
import type { SeasonEntry } from "../release/manifest.ts";
import { ReleaseDamaged } from "../release/release-damaged.ts";
import { readSeasonTable } from "../release/season-table.ts";
import type { ReadInThread } from "./season-reader.ts";

const port = parentPort;
if (port === null) throw new Error("this reads in a thread of its own");
let last: Promise<void> = Promise.resolve();
port.on("message", (entry: SeasonEntry | null) => {
  // Null: nothing more is wanted.
  if (entry === null) port.close();
  else last = last.then(async () => port.postMessage(await answerTo(entry)));
});

async function answerTo(entry: SeasonEntry): Promise<ReadInThread> {
  try {
    const database = openReader(workerData as string, "facts");
    try {
      return { table: await readSeasonTable(database.kysely, entry) };
    } finally {
      await database.close();
    }
  } catch (error) {
    const kind = error instanceof ReleaseDamaged ? "damaged" : isOutage(error) ? "outage" : "other";
    return { error: kind, message: reasonOf(error) };
  }
}
