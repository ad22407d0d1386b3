/** The database that is measured: seasons of the sample, published. */
import { existsSync } from "node:fs";
import { type Extent, sampleRecords } from "../../sample/src/sample.ts";
import { openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { publishItems } from "../support/sample.ts";

/** A season of two sports each, with which the benchmark itself can be tried out. */
export const smallExtent: Extent = [
  { sport: "mlb", season: 2026 },
  { sport: "nfl", season: 2025 },
];

/** Imports and publishes seasons of the sample, unless the file is there already. */
export async function makeArchive(file: string, extent: Extent): Promise<void> {
  if (existsSync(file)) return;
  const database = await openDatabase(file);
  try {
    await publishItems(database, itemsOf(extent), new Date().toISOString());
  } finally {
    await database.close();
  }
}

function* itemsOf(extent: Extent): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent })) yield { record };
}
