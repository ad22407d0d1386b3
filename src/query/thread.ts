/** The thread that loads one snapshot: see `thread-loader.ts`. */
import { parentPort, workerData } from "node:worker_threads";
import { DatabaseError, DatabaseOutage, reasonOf } from "../database/database-error.ts";
import { openReader } from "../database/engine.ts";
import { ArchiveDamaged } from "../release/damage.ts";
import { loadSnapshot } from "./load.ts";
import { sharedSnapshot, snapshotOf } from "./message.ts";
import type { ThreadAnswer, ThreadTask } from "./thread-loader.ts";

const { url, before } = workerData as ThreadTask;
const database = openReader(url, "facts");
try {
  const known = snapshotOf(before);
  answer({ snapshot: sharedSnapshot(await loadSnapshot(database, known), known) });
} catch (error) {
  const kind = kindOf(error);
  const { reason, code } = error instanceof DatabaseOutage ? error : { reason: reasonOf(error), code: "" };
  answer({ error: kind, message: error instanceof Error ? error.message : String(error), reason, code });
} finally {
  await database.close();
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}

function kindOf(error: unknown): "damaged" | "outage" | "database" | "other" {
  if (error instanceof ArchiveDamaged) return "damaged";
  if (error instanceof DatabaseOutage) return "outage";
  return error instanceof DatabaseError ? "database" : "other";
}
