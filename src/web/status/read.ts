/** The page of status shows the sports, and the newest revisions. */
import type { Revision } from "../../contract/lists/changes.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import type { Snapshot } from "../../query/load.ts";
import { changeRows, type RevisionsShelf, revisionRows } from "../../query/questions/revisions.ts";
import { sportRows } from "../../query/questions/sports.ts";
import { refusalOf } from "../../query/refusals.ts";
import type { Shelf } from "../../query/shelf.ts";
import type { ProofState } from "../../release/proof/manifests.ts";

export type Status = {
  /** Null: they cannot be told now. */
  readonly sports: readonly SportRow[] | null;
  /** Newest first, a few of them; none before the first publish. Null: they cannot be told now. */
  readonly revisions: readonly Revision[] | null;
  /** How the newest manifest of the files is proved; null: there is none, or it cannot be told now. */
  readonly proof: ProofState | null;
  /** The day of all games that the newest revision added; null: they are of several days, or nobody knows. */
  readonly addedDay: string | null;
};

export type StatusShelf = RevisionsShelf & Pick<Shelf, "current" | "proofState">;

const shownRevisions = 7;

export async function readStatus(shelf: StatusShelf): Promise<Status> {
  const snapshot = shelf.current;
  const after = Math.max(0, snapshot.revision - shownRevisions);
  const newest = await unlessRefused(() => revisionRows(shelf, snapshot, { after, limit: shownRevisions }));
  const revisions = newest?.rows.toReversed() ?? null;
  const last = revisions?.[0];
  return {
    sports: await unlessRefused(() => sportRows(snapshot)),
    revisions,
    proof: await unlessRefused(() => shelf.proofState()),
    addedDay: last === undefined ? null : await unlessRefused(() => dayOfAdded(shelf, snapshot, last)),
  };
}

/** Null: it is damaged, or the database is away. */
async function unlessRefused<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return null;
  }
}

/** A night's games are far fewer. */
const mostLookedAt = 500;

async function dayOfAdded(
  shelf: StatusShelf,
  snapshot: Snapshot,
  { revision, added }: Revision,
): Promise<string | null> {
  if (added === null || added === 0 || added > mostLookedAt) return null;
  const wanted = { since: revision - 1, sport: null, after: null, limit: 1000 };
  const page = await changeRows(shelf, snapshot, wanted);
  if ("keptSince" in page) return null;
  const changes = page.rows.filter(({ change, revision: own }) => change === "added" && own === revision);
  const days = new Set(changes.map(({ game_id }) => parseGameId(game_id)?.gameDate));
  const [day] = days;
  return changes.length === added && days.size === 1 ? (day ?? null) : null;
}
