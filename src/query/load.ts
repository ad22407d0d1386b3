/** Reads what changed in the archive, in one transaction, so that a shelf never mixes two nights. */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { type Contents, contentsOf } from "../release/contents.ts";
import { ArchiveDamaged, archiveDamaged } from "../release/damage.ts";
import type { ArchiveTables } from "../release/tables.ts";
import { type RenderedList, renderSports } from "./lists.ts";
import { Parts } from "./parts.ts";
import { readSeason, readTeams, readWanted } from "./read.ts";
import { emptySport, SportLoader, type SportShelf } from "./sport.ts";

/** The archive as of one revision. It never changes: a request works on the snapshot that it began with. */
export type Snapshot = {
  readonly revision: number;
  readonly isSample: boolean;
  /** Tells this archive from any other, even from one whose revisions have the same numbers. */
  readonly archiveId: string;
  /** Null when it is damaged in the database and must not be served. */
  readonly sportList: RenderedList | null;
  readonly sports: Readonly<Record<Sport, SportShelf>>;
  /** Whether the archive has checksums. */
  readonly isGuarded: boolean;
  /** One sentence for each damage: what is damaged, and what is served instead. */
  readonly damages: readonly string[];
};

/** Loads the newest snapshot as `loadSnapshot` does. */
export type SnapshotLoader = { load(before: Snapshot): Promise<Snapshot> };

export const emptySnapshot: Snapshot = {
  revision: 0,
  isSample: false,
  archiveId: "",
  sportList: renderSports(
    () => [],
    () => 0,
  ),
  sports: bySport(() => emptySport),
  isGuarded: true,
  damages: [],
};

/** Reads the newest revision and whether it is the sample's; undefined before the first. */
export function readRevision(
  connection: Kysely<AnyTables>,
): Promise<{ revision: number; is_sample: number } | undefined> {
  return tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_revisions")
    .select(["revision", "is_sample"])
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Loads the newest snapshot. Seasons whose revision is the same in `before` are taken over from it. A part that is
 * damaged in the database is taken over from `before` too, as it was, or refused when `before` does not have it.
 * @throws ArchiveDamaged when the database no longer shows what the archive should contain.
 */
export function loadSnapshot(database: Database, before: Snapshot): Promise<Snapshot> {
  const parts = new Parts();
  return parts.read(() => {
    const transaction = database.kysely.transaction();
    // In SQLite a reading transaction is a snapshot anyway.
    const isolated = database.engine === "postgres" ? transaction.setIsolationLevel("repeatable read") : transaction;
    return isolated.execute((connection) => readSnapshot(connection, before, parts));
  });
}

async function readSnapshot(connection: Kysely<AnyTables>, before: Snapshot, parts: Parts): Promise<Snapshot> {
  const archive = tablesOf<ArchiveTables>(connection);
  const newest = await archive
    .selectFrom("archive_revisions")
    .selectAll()
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  const contents = newest === undefined ? null : contentsOf(newest);
  await refuseLostRevision(archive, newest?.revision ?? 0, contents);
  const identity = await archive.selectFrom("archive_identity").select("archive_id").executeTakeFirst();
  if (newest === undefined) return { ...emptySnapshot, archiveId: identity?.archive_id ?? "" };
  if (identity === undefined) throw archiveDamaged("the row of archive_identity is lost");
  const loaders = bySport((sport) => new SportLoader(before.sports[sport]));
  for (const wanted of await readWanted(connection, contents)) {
    await loaders[wanted.sport].load(wanted, () => parts.season(wanted, () => readSeason(connection, wanted)));
  }
  const teams = await parts.part("teams", () => readTeams(connection, contents));
  const loaded = bySport((sport) => loaders[sport].finish(teams instanceof ArchiveDamaged ? teams : teams[sport]));
  return {
    revision: newest.revision,
    isSample: newest.is_sample === 1,
    archiveId: identity.archive_id,
    sportList: sportListOf(loaded, loaders),
    sports: loaded,
    isGuarded: contents !== null,
    damages: sports.flatMap((sport) => loaders[sport].damages.map((damage) => `${sport} ${damage}`)),
  };
}

function bySport<Value>(of: (sport: Sport) => Value): Readonly<Record<Sport, Value>> {
  return Object.fromEntries(sports.map((sport) => [sport, of(sport)])) as Record<Sport, Value>;
}

/**
 * When the row of a revision is lost, the archive would look older than its seasons are. Seasons in the table of
 * contents are compared with it elsewhere. A newer season that is missing there would look as if it did not exist, so
 * it is refused here.
 */
async function refuseLostRevision(
  archive: Kysely<ArchiveTables>,
  newest: number,
  contents: Contents | null,
): Promise<void> {
  const rows = await archive.selectFrom("archive_seasons").select(["sport", "season", "revision"]).execute();
  const newer = rows.find(
    ({ sport, season, revision }) =>
      revision > newest && !contents?.seasons.some((entry) => entry.sport === sport && entry.season === season),
  );
  if (newer === undefined) return;
  throw archiveDamaged(`${newer.sport} ${newer.season} is of revision ${newer.revision}, and the newest is ${newest}`);
}

function sportListOf(
  loaded: Readonly<Record<Sport, SportShelf>>,
  loaders: Readonly<Record<Sport, SportLoader>>,
): RenderedList | null {
  const isWhole = sports.every((sport) => loaders[sport].heads !== null && loaded[sport].teamList !== null);
  if (!isWhole) return null;
  return renderSports(
    (sport) => loaders[sport].heads ?? [],
    (sport) => loaded[sport].teamList?.count ?? 0,
  );
}
