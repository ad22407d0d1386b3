/** Writes a publish as a release, with what the next publish needs to know of it. */
import type { Kysely, Transaction } from "kysely";
import { columnsVersion } from "../../contract/release-columns.ts";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { sampleProvider } from "../../domain/providers.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { filesOf, type Manifest, type Release, releaseRow, type SeasonEntry } from "../../release/manifest.ts";
import { readOfferedFiles } from "../../release/offered-files.ts";
import { dropUnused } from "../../release/store.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { HeldGame } from "../findings.ts";

type NewRelease = {
  /** The release before; null before the first publish. */
  readonly last: Release | null;
  /** The number of the revision that this publish makes, if it changes anything. */
  readonly revision: number;
  readonly seasons: readonly SeasonEntry[];
  readonly leagues: Manifest["leagues"];
  readonly hasChanged: boolean;
  /** Every game that is held back. */
  readonly held: readonly HeldGame[];
  readonly importId: number;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
};

/** A publish that changed nothing keeps the last release, and only notes what it has seen. */
export async function writeRelease(connection: Transaction<AnyTables>, release: NewRelease): Promise<void> {
  const { last, hasChanged, held, importId, publishedAt } = release;
  const tables = tablesOf<ReleaseTables>(connection);
  const isSample = await holdsOnlySample(tablesOf<LedgerTables>(connection));
  const isNew = hasChanged || last === null;
  const revision = isNew ? release.revision : last.revision;
  const row = {
    revision,
    published_at: publishedAt,
    import_id: importId,
    is_sample: isSample ? 1 : 0,
    report: JSON.stringify({ held }),
  };
  if (!isNew) {
    const manifest = { ...last.manifest, is_sample: isSample };
    await tables.updateTable("releases").set(releaseRow(row, manifest)).where("revision", "=", revision).execute();
    return;
  }
  const identity = await tables.selectFrom("archive_identity").select("archive_id").executeTakeFirstOrThrow();
  const manifest: Manifest = {
    archive: identity.archive_id,
    revision,
    published_at: publishedAt,
    previous: last?.manifestSha256 ?? null,
    is_sample: isSample,
    columns: columnsVersion,
    seasons: release.seasons,
    leagues: release.leagues,
  };
  await tables.insertInto("releases").values(releaseRow(row, manifest)).execute();
  const ofFiles = [...filesOf(manifest), ...(await readOfferedFiles(connection))].map(({ sha256 }) => sha256);
  await dropUnused(connection, new Set(ofFiles), Date.parse(publishedAt));
}

/** Whether every game in the ledger is the sample's: then answers say so. */
async function holdsOnlySample(ledger: Kysely<LedgerTables>): Promise<boolean> {
  const providers = await ledger
    .selectFrom("ledger_records")
    .select("provider")
    .distinct()
    .where("kind", "=", "game")
    .execute();
  return providers.length > 0 && providers.every((row) => row.provider === sampleProvider);
}
