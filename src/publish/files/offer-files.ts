/** Lists the files of a release as those that callers may take home, in the place of the ones before, with the manifest that proves them. */
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { type Release, readNewestRow } from "../../release/manifest.ts";
import { type OfferedFile, replacedForMs } from "../../release/offered-files.ts";
import type { SigningKey } from "../../release/proof/signing-key.ts";
import { appendManifest } from "../../release/proof/write-manifest.ts";
import type { ReleaseTables } from "../../release/tables.ts";

export type SourcedFile = OfferedFile & { readonly source: string };

type Offer = {
  readonly release: Release;
  readonly archive: string;
  readonly files: readonly SourcedFile[];
  /** Null: the manifest is not signed. */
  readonly key: SigningKey | null;
};

/** False when another revision has been published meanwhile: its files are yet to be made, and nothing is changed. */
export async function offerFiles(
  connection: Transaction<AnyTables>,
  { release, archive, files, key }: Offer,
): Promise<boolean> {
  const { revision } = release;
  if ((await readNewestRow(connection))?.revision !== revision) return false;
  const tables = tablesOf<ReleaseTables>(connection);
  const nowMs = Date.now();
  const expired = new Date(nowMs - replacedForMs).toISOString();
  await tables.deleteFrom("offered_files").where("replaced_at", "<", expired).execute();
  const before = await tables.selectFrom("offered_files").select(["path", "sha256", "source", "replaced_at"]).execute();
  const isSame = (file: SourcedFile, row: (typeof before)[number]) =>
    row.path === file.path && row.sha256 === file.sha256 && row.source === file.source && row.replaced_at === null;
  for (const row of before) {
    if (row.replaced_at !== null || files.some((file) => isSame(file, row))) continue;
    await tables
      .updateTable("offered_files")
      .set({ replaced_at: new Date(nowMs).toISOString() })
      .where("path", "=", row.path)
      .where("sha256", "=", row.sha256)
      .execute();
  }
  for (const file of files) {
    if (before.some((row) => isSame(file, row))) continue;
    // The same bytes may have been offered before: by another revision's number, or until an hour ago.
    await tables.deleteFrom("offered_files").where("path", "=", file.path).where("sha256", "=", file.sha256).execute();
    await tables.insertInto("offered_files").values(rowOf(file)).execute();
  }
  const { published_at: publishedAt } = release;
  await appendManifest(connection, { archive, revision, publishedAt, files, key });
  return true;
}

function rowOf({ dataSet, columnsVersion, ...file }: SourcedFile): ReleaseTables["offered_files"] {
  return { ...file, data_set: dataSet, columns_version: columnsVersion, replaced_at: null };
}
