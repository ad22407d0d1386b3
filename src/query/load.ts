/** Loads the newest release as a snapshot: the seasons that changed are opened beside the old ones. */
import { hash } from "node:crypto";
import type { SeasonRow, SportRow, TeamRow } from "../contract/lists/reference.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { bySport, type Sport, sportFacts, sports } from "../domain/sports.ts";
import { readLeague } from "../release/league.ts";
import { contentOf, type Manifest, readNewestRelease, type SeasonEntry } from "../release/manifest.ts";
import { asDamage, ReleaseDamaged } from "../release/release-damaged.ts";
import type { SeasonTable } from "../release/season-table.ts";
import type { ReleaseTables } from "../release/tables.ts";
import { type SeasonHead, type SeasonShelf, type Span, seasonShelf, spansOf } from "./season.ts";

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

const emptySport: SportShelf = {
  seasons: [],
  spans: [],
  refused: [],
  opening: [],
  league: { teams: [], seasons: [] },
  damages: [],
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
  const rows = sports.map((sport) => sportRow(sport, shelves[sport].league));
  return rows.includes(null) ? null : (rows as readonly SportRow[]);
}

function sportRow(sport: Sport, league: SportLeague | null): SportRow | null {
  if (league === null) return null;
  const { name, seasonLabel, betTypes } = sportFacts[sport];
  const lastGames = league.seasons.map(({ row }) => row.last_game).filter((date) => date !== null);
  return {
    sport,
    name,
    season_label: seasonLabel,
    seasons: league.seasons.map(({ row: { season, status, first_game, last_game, games }, gamesWithClosingLine }) => {
      return { season, status, first_game, last_game, games, games_with_closing_line: gamesWithClosingLine };
    }),
    bet_types: [...betTypes],
    last_completed_game: lastGames.sort().at(-1) ?? null,
    teams: league.teams.length,
  };
}

/** Where releases are read from. */
export type ReleaseSource = {
  readonly database: Database;
  /** @throws ReleaseDamaged when a file of the season is lost, or is not as it was written. */
  readonly readTable: (entry: SeasonEntry) => Promise<SeasonTable>;
};

type SportShelf = {
  /** In the order of the seasons. */
  readonly seasons: readonly SeasonShelf[];
  readonly spans: readonly Span[];
  /** Seasons that cannot be opened. A request that they could match cannot be answered. */
  readonly refused: readonly number[];
  /** Seasons that have not been opened yet. A request that they could match waits. */
  readonly opening: readonly number[];
  /** Its teams and the rows of all of its seasons; null when their file cannot be opened. */
  readonly league: SportLeague | null;
  /** One sentence for the sport, or for each season of it, that is not served because a file of it cannot be opened. */
  readonly damages: readonly string[];
};

/** Differs between lists with different rows. */
export function digestOf(rows: readonly object[]): string {
  return hash("sha256", rows.map((row) => JSON.stringify(row)).join(","), "base64url");
}

type SportLeague = {
  readonly teams: readonly TeamRow[];
  readonly seasons: readonly (SeasonHead & { readonly gamesWithClosingLine: number })[];
};

/** The seasons that are served, open yet or not. */
export function servedSeasons({ league, refused }: SportShelf): readonly SeasonHead[] {
  return (league?.seasons ?? []).filter(({ season }) => !refused.includes(season));
}

/** Null when their file cannot be opened. */
export function seasonRows({ league }: SportShelf): readonly SeasonRow[] | null {
  return league === null ? null : league.seasons.map(({ row }) => row);
}

/** Whether a season is opened now, and not later. */
type IsOpenedNow = (entry: SeasonEntry) => boolean;

/** @param before the same sport in the snapshot before; its seasons are taken over where they are the same. */
async function loadSport(
  sport: Sport,
  manifest: Manifest,
  source: ReleaseSource,
  before: SportShelf,
  isOpenedNow: IsOpenedNow,
): Promise<SportShelf> {
  const damages: string[] = [];
  const entries = manifest.seasons.filter((entry) => entry.sport === sport);
  const read = await damageOr(() => readLeague(source.database.kysely, manifest, sport));
  if (read instanceof ReleaseDamaged) {
    damages.push(`${sport} is not served: ${read.message}`);
    return { ...emptySport, refused: entries.map(({ season }) => season), league: null, damages };
  }
  const heads = read.seasons.map(({ row, games_with_closing_line: gamesWithClosingLine }) => {
    const revision = entries.find(({ season }) => season === row.season)?.revision ?? manifest.revision;
    return { sport, season: row.season, revision, row, gamesWithClosingLine };
  });
  const seasons: SeasonShelf[] = [];
  const refused: number[] = [];
  const opening: number[] = [];
  for (const entry of entries) {
    const { season } = entry;
    // Of every sport the newest is open before anything is answered.
    if (entry !== entries.at(-1) && !isOpenedNow(entry)) {
      opening.push(season);
      continue;
    }
    const kept = before.seasons.find((each) => each.season === season);
    const found = await damageOr(async () => {
      const head = heads.find((each) => each.season === season);
      if (head === undefined) throw new ReleaseDamaged("its row is not there");
      if (kept?.content === contentOf(entry)) return withHead(kept, head);
      return seasonShelf(head, await source.readTable(entry));
    });
    if (found instanceof ReleaseDamaged) {
      damages.push(`${sport} ${season} is not served: ${found.message}`);
      refused.push(season);
    } else seasons.push(found);
  }
  const league = { teams: read.teams, seasons: heads };
  return { seasons, spans: spansOf(seasons), refused, opening, league, damages };
}

/** The same object where nothing is new, because what was computed of a season is known by it. */
function withHead(kept: SeasonShelf, head: SeasonHead): SeasonShelf {
  return kept.revision === head.revision ? kept : { ...kept, ...head };
}

async function damageOr<Result>(work: () => Promise<Result>): Promise<Result | ReleaseDamaged> {
  try {
    return await work();
  } catch (error) {
    const damage = asDamage(error);
    if (damage === null) throw error;
    return damage;
  }
}

type SeasonMessage = { readonly head: SeasonHead; readonly table: SeasonTable };
type SportMessage = Omit<SportShelf, "seasons" | "spans"> & { readonly seasons: readonly SeasonMessage[] };

/** Goes through `postMessage` as it is, without a transfer list. */
export type SnapshotMessage = Omit<Snapshot, "sports"> & { readonly sports: Readonly<Record<Sport, SportMessage>> };

export function sharedSnapshot(snapshot: Snapshot): SnapshotMessage {
  return {
    ...snapshot,
    sports: bySport((sport) => {
      const { spans: _, seasons, ...rest } = snapshot.sports[sport];
      return { ...rest, seasons: seasons.map(seasonMessage) };
    }),
  };
}

function seasonMessage({ sport, season, revision, row, table }: SeasonShelf): SeasonMessage {
  return { head: { sport, season, revision, row }, table };
}

/** @param known the snapshot of before on this side: seasons with the same content are opened already. */
export function snapshotOf(message: SnapshotMessage, known: Snapshot | null = null): Snapshot {
  return {
    ...message,
    sports: bySport((sport) => {
      const sent = message.sports[sport];
      const seasons = sent.seasons.map(({ head, table }) => {
        const kept = known?.sports[sport].seasons.find((each) => each.content === table.content);
        return kept === undefined ? seasonShelf(head, table) : withHead(kept, head);
      });
      return { ...sent, seasons, spans: spansOf(seasons) };
    }),
  };
}

/** A message gives buffers back as plain arrays of bytes. */
export function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
