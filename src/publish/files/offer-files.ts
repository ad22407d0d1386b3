/** Lists files as those that callers may take home, in the place of the ones before, and appends the manifest that proves them. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { type Release, readNewestRelease } from "../../release/manifest.ts";
import { type OfferedFile, replacedForMs } from "../../release/offered-files.ts";
import { appendManifest } from "../../release/proof/manifests.ts";
import type { SigningKey } from "../../release/proof/signature.ts";
import type { ReleaseTables } from "../../release/tables.ts";

export type SourcedFile = OfferedFile & { readonly source: string };

type Offer = {
  readonly release: Release;
  readonly archive: string;
  readonly files: readonly SourcedFile[];
  /** Null: the manifest is not signed. */
  readonly key: SigningKey | null;
};

/** Lists the files of one season in the place of those before, which stay for two days under their SHA-256. */
export async function offerSeason(connection: Transaction<AnyTables>, files: readonly SourcedFile[]): Promise<void> {
  const paths = new Set(files.map(({ path }) => path));
  await replace(connection, files, (row) => paths.has(row.path));
}

/**
 * Appends the manifest of a revision whose files are all there, and takes those of seasons that are gone from the list.
 * @returns false when another revision has been published meanwhile: its files are yet to be made, and nothing is changed.
 */
export async function proveFiles(
  connection: Transaction<AnyTables>,
  { release, archive, files, key }: Offer,
): Promise<boolean> {
  const { revision, published_at: publishedAt } = release;
  if ((await readNewestRelease(connection))?.revision !== revision) return false;
  const expired = new Date(Date.now() - replacedForMs).toISOString();
  await tablesOf<ReleaseTables>(connection).deleteFrom("offered_files").where("replaced_at", "<", expired).execute();
  await replace(connection, files, () => true);
  await appendManifest(connection, { archive, revision, publishedAt, files, key });
  return true;
}

type KnownRow = Pick<ReleaseTables["offered_files"], "path" | "sha256" | "source" | "replaced_at">;

/** @param isMeant which rows of the list the files are in the place of. */
async function replace(
  connection: Transaction<AnyTables>,
  files: readonly SourcedFile[],
  isMeant: (row: KnownRow) => boolean,
): Promise<void> {
  const tables = tablesOf<ReleaseTables>(connection);
  const rows = await tables.selectFrom("offered_files").select(["path", "sha256", "source", "replaced_at"]).execute();
  const before = rows.filter(isMeant);
  const isSame = (file: SourcedFile, row: KnownRow) =>
    row.path === file.path && row.sha256 === file.sha256 && row.source === file.source && row.replaced_at === null;
  const now = new Date().toISOString();
  for (const row of before) {
    if (row.replaced_at !== null || files.some((file) => isSame(file, row))) continue;
    await tables
      .updateTable("offered_files")
      .set({ replaced_at: now })
      .where("path", "=", row.path)
      .where("sha256", "=", row.sha256)
      .execute();
  }
  for (const file of files) {
    if (before.some((row) => isSame(file, row))) continue;
    // The same bytes may have been offered before: by another revision's number, or until an hour ago.
    await tables.deleteFrom("offered_files").where("path", "=", file.path).where("sha256", "=", file.sha256).execute();
    await tables
      .insertInto("offered_files")
      .values({ ...file, replaced_at: null })
      .execute();
  }
}
