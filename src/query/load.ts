/** Loads the newest release as a snapshot: the seasons that changed are opened beside the old ones. */
import type { Kysely } from "kysely";
import type { SportRow } from "../contract/lists/reference.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { bySport, type Sport, sportFacts, sports } from "../domain/sports.ts";
import { readNewestRelease } from "../release/manifest.ts";
import type { ReleaseTables } from "../release/tables.ts";
import { emptySport, type IsOpenedNow, loadSport, type ReleaseSource, type SportShelf } from "./sport.ts";

/** All that is published as of one revision. It never changes: a request works on the snapshot that it began with. */
export type Snapshot = {
  readonly revision: number;
  /** Null before the first publish. */
  readonly publishedAt: string | null;
  readonly isSample: boolean;
  /** Tells this archive from any other, even from one whose revisions have the same numbers. */
  readonly archiveId: string;
  /** Null when the file of a sport cannot be opened. */
  readonly sportRows: readonly SportRow[] | null;
  readonly sports: Readonly<Record<Sport, SportShelf>>;
  /** One sentence for each season, and each sport, that is not served because a file of it cannot be opened. */
  readonly damages: readonly string[];
};

export const emptySnapshot: Snapshot = {
  revision: 0,
  publishedAt: null,
  isSample: false,
  archiveId: "",
  sportRows: sportRowsOf(bySport(() => emptySport)),
  sports: bySport(() => emptySport),
  damages: [],
};

/** Reads the newest revision and whether it is the sample's; undefined before the first. */
export function readRevision(
  connection: Kysely<AnyTables>,
): Promise<{ revision: number; is_sample: number } | undefined> {
  return tablesOf<ReleaseTables>(connection)
    .selectFrom("releases")
    .select(["revision", "is_sample"])
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Loads the newest snapshot. Seasons that are the same in `before` are taken over from it; one of which a file is not what its name
 * says is refused, so that all that is served is of one revision [D-53].
 * @param only the sport of a season that is to be opened, if that is all that is to be done.
 */
export async function loadSnapshot(
  source: ReleaseSource,
  before: Snapshot,
  isOpenedNow: IsOpenedNow,
  only: Sport | null,
): Promise<Snapshot> {
  const { kysely } = source.database;
  const release = await readNewestRelease(kysely);
  const identity = await tablesOf<ReleaseTables>(kysely)
    .selectFrom("archive_identity")
    .select("archive_id")
    .executeTakeFirst();
  const archiveId = identity?.archive_id ?? "";
  if (release === null) return { ...emptySnapshot, archiveId };
  const { manifest } = release;
  const isSameRelease = release.revision === before.revision && archiveId === before.archiveId;
  const loaded = sports.map(async (sport): Promise<[Sport, SportShelf]> => {
    const kept = before.sports[sport];
    // A season that is opened changes nothing of the other sports.
    if (isSameRelease && only !== null && sport !== only) return [sport, kept];
    return [sport, await loadSport(sport, manifest, source, kept, isOpenedNow)];
  });
  const shelves = Object.fromEntries(await Promise.all(loaded)) as Record<Sport, SportShelf>;
  return {
    revision: release.revision,
    publishedAt: release.published_at,
    isSample: release.is_sample === 1,
    archiveId,
    sportRows: sportRowsOf(shelves),
    sports: shelves,
    damages: sports.flatMap((sport) => shelves[sport].damages),
  };
}

/** Every sport, including one that has no season yet. */
function sportRowsOf(shelves: Readonly<Record<Sport, SportShelf>>): readonly SportRow[] | null {
  const isWhole = sports.every((sport) => shelves[sport].heads !== null && shelves[sport].teamRows !== null);
  return isWhole ? sports.map((sport) => sportRow(sport, shelves[sport])) : null;
}

function sportRow(sport: Sport, { heads, teamRows }: SportShelf): SportRow {
  const { name, seasonLabel, betTypes } = sportFacts[sport];
  const seasons = heads ?? [];
  const lastGames = seasons.map(({ row }) => row.last_game).filter((date) => date !== null);
  return {
    sport,
    name,
    season_label: seasonLabel,
    seasons: seasons.map(({ row: { season, status, first_game, last_game, games }, gamesWithClosingLine }) => {
      return { season, status, first_game, last_game, games, games_with_closing_line: gamesWithClosingLine };
    }),
    bet_types: [...betTypes],
    last_completed_game: lastGames.sort().at(-1) ?? null,
    teams: teamRows?.length ?? 0,
  };
}
