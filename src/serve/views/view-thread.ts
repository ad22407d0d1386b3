/** The thread that makes one view: see `views.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { isOutage, reasonOf } from "../../database/database-error.ts";
import { openReader } from "../../database/engine.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { viewFromFiles } from "../../release/view/view-from-files.ts";
import type { MadeInThread, ViewTask } from "./views.ts";

const { url, entry } = workerData as ViewTask;
const database = openReader(url, "facts");
try {
  answer({ view: await viewFromFiles(database.kysely, entry) });
} catch (error) {
  const kind = error instanceof ReleaseDamaged ? "damaged" : isOutage(error) ? "outage" : "other";
  answer({ error: kind, message: reasonOf(error) });
} finally {
  await database.close();
}

function answer(message: MadeInThread): void {
  parentPort?.postMessage(message);
}
