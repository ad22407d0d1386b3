/**
 * The files of releases in the database: in pieces of a mebibyte, under their SHA-256. They are written in the transaction of
 * their publish, so that backup, restore and replication have them as they have everything else.
 */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { hourMs } from "../domain/times.ts";
import type { StoredFile } from "./manifest.ts";
import { asDamage, ReleaseDamaged } from "./release-damaged.ts";
import type { ReleaseTables } from "./tables.ts";

/** A file is in pieces of so many bytes, of which only the last one has less. */
export const pieceBytes = 1024 * 1024;

/** A file that nothing names any more stays so long, because somebody may still be reading it. */
const keptUnusedMs = 48 * hourMs;

/** Writes a file, also over one of the same name that is damaged. */
export async function storeFile(connection: Kysely<AnyTables>, bytes: Uint8Array): Promise<StoredFile> {
  const tables = tablesOf<ReleaseTables>(connection);
  const name = { sha256: hash("sha256", bytes), bytes: bytes.length };
  if (await isStored(connection, name)) return name;
  await tables.deleteFrom("release_files").where("sha256", "=", name.sha256).execute();
  await tables.deleteFrom("release_pieces").where("sha256", "=", name.sha256).execute();
  await tables
    .insertInto("release_files")
    .values({ ...name, unused_since: null })
    .execute();
  for (let number = 0; number * pieceBytes < bytes.length; number++) {
    const body = bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes);
    await tables.insertInto("release_pieces").values({ sha256: name.sha256, number, body }).execute();
  }
  return name;
}

/** Whether a file and its row are there as they were written. */
async function isStored(connection: Kysely<AnyTables>, name: StoredFile): Promise<boolean> {
  return (await hasRow(connection, name)) && (await damageOfFile(connection, name)) === null;
}

/** Whether the row of a file, by which it is kept, is there as it was written. */
export async function hasRow(connection: Kysely<AnyTables>, { sha256, bytes }: StoredFile): Promise<boolean> {
  const row = await tablesOf<ReleaseTables>(connection)
    .selectFrom("release_files")
    .select("bytes")
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row?.bytes === bytes;
}

/** Null when the file is as it was written. */
export async function damageOfFile(connection: Kysely<AnyTables>, name: StoredFile): Promise<ReleaseDamaged | null> {
  try {
    await readFile(connection, name);
    return null;
  } catch (error) {
    if (error instanceof ReleaseDamaged) return error;
    throw error;
  }
}

/** @throws ReleaseDamaged when the file is lost, or is not as it was written. */
export async function readFile(connection: Kysely<AnyTables>, { sha256, bytes }: StoredFile): Promise<Buffer> {
  const pieces = await tablesOf<ReleaseTables>(connection)
    .selectFrom("release_pieces")
    .select("body")
    .where("sha256", "=", sha256)
    .orderBy("number")
    .execute()
    .catch((error: unknown) => {
      throw asDamage(error) ?? error;
    });
  const file = Buffer.concat(pieces.map(({ body }) => body));
  if (file.length === bytes && hash("sha256", file) === sha256) return file;
  if (bytes < 0) throw new ReleaseDamaged("a file that this version needs was not written by the one before");
  const found = pieces.length === 0 ? "is lost" : "does not match its name";
  throw new ReleaseDamaged(`the file ${sha256.slice(0, 12)} ${found}`);
}

/**
 * Notes which files are used no longer, and removes those that have not been used for two days.
 * @param used the SHA-256 of every file that the release in use names.
 */
export async function dropUnused(
  connection: Kysely<AnyTables>,
  used: ReadonlySet<string>,
  nowMs: number,
): Promise<void> {
  const tables = tablesOf<ReleaseTables>(connection);
  for (const { sha256, unused_since: since } of await tables.selectFrom("release_files").selectAll().execute()) {
    const isUsed = used.has(sha256);
    if (isUsed ? since === null : since !== null && Date.parse(since) + keptUnusedMs > nowMs) continue;
    if (isUsed || since === null) {
      const unused_since = isUsed ? null : new Date(nowMs).toISOString();
      await tables.updateTable("release_files").set({ unused_since }).where("sha256", "=", sha256).execute();
      continue;
    }
    await tables.deleteFrom("release_files").where("sha256", "=", sha256).execute();
    await tables.deleteFrom("release_pieces").where("sha256", "=", sha256).execute();
  }
}
