/** The database that is measured: seasons of the sample, published, and a key with plentiful limits. */
import { existsSync } from "node:fs";
import { type Extent, sampleRecords } from "../../sample/src/sample.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openAccess, openDatabase } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { plenty } from "../support/access.ts";
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
    const now = new Date().toISOString();
    await publishItems(database, itemsOf(extent), now);
  } finally {
    await database.close();
  }
}

function* itemsOf(extent: Extent): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent })) yield { record };
}

/** @returns a new key of an account that no benchmark reaches the limits of. */
export async function makeKey(databaseFile: string, email = "bench@example.com"): Promise<string> {
  const access = await openAccess(databaseFile);
  try {
    return (await createKey(access, { email, plan: "standard", ...plenty, now: new Date() })).key;
  } finally {
    await access.close();
  }
}
