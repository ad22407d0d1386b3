/**
 * The views of seasons that a server keeps: in a folder beside its other files, and made in a thread of their own where nobody has
 * made them yet, because that takes seconds.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "../../config/config.ts";
import { DatabaseError } from "../../database/database-error.ts";
import { canBeOpenedAgain, type Database } from "../../database/engine.ts";
import type { SeasonEntry } from "../../release/manifest.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import { viewFromFiles } from "../../release/view/view-from-files.ts";

/** A folder beside the database's files; null for a database in memory, which has none. */
export function folderOf({ dataDir }: Pick<Config, "dataDir">, facts: Database, name: string): string | null {
  return canBeOpenedAgain(facts) ? join(dataDir, name) : null;
}

/** What the thread is told. */
export type ViewTask = { readonly url: string; readonly entry: SeasonEntry };

/** What the thread says at its end. */
export type MadeInThread =
  | { readonly view: Uint8Array }
  | { readonly error: "damaged" | "outage" | "other"; readonly message: string };

/** @throws ReleaseDamaged when a file of the season is lost, or is not as it was written. */
export async function viewInThread(facts: Database, entry: SeasonEntry): Promise<Buffer> {
  if (!canBeOpenedAgain(facts)) return viewFromFiles(facts.kysely, entry);
  const worker = new Worker(new URL("./view-thread.ts", import.meta.url), {
    workerData: { url: facts.url, entry } satisfies ViewTask,
  });
  worker.unref();
  const made = await new Promise<MadeInThread>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`the thread that makes views ended with ${code}`)));
  });
  if ("view" in made) return Buffer.from(made.view.buffer, made.view.byteOffset, made.view.byteLength);
  const errors = { damaged: ReleaseDamaged, outage: DatabaseError, other: Error };
  throw new errors[made.error](made.message);
}
