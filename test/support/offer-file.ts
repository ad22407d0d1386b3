/** Offers files of seasons as the maker of files does, with bytes that a test gives. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { type FileFormat, type FileSetName, fileColumnsVersion, seasonFilePath } from "../../src/contract/file-sets.ts";
import { exampleSha256 } from "../../src/contract/lists/files.ts";
import { type Database, tablesOf, writeTransaction } from "../../src/database/engine.ts";
import type { Sport } from "../../src/domain/sports.ts";
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
