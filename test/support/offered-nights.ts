/** Nights whose files are listed and proved, without making the files. */
import { hash } from "node:crypto";
import { type Database, tablesOf, writeTransaction } from "../../src/database/engine.ts";
import type { OfferedFile } from "../../src/release/offered-files.ts";
import { appendManifest, nameNextKey } from "../../src/release/proof/manifests.ts";
import { type SigningKey, signingKeyOfSeed } from "../../src/release/proof/signature.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";

/** A key that is the same in every run. */
export function testKey(number: number): SigningKey {
  return signingKeyOfSeed(Buffer.alloc(32, number).toString("base64"));
}

/** The files of a revision: those of one season change with it, the others stay. */
export function offeredAt(revision: number): readonly OfferedFile[] {
  return [2024, 2025].flatMap((season) =>
    (["csv.gz", "parquet"] as const).map((format) => ({
      path: `nfl/${season}/games.${format}`,
      data_set: "games" as const,
      sport: "nfl" as const,
      season,
      format,
      rows: 200 + revision,
      bytes: 5_000 + revision,
      sha256: hash("sha256", `${season} ${format} ${season === 2025 ? revision : 0}`),
      revision: season === 2025 ? revision : 1,
      archive: "",
      columns_version: 1,
    })),
  );
}

export async function archiveIdOf({ kysely }: Database): Promise<string> {
  const row = await tablesOf<ReleaseTables>(kysely)
    .selectFrom("archive_identity")
    .selectAll()
    .executeTakeFirstOrThrow();
  return row.archive_id;
}

export async function publishNight(
  database: Database,
  revision: number,
  key: SigningKey | null,
  files: readonly OfferedFile[] = offeredAt(revision),
): Promise<boolean> {
  const archive = await archiveIdOf(database);
  const publishedAt = new Date(Date.UTC(2026, 0, revision, 9)).toISOString();
  return writeTransaction(database, (connection) =>
    appendManifest(connection, { archive, revision, publishedAt, files, key }),
  );
}

/** Has a key name the one that follows it. @returns whether it is the one that may. */
export function nameNext(database: Database, key: SigningKey, next: SigningKey): Promise<boolean> {
  return writeTransaction(database, (connection) => nameNextKey(connection, key, next.publicKey));
}
