/** Pages of what revisions changed. Hardly anybody asks for the same page twice, so each is read from the database. */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { Sport } from "../domain/sports.ts";
import {
  type ChangeEnds,
  type ChangeRow,
  type SummaryBody,
  type SummaryRow,
  summaryBodyOf,
} from "../release/change-log.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { Snapshot } from "./load.ts";

export type ChangesRequest = {
  /** The revision after which changes are wanted; at most the snapshot's. */
  readonly since: number;
  /** Null: of all sports. */
  readonly sport: Sport | null;
  /** The number of the last change of the page before; null for the first page. */
  readonly after: number | null;
  readonly limit: number;
};

export type ChangesPage =
  | {
      readonly kind: "page";
      readonly rows: readonly ChangeRow[];
      /** The number of the last row, where there are more. */
      readonly lastNumber: number | null;
    }
  /** The archive does not have all changes after the wanted revision, but those after this one. */
  | { readonly kind: "too old"; readonly keptSince: number };

/** Null when the database has another archive than the snapshot is of: it is being replaced. */
export async function readChanges(
  { kysely }: Database,
  snapshot: Snapshot,
  { since, sport, after, limit }: ChangesRequest,
): Promise<ChangesPage | null> {
  const archive = tablesOf<ReleaseTables>(kysely);
  const head = await summaryAt(archive, snapshot.revision);
  // Of an archive without a summary nothing is known but that it is at its revision.
  const keptSince = head?.row.kept_since ?? snapshot.revision;
  if (since < keptSince) return { kind: "too old", keptSince };
  const end = numberAt(head?.body.ends ?? {}, sport);
  const first =
    after ?? (head === null || since === snapshot.revision ? end : await numberAfter(archive, since, sport));
  const count = Math.max(0, Math.min(limit, end - first));
  const rows = count === 0 ? [] : await readRows(archive, { sport, first, count });
  if (!(await isOf(archive, snapshot))) return null;
  const last = first + count;
  return { kind: "page", rows, lastNumber: count > 0 && last < end ? last : null };
}

type Archive = Kysely<ReleaseTables>;

function numberAt(ends: ChangeEnds, sport: Sport | null): number {
  return ends[sport ?? "all"] ?? 0;
}

/** The number of the last change up to a revision, which the log is kept after. */
async function numberAfter(archive: Archive, revision: number, sport: Sport | null): Promise<number> {
  if (revision === 0) return 0;
  const summary = await summaryAt(archive, revision);
  return numberAt(summary?.body.ends ?? {}, sport);
}

/** A range of numbers, however many there are before: the database reads what comes back, and no more. */
export function rowsQuery(
  archive: Archive,
  { sport, first, count }: { readonly sport: Sport | null; readonly first: number; readonly count: number },
) {
  const all = archive.selectFrom("archive_changes").selectAll();
  if (sport === null) {
    return all
      .where("position", ">", first)
      .where("position", "<=", first + count)
      .orderBy("position");
  }
  return all
    .where("sport", "=", sport)
    .where("sport_position", ">", first)
    .where("sport_position", "<=", first + count)
    .orderBy("sport_position");
}

function readRows(archive: Archive, range: Parameters<typeof rowsQuery>[1]): Promise<ChangeRow[]> {
  return rowsQuery(archive, range).execute();
}

/** Null when there is none. */
async function summaryAt(archive: Archive, revision: number): Promise<{ row: SummaryRow; body: SummaryBody } | null> {
  const row = await archive
    .selectFrom("archive_summaries")
    .selectAll()
    .where("revision", "=", revision)
    .executeTakeFirst();
  return row === undefined ? null : { row, body: summaryBodyOf(row) };
}

type Revision = { readonly revision: number; readonly publishedAt: string; readonly body: SummaryBody };

export type RevisionsPage = {
  readonly rows: readonly Revision[];
  /** The last revision of the page, where there are more. */
  readonly lastRevision: number | null;
};

export function revisionsQuery(
  archive: Archive,
  { after, last, limit }: { readonly after: number; readonly last: number; readonly limit: number },
) {
  return archive
    .selectFrom("archive_summaries")
    .selectAll()
    .where("revision", ">", after)
    .where("revision", "<=", last)
    .orderBy("revision")
    .limit(limit);
}

/**
 * Null when the database has another archive than the snapshot is of.
 * @param after the revision that comes before the page.
 */
export async function readRevisions(
  { kysely }: Database,
  snapshot: Snapshot,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RevisionsPage | null> {
  const archive = tablesOf<ReleaseTables>(kysely);
  const rows = await revisionsQuery(archive, { after, last: snapshot.revision, limit: limit + 1 }).execute();
  const page = rows.slice(0, limit).map((row) => ({
    revision: row.revision,
    publishedAt: row.published_at,
    body: summaryBodyOf(row),
  }));
  if (!(await isOf(archive, snapshot))) return null;
  return { rows: page, lastRevision: rows.length > limit ? (page.at(-1)?.revision ?? null) : null };
}

/** Asked after the rows were read, so that they are of the archive that it names, or of one before. */
async function isOf(archive: Archive, { archiveId, revision }: Snapshot): Promise<boolean> {
  if (revision === 0) return true;
  const identity = await archive.selectFrom("archive_identity").select("archive_id").executeTakeFirst();
  return identity?.archive_id === archiveId;
}
