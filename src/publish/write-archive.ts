/** Writes the archive's rows: games with their odds, seasons, teams. */
import { type Kysely, sql, type Transaction } from "kysely";
import { type GameSet, noGames, withGame } from "../archive/checksums.ts";
import { type Contents, seasonChecksum } from "../archive/contents.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type Sport, sports } from "../domain/sports.ts";
import type { SeasonRecord, TeamRecord } from "../feed/records.ts";
import { readFacts, readSeasonGameRecords } from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import type { GameIds } from "./game-ids.ts";
import { buildSeason, type PublishedGames } from "./seasons.ts";
import type { SoundLedger } from "./sound-ledger.ts";
import { buildTeams } from "./teams.ts";

/** Rows per insert statement: well below the engines' limits on parameters. */
const rowsPerStatement = 300;

/** What a publish has put in and taken out, by `sport:season`: what a season's set of games has become by it. */
export type SetChanges = Map<string, GameSet>;

/** Takes out the stale games with their odds, and puts the new rows in; both are added to the changes. */
export async function replaceRows(
  archive: Kysely<ArchiveTables>,
  stale: readonly string[],
  games: readonly ArchiveTables["archive_games"][],
  odds: readonly ArchiveTables["archive_odds"][],
  changes: SetChanges,
): Promise<void> {
  const change = (row: Pick<ArchiveTables["archive_games"], "sport" | "season" | "checksum">, sign: 1 | -1) => {
    const key = `${row.sport}:${row.season}`;
    changes.set(key, withGame(changes.get(key) ?? noGames, row.checksum, sign));
  };
  for (const ids of chunks(stale)) {
    await archive.deleteFrom("archive_odds").where("game_id", "in", ids).execute();
    const gone = await archive
      .deleteFrom("archive_games")
      .where("game_id", "in", ids)
      .returning(["sport", "season", "checksum"])
      .execute();
    for (const row of gone) change(row, -1);
  }
  for (const rows of chunks(games)) await archive.insertInto("archive_games").values(rows).execute();
  for (const row of games) change(row, 1);
  for (const rows of chunks(odds)) await archive.insertInto("archive_odds").values(rows).execute();
}

function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) yield rows.slice(from, from + rowsPerStatement);
}

export type SeasonChanges = {
  /** Seasons of which a game is new, different or gone. */
  readonly changedSeasons: ReadonlySet<string>;
  readonly ids: GameIds;
  readonly revision: number;
  /** Which records and facts of the ledger may be believed. */
  readonly sound: SoundLedger;
  /** The table of contents before: a row that is not as it says is written anew. */
  readonly known: Contents | null;
};

/** Rewrites the rows of the seasons; those of them that are new, different or gone come back. */
export async function writeSeasons(
  connection: Transaction<AnyTables>,
  seasons: ReadonlySet<string>,
  { changedSeasons, ids, revision, known, sound }: SeasonChanges,
): Promise<ReadonlySet<string>> {
  const archive = tablesOf<ArchiveTables>(connection);
  const ledger = tablesOf<LedgerTables>(connection);
  const statements = sound.facts((await readFacts(ledger, "season")) as SeasonRecord[]);
  const listedOf = new Map<Sport, ReadonlySet<string>>();
  const written = new Set<string>();
  for (const key of [...seasons].sort()) {
    const [sport, label] = key.split(":") as [Sport, string];
    const season = Number(label);
    const records = (await readSeasonGameRecords(ledger, sport, season)).filter((each) => sound.isSoundGame(each));
    const listed = listedOf.get(sport) ?? (await listedIds(archive, sport));
    listedOf.set(sport, listed);
    const published: PublishedGames = {
      ...(await publishedGames(archive, sport, season)),
      has: (game) => listed.has(ids.ofPublished(game) ?? ""),
    };
    const body = buildSeason(sport, season, records, statements, published);
    const before = await archive
      .selectFrom("archive_seasons")
      .selectAll()
      .where("sport", "=", sport)
      .where("season", "=", season)
      .executeTakeFirst();
    const text = body === null ? null : JSON.stringify(body);
    const entry = known?.seasons.find((each) => `${each.sport}:${each.season}` === key);
    const isGood = before === undefined ? entry === undefined : entry?.row === seasonChecksum(before);
    if (isGood && text === (before?.body ?? null) && !changedSeasons.has(key)) continue;
    written.add(key);
    await archive.deleteFrom("archive_seasons").where("sport", "=", sport).where("season", "=", season).execute();
    if (body === null || text === null) continue;
    const row = { sport, season, status: body.row.status, revision, body: text };
    await archive.insertInto("archive_seasons").values(row).execute();
  }
  return written;
}

async function listedIds(archive: Kysely<ArchiveTables>, sport: Sport): Promise<Set<string>> {
  const rows = await archive.selectFrom("archive_games").select("game_id").where("sport", "=", sport).execute();
  return new Set(rows.map((row) => row.game_id));
}

async function publishedGames(
  archive: Kysely<ArchiveTables>,
  sport: Sport,
  season: number,
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
  for (const chunk of chunks(rows)) await archive.insertInto("archive_teams").values(chunk).execute();
  return true;
}

/** Number of rows of a table of the archive. */
export async function countRows(
  archive: Kysely<ArchiveTables>,
  table: "archive_games" | "archive_odds",
): Promise<number> {
  const row = await archive
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}
