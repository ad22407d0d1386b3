/** A database with the full sample in its ledger, made once for all benchmarks of a run. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sampleRecords } from "../../sample/src/sample.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";

function* items(): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent: "full" })) yield { record };
}

export async function fullSample(folder: string): Promise<{ database: Database; url: string }> {
  const url = join(folder, "full.db");
  const isMade = existsSync(url);
  const database = await openDatabase(url);
  if (!isMade) await importItems(database, items(), new Date().toISOString());
  return { database, url };
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
