/** The state of ledger and archive that a publish finds when it begins. */
import type { Kysely, Transaction } from "kysely";
import type { Contents, RevisionRow } from "../archive/contents.ts";
import { readLastRevision } from "../archive/last-publish.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { changedSeasonsAndFacts } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { lastSummarized } from "./write/write-change-log.ts";
import { knownContents } from "./write/write-contents.ts";
import { hasOtherBoundsThan } from "./write/write-revision.ts";

export type PublishStart = {
  /** The row of the last revision; undefined before the first publish. */
  readonly last: RevisionRow | undefined;
  /** Its table of contents; null when there is none, or it is damaged. */
  readonly known: Contents | null;
  /** The last import that was published. */
  readonly seen: number;
  /** Whether every game is to be done again. */
  readonly all: boolean;
  readonly hasOtherBounds: boolean;
  readonly changedSeasons: readonly SeasonKey[];
  /** The number of the revision that this publish makes, if it changes anything. */
  readonly revision: number;
};

/** @param mustDoAll whether the operator asks for every game to be done again. */
export async function readStart(connection: Transaction<AnyTables>, mustDoAll: boolean): Promise<PublishStart> {
  const last = await readLastRevision(connection);
  const seen = last?.import_id ?? 0;
  const { seasons, hasVenues } = await changedSeasonsAndFacts(tablesOf<LedgerTables>(connection), seen);
  const known = knownContents(last);
  const hasOtherBounds = hasOtherBoundsThan(last);
  // A venue's facts appear in games of any pair. Without a table of contents nothing says which games are good.
  const all = mustDoAll || hasVenues || hasOtherBounds || (last !== undefined && known === null);
  const taken = await lastSummarized(tablesOf<ArchiveTables>(connection));
  const revision = Math.max(last?.revision ?? 0, taken) + 1;
  return { last, known, seen, all, hasOtherBounds, changedSeasons: seasons, revision };
}

/**
 * The time that counts as now. A clock that was set back must not make last night's games ones that are still to come,
 * and take them out of the archive: every import and publish of before has happened.
 */
export async function latestClock(ledger: Kysely<LedgerTables>, ...times: (string | undefined)[]): Promise<number> {
  const imported = await ledger
    .selectFrom("ledger_imports")
    .select(({ fn }) => fn.max<string | null>("imported_at").as("last"))
    .executeTakeFirst();
  return Math.max(...[imported?.last, ...times].map((time) => Date.parse(time ?? "")).filter(Number.isFinite));
}
