/** The changes of revisions: pages of revisions, and of the games that they changed. */

import type { Change, Revision } from "../../contract/lists/changes.ts";
import type { Sport } from "../../domain/sports.ts";
import type { ChangeRow } from "../../release/change-log.ts";
import type { ChangeBody } from "../../release/changes.ts";
import type { ChangesRequest } from "../changes.ts";
import type { Snapshot } from "../load.ts";
import { ArchiveAway } from "../refusals.ts";
import type { Shelf } from "../shelf.ts";

export type RevisionsShelf = Pick<Shelf, "revisions" | "changes">;

export type RevisionRows = {
  readonly rows: readonly Revision[];
  /** The last revision of the page, where there are more. */
  readonly lastRevision: number | null;
};

/**
 * @param after the revision that comes before the page.
 * @throws ArchiveAway when the database cannot be asked, or is being replaced.
 */
export async function revisionRows(
  shelf: RevisionsShelf,
  snapshot: Snapshot,
  wanted: { readonly after: number; readonly limit: number },
): Promise<RevisionRows> {
  const { rows, lastRevision } = await readOrRefuse(shelf.revisions(snapshot, wanted));
  return { rows: rows.map(revisionOf), lastRevision };
}

function revisionOf({ revision, publishedAt, body }: RevisionRead): Revision {
  const { added, changed, removed, odds_rows, seasons } = body;
  const touched = seasons === null ? null : [...seasons];
  return { revision, published_at: publishedAt, added, changed, removed, odds_rows, seasons: touched };
}

type RevisionRead = NonNullable<Awaited<ReturnType<Shelf["revisions"]>>>["rows"][number];

export type ChangeRows = {
  readonly rows: readonly Change[];
  /** The number of the last row, where there are more. */
  readonly lastNumber: number | null;
};

/**
 * @returns also the revision from which on changes are kept, where that is after the wanted one.
 * @throws as `revisionRows` does.
 */
export async function changeRows(
  shelf: RevisionsShelf,
  snapshot: Snapshot,
  wanted: ChangesRequest,
): Promise<ChangeRows | { readonly keptSince: number }> {
  const page = await readOrRefuse(shelf.changes(snapshot, wanted));
  if (page.kind === "too old") return { keptSince: page.keptSince };
  return { rows: page.rows.map(changeOf), lastNumber: page.lastNumber };
}

/** A change as callers see it: its providers are the operator's business. */
function changeOf({ revision, published_at, sport, season, game_id, change, body }: ChangeRow): Change {
  const { fields, others } = JSON.parse(body) as ChangeBody;
  const more = others.reduce((sum, { count }) => sum + count, 0);
  return { revision, published_at, sport: sport as Sport, season, game_id, change, fields: [...fields], more };
}

/** A page that was read, or the refusal of one whose archive is just being replaced. */
async function readOrRefuse<Page>(reading: Promise<Page | null>): Promise<Page> {
  const page = await reading;
  if (page === null) throw new ArchiveAway("the archive cannot be asked", { cause: new Error("it is being replaced") });
  return page;
}
