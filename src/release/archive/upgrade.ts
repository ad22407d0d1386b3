/**
 * Makes a release of what a version before releases has published, value for value and with the same revision, without the ledger.
 * Nodes of that version go on with their tables, which only `finishUpgrade` drops.
 */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { noteDeed } from "../../audit/deeds.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import type { TeamRow } from "../../contract/lists/reference.ts";
import { columnsVersion } from "../../contract/release-columns.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { tablesBeforeReleases } from "../../database/schema.ts";
import { type OutsideIds, outsideProviders } from "../../domain/outside-ids.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { noStarters } from "../../domain/starters.ts";
import { writeGames } from "../format/games-file.ts";
import { type LeagueSeason, storeLeague } from "../league.ts";
import { type FileName, readNewestRow, releaseRow, type SeasonEntry } from "../manifest.ts";
import { packLines, scoredPeriods } from "../packed-lines.ts";
import { packPath } from "../packed-path.ts";
import { type PublishedGame, publishedGame, replacePublished } from "../published-games.ts";
import type { ReleaseTables } from "../tables.ts";
import type { Doubt, GameValues } from "../values.ts";
import { compareKeys } from "../view/season-view.ts";
import { writeSeason } from "../write-season.ts";
import { isIntact } from "./archive-checksums.ts";
import type { ArchiveTables } from "./archive-tables.ts";
import { oddsRowsIn } from "./packed-odds.ts";
import { statedLines } from "./stated-lines.ts";

type Tables = Kysely<ArchiveTables & ReleaseTables>;
type GameRow = ArchiveTables["archive_games"];

export type Upgraded = {
  readonly revision: number;
  readonly games: number;
  /** Ids of games whose rows were damaged: the next publish builds them of the ledger. */
  readonly damaged: readonly string[];
};

/**
 * Whether a version before releases has published here what is in no release yet. Its nodes may go on publishing after the first
 * upgrade; then there is another one.
 */
export async function needsUpgrade(connection: Kysely<AnyTables>): Promise<boolean> {
  if (!(await hasOldTables(connection))) return false;
  const tables = tablesOf<ArchiveTables & ReleaseTables>(connection);
  const published = await tables
    .selectFrom("archive_revisions")
    .select("revision")
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  return (published?.revision ?? 0) > ((await readNewestRow(connection))?.revision ?? 0);
}

async function hasOldTables(connection: Kysely<AnyTables>): Promise<boolean> {
  return (await connection.introspection.getTables()).some(({ name }) => name === "archive_games");
}

/**
 * @param onSeason told before each season, as `nfl 2024`.
 * @returns null where there is nothing to upgrade. A process that is killed meanwhile leaves everything as it was.
 */
export async function upgradeArchive(database: Database, onSeason: (name: string) => void): Promise<Upgraded | null> {
  if (!(await needsUpgrade(database.kysely))) return null;
  return writeTransaction(database, async (connection) => {
    if (!(await needsUpgrade(connection))) return null;
    const tables: Tables = tablesOf<ArchiveTables & ReleaseTables>(connection);
    const last = await tables
      .selectFrom("archive_revisions")
      .selectAll()
      .orderBy("revision", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const before = await readNewestRow(connection);
    await tables.deleteFrom("published_games").execute();
    const damaged: string[] = [];
    const seasons: SeasonEntry[] = [];
    const rows = await tables.selectFrom("archive_seasons").selectAll().execute();
    const inOrder = rows.toSorted((a, b) => rank(a.sport) - rank(b.sport) || a.season - b.season);
    for (const { sport, season, revision } of inOrder) {
      onSeason(`${sport} ${season}`);
      const { games, lost } = await readGames(tables, { sport: sport as Sport, season });
      damaged.push(...lost.map((row) => row.game_id));
      const values = games.map(({ values }) => values);
      if (values.length > 0) {
        seasons.push(await writeSeason(connection, { sport: sport as Sport, season, games: values }, revision));
      }
      await replacePublished(
        tables,
        [],
        [...games.map(({ row, values }) => publishedGame(values, row.pair)), ...lost.map(lostGame)],
      );
    }
    const identity = await tables.selectFrom("archive_identity").select("archive_id").executeTakeFirstOrThrow();
    const { revision, published_at, import_id, is_sample } = last;
    const manifest = {
      archive: identity.archive_id,
      revision,
      published_at,
      previous: before === undefined ? null : hash("sha256", before.manifest),
      is_sample: is_sample === 1,
      columns: columnsVersion,
      seasons,
      leagues: await writeLeagues(connection, rows),
    };
    // A report without bounds has the next publish go through every game.
    const report =
      damaged.length === 0 ? last.report : JSON.stringify({ ...JSON.parse(last.report), bounds: undefined });
    await tables
      .insertInto("releases")
      .values(releaseRow({ revision, published_at, import_id, is_sample, report }, manifest))
      .execute();
    await noteDeed(database, connection, "upgrade", { revision });
    return { revision, games: seasons.reduce((sum, { games }) => sum + games, 0), damaged };
  });
}

/** Drops the tables that nodes of the version before need. Whether there were any. */
export function finishUpgrade(database: Database): Promise<boolean> {
  return writeTransaction(database, async (connection) => {
    if (!(await hasOldTables(connection))) return false;
    for (const table of tablesBeforeReleases) await connection.schema.dropTable(table).execute();
    await noteDeed(database, connection, "upgrade finish", {});
    return true;
  });
}

function rank(sport: string): number {
  return sports.indexOf(sport as Sport);
}

type OldGame = { readonly row: GameRow; readonly values: GameValues };

/** The games of a season, and the rows of those that cannot be taken over. */
async function readGames(tables: Tables, key: SeasonKey): Promise<{ games: OldGame[]; lost: GameRow[] }> {
  const rows = await tables
    .selectFrom("archive_games")
    .selectAll()
    .where("sport", "=", key.sport)
    .where("season", "=", key.season)
    .execute();
  const read = rows.flatMap((row) => {
    const values = isIntact(row) ? soundValues(row) : null;
    return values === null ? [] : [{ row, values }];
  });
  // Release 0.1.0 may have published numbers for which no column has room.
  const games = canBeWritten(key, read) ? read : read.filter((game) => canBeWritten(key, [game]));
  const taken = new Set(games.map(({ row }) => row));
  return {
    games: games.sort((a, b) => compareKeys(a.row.start_ms, a.row.game_id, b.row.start_ms, b.row.game_id)),
    lost: rows.filter((row) => !taken.has(row)),
  };
}

function soundValues(row: GameRow): GameValues | null {
  try {
    return valuesOf(row);
  } catch {
    return null;
  }
}

function canBeWritten(key: SeasonKey, games: readonly OldGame[]): boolean {
  try {
    writeGames({ ...key, games: games.map(({ values }) => values) }, 0);
    return true;
  } catch {
    return false;
  }
}

/** A game that callers know and that no file has: the next publish tells them what became of it. */
function lostGame(row: GameRow): PublishedGame {
  const { game_id, sport, season, season_type, game_date, start_ms, pair, has_closing_line, odds_rows } = row;
  const known = { game_id, sport, season, season_type, game_date, start_ms, pair, has_closing_line, odds_rows };
  return { ...known, doubts: null, digest: "" };
}

function valuesOf(row: GameRow): GameValues {
  const detail = { ...JSON.parse(row.body), ...JSON.parse(row.detail) } as GameDetail;
  const { books: _, period_odds: __, ...facts } = detail;
  return {
    facts,
    ids: idsOf(row),
    doubts: JSON.parse(row.doubts ?? "[]") as Doubt[],
    starters: noStarters,
    lines: row.lines ?? linesOf(detail, row),
    path: row.path ?? packPath({ startMs: row.start_ms, series: [] }),
  };
}

/** 0.1.0 knew none. */
function idsOf(row: GameRow): OutsideIds {
  const stated = JSON.parse(row.ids ?? "{}") as Partial<OutsideIds>;
  const known = Object.fromEntries(outsideProviders.map((provider) => [provider, stated[provider] ?? null]));
  return { ...known, the_odds_api: stated.the_odds_api ?? [] } as OutsideIds;
}

function linesOf(detail: GameDetail, row: GameRow): Uint8Array {
  const { home, away, period_scores } = detail;
  const full = { period: "full" as const, home: home.score ?? 0, away: away.score ?? 0 };
  const scores = scoredPeriods.flatMap((period) => {
    const score = period === "full" ? undefined : period_scores[period];
    return score === undefined ? [] : [{ period, home: score.home ?? 0, away: score.away ?? 0 }];
  });
  return packLines({ scores: [full, ...scores], entries: statedLines(detail, oddsRowsIn(row.odds)) });
}

async function writeLeagues(
  connection: Kysely<AnyTables>,
  rows: readonly ArchiveTables["archive_seasons"][],
): Promise<Partial<Record<Sport, FileName>>> {
  const teams = await tablesOf<ArchiveTables>(connection).selectFrom("archive_teams").selectAll().execute();
  const files: Partial<Record<Sport, FileName>> = {};
  for (const sport of sports) {
    const ofSport = teams.filter((team) => team.sport === sport).sort((a, b) => a.team_id - b.team_id);
    const seasons = rows.filter((row) => row.sport === sport).sort((a, b) => a.season - b.season);
    files[sport] = await storeLeague(connection, {
      sport,
      teams: ofSport.map(({ body }) => JSON.parse(body) as TeamRow),
      seasons: seasons.map(({ body }) => JSON.parse(body) as LeagueSeason),
    });
  }
  return files;
}
