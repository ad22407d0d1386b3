/** The thread that does one task of the pages for operators: see `desk.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { reasonOf } from "../../database/database-error.ts";
import { type Database, openDatabase, openReader } from "../../database/engine.ts";
import { isOutage } from "../../database/outage.ts";
import type { DeskAnswer, DeskTask } from "./desk.ts";
import { tasks, writing } from "./tasks.ts";

const { url, name, given } = workerData as DeskTask;
try {
  answer({ answer: await workOn(writing.has(name) ? await openDatabase(url) : openReader(url, "facts")) });
} catch (error) {
  answer({ error: isOutage(error) ? "outage" : "other", message: reasonOf(error) });
}

async function workOn(database: Database): Promise<unknown> {
  try {
    return await tasks[name](database, given as never);
  } finally {
    await database.close();
  }
}

function answer(message: DeskAnswer): void {
  parentPort?.postMessage(message);
}
