/** Pages of revisions and of what they changed. Hardly anybody asks for the same page twice, so each is read from the database. */
import type { Kysely } from "kysely";
import type { Change, Revision } from "../contract/lists/changes.ts";
import { tablesOf } from "../database/engine.ts";
import type { Sport } from "../domain/sports.ts";
import { type ChangeBody, type ChangeRow, type SummaryRow, summaryBodyOf } from "../release/changes.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { Snapshot } from "./load.ts";
import { ArchiveAway } from "./refusals.ts";
import type { Shelf } from "./shelf.ts";

export type AskedShelf = Pick<Shelf, "ask">;
type Archive = Kysely<ReleaseTables>;

type ChangesWanted = {
  /** The revision after which changes are wanted; at most the snapshot's. */
  readonly since: number;
  /** Null: of all sports. */
  readonly sport: Sport | null;
  /** The number of the last change of the page before; null for the first page. */
  readonly after: number | null;
  readonly limit: number;
};

type ChangesPage =
  /** `last` is the number of the last row, where there are more. */
  | { readonly rows: readonly Change[]; readonly last: number | null }
  /** The archive does not have all changes after the wanted revision, but those after this one. */
  | { readonly keptSince: number };

/** @throws ArchiveAway when the database cannot be asked, or has another archive than the snapshot is of: it is being replaced. */
export function changeRows(shelf: AskedShelf, snapshot: Snapshot, wanted: ChangesWanted): Promise<ChangesPage> {
  return readOf(shelf, snapshot, async (archive) => {
    const { since, sport, after, limit } = wanted;
    const { revision } = snapshot;
    const head = await summaryAt(archive, revision);
    // Of an archive without a summary nothing is known but that it is at its revision.
    const keptSince = head?.kept_since ?? revision;
    if (since < keptSince) return { keptSince };
    const end = numberAt(head, sport);
    const isUpToDate = head === null || since === revision;
    const first = after ?? (isUpToDate ? end : numberAt(since === 0 ? null : await summaryAt(archive, since), sport));
    const last = Math.max(first, Math.min(first + limit, end));
    // A range of numbers, however many there are before: the database reads what comes back, and no more.
    const column = sport === null ? "position" : "sport_position";
    const all = archive.selectFrom("archive_changes").selectAll().orderBy(column);
    const wantedChanges = sport === null ? all : all.where("sport", "=", sport);
    const rows =
      last === first ? [] : await wantedChanges.where(column, ">", first).where(column, "<=", last).execute();
    return { rows: rows.map(changeOf), last: first < last && last < end ? last : null };
  });
}

/** The number of the last change up to a revision. */
function numberAt(summary: SummaryRow | null, sport: Sport | null): number {
  return summary === null ? 0 : (summaryBodyOf(summary).ends[sport ?? "all"] ?? 0);
}

/** A change as callers see it: its providers are the operator's business. */
function changeOf({ revision, published_at, sport, season, game_id, change, body }: ChangeRow): Change {
  const { fields, others } = JSON.parse(body) as ChangeBody;
  const more = others.reduce((sum, { count }) => sum + count, 0);
  return { revision, published_at, sport: sport as Sport, season, game_id, change, fields: [...fields], more };
}

async function summaryAt(archive: Archive, revision: number): Promise<SummaryRow | null> {
  const all = archive.selectFrom("archive_summaries").selectAll();
  return (await all.where("revision", "=", revision).executeTakeFirst()) ?? null;
}

/** @param after the revision that comes before the page. @returns the last revision, where there are more. @throws as `changeRows` does. */
export function revisionRows(
  shelf: AskedShelf,
  snapshot: Snapshot,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly rows: readonly Revision[]; readonly last: number | null }> {
  return readOf(shelf, snapshot, async (archive) => {
    const all = archive.selectFrom("archive_summaries").selectAll().orderBy("revision");
    const ofSnapshot = all.where("revision", ">", after).where("revision", "<=", snapshot.revision);
    const read = await ofSnapshot.limit(limit + 1).execute();
    const rows = read.slice(0, limit).map((row) => {
      const { added, changed, removed, odds_rows, seasons } = summaryBodyOf(row);
      const { revision, published_at } = row;
      return { revision, published_at, added, changed, removed, odds_rows, seasons: seasons && [...seasons] };
    });
    return { rows, last: read.length > limit ? (rows.at(-1)?.revision ?? null) : null };
  });
}

function readOf<Page>(
  shelf: AskedShelf,
  { archiveId, revision }: Snapshot,
  read: (archive: Archive) => Promise<Page>,
): Promise<Page> {
  return shelf.ask(async ({ kysely }) => {
    const archive = tablesOf<ReleaseTables>(kysely);
    const page = await read(archive);
    // Asked after the rows were read, so that they are of the archive that it names, or of one before.
    const identity = await archive.selectFrom("archive_identity").select("archive_id").executeTakeFirst();
    if (revision === 0 || identity?.archive_id === archiveId) return page;
    throw new ArchiveAway("the archive cannot be asked", { cause: new Error("it is being replaced") });
  });
}
