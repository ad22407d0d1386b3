/** Reads what changed in the archive, all of it in one transaction: a shelf never holds two nights at once. */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type Sport, sports } from "../domain/sports.ts";
import { type Contents, contentsOf } from "./contents.ts";
import { ArchiveDamaged, archiveDamaged } from "./damage.ts";
import { type RenderedList, renderSports } from "./shelf-lists.ts";
import { Parts } from "./shelf-parts.ts";
import { readSeason, readTeams, readWanted } from "./shelf-read.ts";
import { emptySport, SportLoader, type SportShelf } from "./shelf-sport.ts";
import type { ArchiveTables } from "./tables.ts";

/** The archive as of one revision. It never changes: a request works on the snapshot it began with. */
export type Snapshot = {
  readonly revision: number;
  readonly isSample: boolean;
  /** Tells this archive from any other, also one whose revisions have the same numbers. */
  readonly archiveId: string;
  /** Null: damaged in the database, and not to be answered. */
  readonly sportList: RenderedList | null;
  readonly sports: Readonly<Record<Sport, SportShelf>>;
  /** Whether the archive has checksums. */
  readonly isGuarded: boolean;
  /** What is damaged, and what is served instead; a sentence each. */
  readonly damages: readonly string[];
};

export const emptySnapshot: Snapshot = {
  revision: 0,
  isSample: false,
  archiveId: "",
  sportList: renderSports(
    () => [],
    () => 0,
  ),
  sports: { mlb: emptySport, nfl: emptySport, ncaaf: emptySport, nba: emptySport, nhl: emptySport },
  isGuarded: true,
  damages: [],
};

/** The newest revision and whether it is the sample's; null before the first. */
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
 * The newest snapshot; seasons whose revision is that of `before` are taken over from it. What is damaged in the database
 * is taken over from it too, as it was, or refused where it has none.
 * @throws ArchiveDamaged when it cannot be said what there should be.
 */
export function loadSnapshot(database: Database, before: Snapshot): Promise<Snapshot> {
  const parts = new Parts();
  return parts.read(() => {
    const transaction = database.kysely.transaction();
    // A reading transaction of SQLite is a snapshot by itself.
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
  if (newest === undefined) return emptySnapshot;
  const identity = await archive.selectFrom("archive_identity").select("archive_id").executeTakeFirst();
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
 * The row of a revision that is gone would make the archive look older than its seasons are. Those that are listed are
 * compared with the list; one that is not would look as if it were not there.
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
