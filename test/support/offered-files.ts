/** Files of seasons as the maker of files offers and proves them, without making them, and OpenSSH's program, which checks the proof. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FileFormat, type FileSetName, fileColumnsVersion, seasonFilePath } from "../../src/contract/file-sets.ts";
import { exampleSha256 } from "../../src/contract/lists/files.ts";
import { type Database, tablesOf, writeTransaction } from "../../src/database/engine.ts";
import type { Sport } from "../../src/domain/sports.ts";
import type { OfferedFile } from "../../src/release/offered-files.ts";
import { appendManifest, nameNextKey, verifyCommand } from "../../src/release/proof/manifests.ts";
import { allowedSigners, type SigningKey, signingKeyOfSeed } from "../../src/release/proof/signature.ts";
import { storeFile } from "../../src/release/store.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";

export type OfferedSketch = {
  readonly sport?: Sport;
  readonly season?: number;
  readonly dataSet?: FileSetName;
  readonly format?: FileFormat;
  readonly bytes?: Uint8Array;
  readonly revision?: number;
  readonly replacedAt?: string | null;
};

/** The file that the examples of the OpenAPI document name. */
export const exampleFile = Buffer.from("test");
assert.equal(hash("sha256", exampleFile), exampleSha256);
export const exampleFilePath = "nfl/2025/odds.csv.gz";

/** Resolves with the file's place below `/v1/files/` and its SHA-256. */
export function offerFile(
  database: Database,
  {
    sport = "nfl",
    season = 2025,
    dataSet = "odds",
    format = "csv.gz",
    bytes = exampleFile,
    ...sketch
  }: OfferedSketch = {},
): Promise<{ path: string; sha256: string }> {
  return writeTransaction(database, async (connection) => {
    const { sha256 } = await storeFile(connection, bytes);
    const path = seasonFilePath(sport, season, dataSet, format);
    const { revision = 1, replacedAt = null } = sketch;
    await tablesOf<ReleaseTables>(connection)
      .insertInto("offered_files")
      .values({
        ...{ path, sha256, data_set: dataSet, sport, season, format, rows: 1, bytes: bytes.length, revision },
        ...{ archive: "", columns_version: fileColumnsVersion, source: "a test", replaced_at: replacedAt },
      })
      .onConflict((known) => known.columns(["path", "sha256"]).doUpdateSet({ replaced_at: replacedAt }))
      .execute();
    return { path, sha256 };
  });
}

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

/** Why tests with it cannot run here, or false. */
export function whyNoProofPrograms(): string | false {
  return spawnSync("ssh-keygen", ["-?"]).error !== undefined && "the package openssh-client is not installed";
}

/** Whether it accepts the signature of a file, by the command of docs/api/files.md. */
export function isAccepted(folder: string, publicKey: string, content: string, sshsig: string): boolean {
  writeFileSync(join(folder, "manifest.json"), content);
  writeFileSync(join(folder, "manifest.json.sshsig"), sshsig);
  writeFileSync(join(folder, "allowed_signers"), allowedSigners(publicKey));
  return spawnSync("sh", ["-c", verifyCommand], { cwd: folder }).status === 0;
}
