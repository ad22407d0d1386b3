/** The database that the servers of a benchmark serve: seasons of the sample, published, and a key with plentiful limits. */
import { existsSync } from "node:fs";
import { type Extent, sampleRecords } from "../../../sample/src/sample.ts";
import { createKey } from "../../../src/access/keys/operator-keys.ts";
import { openAccess, openDatabase } from "../../../src/database/engine.ts";
import type { FeedRecord } from "../../../src/feed/records.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { importItems } from "../../../src/ledger/import.ts";
import { publish } from "../../../src/publish/publish.ts";
import { plenty } from "../../support/access.ts";

/** A single season, with which the rig can be tried out within seconds. */
export const smallExtent: Extent = [{ sport: "nfl", season: 2025 }];

/** Imports and publishes seasons of the sample, unless the file is there already. The full sample takes about 90 seconds. */
export async function makeArchive(file: string, extent: Extent): Promise<void> {
  if (existsSync(file)) return;
  await publishRecords(file, sampleRecords({ seed: 1, extent }));
}

/** Imports records into a database, which is made where there is none, and publishes what changed. */
export async function publishRecords(file: string, records: Iterable<FeedRecord>): Promise<void> {
  const database = await openDatabase(file);
  try {
    await importItems(database, itemsOf(records), new Date().toISOString());
    await publish(database, { all: false, acceptRemovals: false, publishedAt: new Date().toISOString() });
  } finally {
    await database.close();
  }
}

function* itemsOf(records: Iterable<FeedRecord>): Generator<FeedItem> {
  for (const record of records) yield { record };
}

/** @returns a new key of an account that no benchmark reaches the limits of. */
export async function makeKey(databaseFile: string): Promise<string> {
  const access = await openAccess(databaseFile);
  try {
    const { key } = await createKey(access, {
      email: "bench@example.com",
      plan: "standard",
      ...plenty,
      now: new Date(),
    });
    return key;
  } finally {
    await access.close();
  }
}
