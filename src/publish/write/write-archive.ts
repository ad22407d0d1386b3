/** Writes the archive's rows of seasons and teams, and counts its games. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { SeasonRow } from "../../contract/rows/seasons.ts";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { SeasonKey } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import type { SeasonRecord, TeamRecord } from "../../feed/records.ts";
import { readSeasonGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { type Contents, type SeasonEntry, seasonChecksum } from "../../release/contents.ts";
import type { ArchiveTables } from "../../release/tables.ts";
import { buildSeason, hasLapsed, type PublishedGames } from "../build/seasons.ts";
import { isHalfAYearAgo } from "../build/silence.ts";
import type { SoundLedger } from "../build/sound-ledger.ts";
import { buildTeams } from "../build/teams.ts";
import type { GameIds } from "../match/game-ids.ts";
import type { GivenUpSeason } from "../publish-report.ts";
import { SeasonMap } from "../season-map.ts";
import { insertChunks } from "./replace-rows.ts";

type SeasonChanges = {
  /** The seasons to write, and whether a game of each is new, different or gone. */
  readonly seasons: SeasonMap<{ readonly hasOtherGames: boolean }>;
  readonly ids: GameIds;
  readonly revision: number;
  /** Which records of the ledger may be believed. */
  readonly sound: SoundLedger;
  /** The season records that are believed. */
  readonly statements: readonly SeasonRecord[];
  /** The table of contents before: a row that is not as it says is written anew. */
  readonly known: Contents | null;
};

type WrittenSeasons = {
  /** Those whose row is new, different or gone. */
  readonly written: readonly SeasonKey[];
  readonly givenUp: readonly GivenUpSeason[];
};

/** Rewrites the rows of the seasons. */
export async function writeSeasons(
  connection: Transaction<AnyTables>,
  { seasons, ids, revision, known, sound, statements }: SeasonChanges,
): Promise<WrittenSeasons> {
  const archive = tablesOf<ArchiveTables>(connection);
  const ledger = tablesOf<LedgerTables>(connection);
  const listedOf = new Map<Sport, ReadonlySet<string>>();
  const entries = seasonEntriesOf(known);
  const written: SeasonKey[] = [];
  const givenUp: GivenUpSeason[] = [];
  for (const [key, { hasOtherGames }] of seasons.entries()) {
    const { sport, season } = key;
    const records = sound.games(await readSeasonGameRecords(ledger, key)).sound;
    const listed = listedOf.get(sport) ?? (await listedIds(archive, sport));
    listedOf.set(sport, listed);
    const published: PublishedGames = {
      ...(await publishedGames(archive, key)),
      has: (game) => listed.has(ids.ofPublished(game) ?? ""),
    };
    const built = buildSeason(key, { records, statements, published, nowMs: sound.nowMs });
    const body = built?.body ?? null;
    if (built !== null && built.givenUp.length > 0) givenUp.push({ sport, season, games: built.givenUp });
    const before = await archive
      .selectFrom("archive_seasons")
      .selectAll()
      .where("sport", "=", sport)
      .where("season", "=", season)
      .executeTakeFirst();
    const text = body === null ? null : JSON.stringify(body);
    const entry = entries.get(key);
    const isGood = before === undefined ? entry === undefined : entry?.row === seasonChecksum(before);
    if (isGood && text === (before?.body ?? null) && !hasOtherGames) continue;
    written.push(key);
    await archive.deleteFrom("archive_seasons").where("sport", "=", sport).where("season", "=", season).execute();
    if (body === null || text === null) continue;
    const row = { sport, season, status: body.row.status, revision, body: text };
    await archive.insertInto("archive_seasons").values(row).execute();
  }
  return { written, givenUp };
}

/**
 * The seasons in progress that may have come to their end although no record changed: half a year has gone by since
 * their last game, or the days of their undecided games are over [D-45]. There are hardly ever any.
 */
export async function dueSeasons(
  archive: Kysely<ArchiveTables>,
  statements: readonly SeasonRecord[],
  nowMs: number,
): Promise<SeasonKey[]> {
  const rows = await archive.selectFrom("archive_seasons").selectAll().where("status", "=", "in_progress").execute();
  const lapsed = new SeasonMap(statements.filter((each) => hasLapsed(each, nowMs)).map((each) => [each, null]));
  return rows
    .map(({ sport, season, body }) => ({ sport: sport as Sport, season, lastGame: lastGameOf(body) }))
    .filter((each) => lapsed.has(each) || (each.lastGame !== null && isHalfAYearAgo(each.lastGame, nowMs)))
    .map(({ sport, season }) => ({ sport, season }));
}

/** Null where the row is damaged, too: a publish finds that by its checksum. */
function lastGameOf(body: string): string | null {
  try {
    return (JSON.parse(body) as { readonly row?: Partial<SeasonRow> }).row?.last_game ?? null;
  } catch {
    return null;
  }
}

/** The entries of a table of contents by season. */
export function seasonEntriesOf(contents: Contents | null): SeasonMap<SeasonEntry> {
  const entries = contents?.seasons ?? [];
  return new SeasonMap(entries.map((entry) => [{ sport: entry.sport as Sport, season: entry.season }, entry]));
}

async function listedIds(archive: Kysely<ArchiveTables>, sport: Sport): Promise<Set<string>> {
  const rows = await archive.selectFrom("archive_games").select("game_id").where("sport", "=", sport).execute();
  return new Set(rows.map((row) => row.game_id));
}

async function publishedGames(
  archive: Kysely<ArchiveTables>,
  { sport, season }: SeasonKey,
): Promise<Omit<PublishedGames, "has">> {
  const row = await archive
    .selectFrom("archive_games")
    .select(({ fn }) => [
      fn.countAll<number>().as("games"),
      fn.sum<number | null>(sql`case when season_type = 'regular' then 1 else 0 end`).as("regular"),
      fn.sum<number | null>("has_closing_line").as("with_closing_line"),
      fn.min<string | null>("game_date").as("first_game"),
      fn.max<string | null>("game_date").as("last_game"),
    ])
    .where("sport", "=", sport)
    .where("season", "=", season)
    .executeTakeFirstOrThrow();
  const games = Number(row.games);
  const regular = Number(row.regular ?? 0);
  return {
    games,
    regular,
    postseason: games - regular,
    withClosingLine: Number(row.with_closing_line ?? 0),
    firstGame: row.first_game,
    lastGame: row.last_game,
  };
}

/** Rewrites the team rows; whether any is new or different. */
export async function writeTeams(connection: Transaction<AnyTables>, facts: readonly TeamRecord[]): Promise<boolean> {
  const archive = tablesOf<ArchiveTables>(connection);
  const before = await archive.selectFrom("archive_teams").selectAll().execute();
  const bodies = new Map(before.map((row) => [`${row.sport}:${row.team_id}`, row.body]));
  const rows = sports.flatMap((sport) =>
    buildTeams(sport, facts).map((team) => ({ sport, team_id: team.team_id, body: JSON.stringify(team) })),
  );
  const isSameSet =
    rows.length === bodies.size && rows.every((row) => bodies.get(`${row.sport}:${row.team_id}`) === row.body);
  if (isSameSet) return false;
  await archive.deleteFrom("archive_teams").execute();
  for (const chunk of insertChunks(rows)) await archive.insertInto("archive_teams").values(chunk).execute();
  return true;
}

/** How many games and odds rows the archive has. */
export async function countRows(archive: Kysely<ArchiveTables>): Promise<{ games: number; oddsRows: number }> {
  const { games, odds } = await archive
    .selectFrom("archive_games")
    .select(({ fn }) => [fn.countAll<number>().as("games"), fn.sum<number | null>("odds_rows").as("odds")])
    .executeTakeFirstOrThrow();
  return { games: Number(games), oddsRows: Number(odds ?? 0) };
}

/** The seasons of which no published game has a closing line. */
export async function seasonsWithoutClosingLine(archive: Kysely<ArchiveTables>): Promise<SeasonKey[]> {
  const rows = await archive
    .selectFrom("archive_games")
    .select(["sport", "season"])
    .groupBy(["sport", "season"])
    .having(({ fn }) => fn.max("has_closing_line"), "=", 0)
    .execute();
  return new SeasonMap(rows.map(({ sport, season }) => [{ sport: sport as Sport, season }, null])).keys();
}
