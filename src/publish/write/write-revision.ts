/** Notes a publish as a revision of the archive, with what the next publish needs to know of it. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { sampleProvider } from "../../domain/providers.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { type Contents, type RevisionRow, revisionRow } from "../../release/contents.ts";
import type { ArchiveTables } from "../../release/tables.ts";
import type { HeldGame } from "../publish-report.ts";

/**
 * This number rises when bounds become tighter, since the archive may hold values that they forbid, and when a rule of
 * published values changes: then the next publish builds every game again. Release 0.1.0 had no such number. 2 came with
 * the rule that captures outrank what is stated without a time [D-43]. 3 came with the packed lines, paths and ids of games, 4
 * with their packed odds, 5 with their conditions, 6 with the rules of doubt [D-51].
 */
const boundsVersion = 6;

/** Whether the archive of a revision was built under other bounds; not before the first revision. */
export function hasOtherBoundsThan(last: RevisionRow | undefined): boolean {
  return last !== undefined && (JSON.parse(last.report) as { bounds?: number }).bounds !== boundsVersion;
}

type Revision = {
  /** The row of the last revision; undefined before the first publish. */
  readonly last: RevisionRow | undefined;
  /** The number of the revision that this publish makes, if it changes anything. */
  readonly revision: number;
  readonly contents: Contents;
  readonly hasChanged: boolean;
  /** Every game that is held back. */
  readonly held: readonly HeldGame[];
  readonly importId: number;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
};

/**
 * A publish that changed nothing of the archive keeps the number of the last revision, and only notes what it has seen.
 */
export async function writeRevision(
  connection: Transaction<AnyTables>,
  { last, revision, contents, hasChanged, held, importId, publishedAt }: Revision,
): Promise<void> {
  const archive = tablesOf<ArchiveTables>(connection);
  const isSample = await holdsOnlySample(tablesOf<LedgerTables>(connection));
  const row = revisionRow(
    {
      revision: hasChanged ? revision : (last?.revision ?? revision),
      published_at: publishedAt,
      import_id: importId,
      is_sample: isSample ? 1 : 0,
      report: JSON.stringify({ held, bounds: boundsVersion }),
    },
    contents,
  );
  if (hasChanged || last === undefined) await archive.insertInto("archive_revisions").values(row).execute();
  else await archive.updateTable("archive_revisions").set(row).where("revision", "=", last.revision).execute();
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
