/** A season whose files in the database are not as they were written. */
import assert from "node:assert/strict";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import type { SeasonKey } from "../../src/domain/seasons.ts";
import { readNewestRelease, type SeasonEntry } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";

export async function seasonEntry(database: Database, { sport, season }: SeasonKey): Promise<SeasonEntry> {
  const release = await readNewestRelease(database.kysely);
  const entry = release?.manifest.seasons.find((each) => each.sport === sport && each.season === season);
  return entry ?? assert.fail(`${sport} ${season} is not published`);
}

/** Returns what puts the file back. */
export async function damageSeason(database: Database, key: SeasonKey): Promise<() => Promise<void>> {
  const entry = await seasonEntry(database, key);
  const { sha256 } = entry.files.games;
  const tables = tablesOf<ReleaseTables>(database.kysely);
  const { body } = await tables
    .selectFrom("release_pieces")
    .select("body")
    .where("sha256", "=", sha256)
    .executeTakeFirstOrThrow();
  const damaged = Uint8Array.from(body);
  damaged[100] = (damaged[100] as number) ^ 1;
  async function set(to: Uint8Array): Promise<void> {
    await tables.updateTable("release_pieces").set({ body: to }).where("sha256", "=", sha256).execute();
  }
  await set(damaged);
  return () => set(body);
}
