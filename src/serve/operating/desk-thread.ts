/** The thread that does one task of the pages for operators, over a connection of its own: see `desk.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { isOutage, reasonOf } from "../../database/database-error.ts";
import { openReader } from "../../database/engine.ts";
import type { DeskAnswer, DeskTask } from "./desk.ts";
import { tasks } from "./desk-tasks.ts";

const { url, name } = workerData as DeskTask;
const database = openReader(url, "facts");
let said: DeskAnswer;
try {
  said = { answer: await tasks[name](database) };
} catch (error) {
  said = { error: isOutage(error) ? "outage" : "other", message: reasonOf(error) };
} finally {
  await database.close();
}
parentPort?.postMessage(said);
