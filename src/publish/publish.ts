/**
 * Publishes the ledger: builds the games that changed, verifies them, and writes the whole night in one transaction with
 * a new revision. A reader sees all of a night or none of it.
 */
import { sql, type Transaction } from "kysely";
import type { ArchiveTables } from "../archive/tables.ts";
import { type AnyTables, type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import { gameId, parseGameId } from "../domain/game-ids.ts";
import { type Sport, sports } from "../domain/sports.ts";
import type { GameRecord, SeasonRecord, TeamRecord, VenueRecord } from "../feed/records.ts";
import { assembleGames, isCalledOff, type LedgerGame } from "../ledger/assemble.ts";
import {
  changedPairs,
  changedSeasonsAndFacts,
  lastImportId,
  type PricedEvent,
  readFacts,
  readGameRecords,
  readIdentities,
  readPricedEvents,
  readSeasonGameRecords,
} from "../ledger/read.ts";
import { gameRecordKey, type LedgerTables, pairOf } from "../ledger/tables.ts";
import { type BuiltGame, buildGame, type VenueFacts, venueKey } from "./build-game.ts";
import { NightRefused, type PublishReport } from "./publish-report.ts";
import { buildSeason, type PublishedGames } from "./seasons.ts";
import { buildTeams } from "./teams.ts";
import { verifyGame } from "./verify.ts";

export type PublishOptions = {
  /** Do every game again, not only the changed ones. */
  readonly all: boolean;
  /** Accept that games vanish, which otherwise refuses the night. */
  readonly acceptRemovals: boolean;
  /** ISO 8601 UTC. */
  readonly publishedAt: string;
  readonly onProgress?: (pairsDone: number, pairs: number) => void;
};

/** Pairs of teams that are read and built together: bounds the memory. */
const pairsPerStep = 150;
const rowsPerStatement = 300;

type Step = { readonly connection: Transaction<AnyTables>; readonly venues: VenueFacts };

/** Throws NightRefused when the night fails its checks; nothing is changed then. */
export function publish(database: Database, options: PublishOptions): Promise<PublishReport> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const archive = tablesOf<ArchiveTables>(connection);
    const last = await archive
      .selectFrom("archive_revisions")
      .selectAll()
      .orderBy("revision", "desc")
      .limit(1)
      .executeTakeFirst();
    const seen = last?.import_id ?? 0;
    const changes = await changedSeasonsAndFacts(ledger, seen);
    // A venue's facts appear in games of any pair.
    const all = options.all || changes.hasVenues;
    const pairs = all ? await allPairs(connection) : await pairsToDo(connection, seen);
    const night = new Night(await readIdentities(ledger));
    const venues = await readVenues(ledger);
    for (let from = 0; from < pairs.length; from += pairsPerStep) {
      await night.buildPairs({ connection, venues }, pairs.slice(from, from + pairsPerStep));
      options.onProgress?.(Math.min(from + pairsPerStep, pairs.length), pairs.length);
    }
    if (!options.acceptRemovals) {
      night.problems.push(...night.removed().map((id) => `${id}: published before, and no longer to be published`));
    }
    if (night.problems.length > 0) throw new NightRefused(night.problems);

    const revision = (last?.revision ?? 0) + 1;
    const seasons = new Set([...changes.seasons, ...night.changedSeasons]);
    if (all) for (const season of await allSeasons(connection)) seasons.add(season);
    const seasonsChanged = await writeSeasons(connection, seasons, night.changedSeasons, revision);
    const teamsChanged = await writeTeams(connection, (await readFacts(ledger, "team")) as TeamRecord[]);
    await night.writeIdentities(ledger);

    const hasChanged = night.changedGames > 0 || seasonsChanged || teamsChanged;
    const importId = await lastImportId(ledger);
    const report = await summary(archive, night, hasChanged ? revision : (last?.revision ?? null));
    if (hasChanged || importId !== seen) {
      const isSample = await holdsOnlySample(ledger);
      const row = {
        revision: hasChanged ? revision : (last?.revision ?? revision),
        published_at: options.publishedAt,
        import_id: importId,
        is_sample: isSample ? 1 : 0,
        report: JSON.stringify({ refused: report.refused, withheld: report.withheld }),
      };
      if (hasChanged || last === undefined) await archive.insertInto("archive_revisions").values(row).execute();
      else await archive.updateTable("archive_revisions").set(row).where("revision", "=", last.revision).execute();
    }
    return report;
  });
}

/** What one publish finds out while it goes through the pairs. */
class Night {
  changedGames = 0;
  readonly changedSeasons = new Set<string>();
  readonly problems: string[] = [];
  readonly refused: string[] = [];
  readonly withheld: string[] = [];
  readonly #identities: Map<string, string>;
  readonly #built = new Set<string>();
  readonly #removed: string[] = [];
  readonly #newIdentities: LedgerTables["ledger_identities"][] = [];

  constructor(identities: Map<string, string>) {
    this.#identities = identities;
  }

  /** Games published before that nothing of this night replaces. */
  removed(): string[] {
    return this.#removed.filter((id) => !this.#built.has(id));
  }

  async buildPairs(step: Step, pairs: readonly string[]): Promise<void> {
    const ledger = tablesOf<LedgerTables>(step.connection);
    const archive = tablesOf<ArchiveTables>(step.connection);
    const records = Map.groupBy(await readGameRecords(ledger, pairs), (record) =>
      pairOf(record.sport, record.home, record.away),
    );
    const events = Map.groupBy(await readPricedEvents(ledger, pairs), (event) => event.pair);
    const published = new Map(
      (await archive.selectFrom("archive_games").selectAll().where("pair", "in", pairs).execute()).map((row) => [
        row.game_id,
        row,
      ]),
    );
    const publishedOdds = Map.groupBy(
      published.size === 0
        ? []
        : await archive
            .selectFrom("archive_odds")
            .selectAll()
            .where("game_id", "in", archive.selectFrom("archive_games").select("game_id").where("pair", "in", pairs))
            .execute(),
      (row) => row.game_id,
    );
    const games: ArchiveTables["archive_games"][] = [];
    const odds: ArchiveTables["archive_odds"][] = [];
    const stale: string[] = [];
    for (const pair of pairs) {
      for (const game of assembleGames(records.get(pair) ?? [], events.get(pair) ?? [])) {
        const built = this.#build(game, step.venues);
        if (built === null) continue;
        const [gameRow, oddsRows] = rowsOf(built, pair);
        const before = published.get(gameRow.game_id);
        published.delete(gameRow.game_id);
        this.#built.add(gameRow.game_id);
        if (before !== undefined) {
          if (isSame(before, gameRow, publishedOdds.get(gameRow.game_id) ?? [], oddsRows)) continue;
          this.changedSeasons.add(`${before.sport}:${before.season}`);
        }
        stale.push(gameRow.game_id);
        games.push(gameRow);
        odds.push(...oddsRows);
        this.changedGames += 1;
        this.changedSeasons.add(`${gameRow.sport}:${gameRow.season}`);
      }
    }
    for (const [id, row] of published) {
      // Built already under another pair: one of its teams was corrected.
      if (this.#built.has(id)) continue;
      this.#removed.push(id);
      stale.push(id);
      this.changedGames += 1;
      this.changedSeasons.add(`${row.sport}:${row.season}`);
    }
    await replaceRows(archive, stale, games, odds);
  }

  #build(game: LedgerGame<PricedEvent>, venues: VenueFacts): BuiltGame | null {
    const [record] = game.records;
    if (!game.records.some((each) => each.status === "final") || isCalledOff(record)) return null;
    const id = this.#identityOf(game);
    const outcome = buildGame(game, id, parseGameId(id)?.gameDate ?? game.gameDate, venues);
    if (!outcome.ok) {
      this.refused.push(`${id}: ${outcome.reason}`);
      return null;
    }
    const { built } = outcome;
    this.problems.push(...verifyGame(built));
    if (built.withheld !== null) this.withheld.push(`${id}: ${built.withheld}`);
    this.#remember(game, id);
    return built;
  }

  /** The id that any of the game's records was published under before, else a new one [D-1]. */
  #identityOf(game: LedgerGame): string {
    const [first] = game.records;
    const known = game.records
      .map((record) => this.#identities.get(identityKey(record)))
      .find((id) => id !== undefined);
    return (
      known ??
      gameId({
        sport: first.sport,
        gameDate: game.gameDate,
        away: first.away,
        home: first.home,
        gameNumber: game.gameNumber,
      })
    );
  }

  #remember(game: LedgerGame, id: string): void {
    for (const record of game.records) {
      const key = identityKey(record);
      if (this.#identities.has(key)) continue;
      this.#identities.set(key, id);
      this.#newIdentities.push({
        provider: record.provider,
        record_key: gameRecordKey(record.sport, record.game_id),
        game_id: id,
      });
    }
  }

  async writeIdentities(ledger: ReturnType<typeof tablesOf<LedgerTables>>): Promise<void> {
    for (const rows of chunks(this.#newIdentities)) await ledger.insertInto("ledger_identities").values(rows).execute();
  }
}

function identityKey(record: GameRecord): string {
  return `${record.provider}\n${gameRecordKey(record.sport, record.game_id)}`;
}

function rowsOf(built: BuiltGame, pair: string): [ArchiveTables["archive_games"], ArchiveTables["archive_odds"][]] {
  const { game, extras, odds } = built;
  const { game_id, sport, season } = game;
  const row: ArchiveTables["archive_games"] = {
    game_id,
    sport,
    season,
    season_type: game.season_type ?? "regular",
    week: game.week,
    game_date: game.game_date,
    start_ms: built.startMs,
    home: game.home.abbreviation ?? "",
    away: game.away.abbreviation ?? "",
    pair,
    has_closing_line: built.hasClosingLine ? 1 : 0,
    body: JSON.stringify(game),
    detail: JSON.stringify(extras),
  };
  return [
    row,
    odds.map(({ row: oddsRow, marketBits }) => ({
      game_id,
      book_id: oddsRow.book_id,
      sport,
      season,
      market_bits: marketBits,
      body: JSON.stringify(oddsRow),
    })),
  ];
}

function isSame(
  before: ArchiveTables["archive_games"],
  after: ArchiveTables["archive_games"],
  oddsBefore: readonly ArchiveTables["archive_odds"][],
  oddsAfter: readonly ArchiveTables["archive_odds"][],
): boolean {
  if (before.body !== after.body || before.detail !== after.detail || before.pair !== after.pair) return false;
  const bodies = new Map(oddsBefore.map((row) => [row.book_id, row.body]));
  return bodies.size === oddsAfter.length && oddsAfter.every((row) => bodies.get(row.book_id) === row.body);
}

async function replaceRows(
  archive: ReturnType<typeof tablesOf<ArchiveTables>>,
  stale: readonly string[],
  games: readonly ArchiveTables["archive_games"][],
  odds: readonly ArchiveTables["archive_odds"][],
): Promise<void> {
  for (const ids of chunks(stale)) {
    await archive.deleteFrom("archive_odds").where("game_id", "in", ids).execute();
    await archive.deleteFrom("archive_games").where("game_id", "in", ids).execute();
  }
  for (const rows of chunks(games)) await archive.insertInto("archive_games").values(rows).execute();
  for (const rows of chunks(odds)) await archive.insertInto("archive_odds").values(rows).execute();
}

function* chunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) yield rows.slice(from, from + rowsPerStatement);
}

async function allPairs(connection: Transaction<AnyTables>): Promise<string[]> {
  const published = await tablesOf<ArchiveTables>(connection)
    .selectFrom("archive_games")
    .select("pair")
    .distinct()
    .execute();
  const known = await changedPairs(tablesOf<LedgerTables>(connection), 0);
  return [...new Set([...known, ...published.map((row) => row.pair)])].sort();
}

/** Pairs with news, and the pairs under which a changed record's game was published before (a renamed team). */
async function pairsToDo(connection: Transaction<AnyTables>, afterImportId: number): Promise<string[]> {
  const pairs = await changedPairs(tablesOf<LedgerTables>(connection), afterImportId);
  const moved = await tablesOf<ArchiveTables & LedgerTables>(connection)
    .selectFrom("ledger_records as record")
    .innerJoin("ledger_identities as identity", (join) =>
      join.onRef("identity.provider", "=", "record.provider").onRef("identity.record_key", "=", "record.record_key"),
    )
    .innerJoin("archive_games as game", "game.game_id", "identity.game_id")
    .select("game.pair")
    .distinct()
    .where("record.kind", "=", "game")
    .where("record.changed_in", ">", afterImportId)
    .execute();
  return [...new Set([...pairs, ...moved.map((row) => row.pair)])].sort();
}

async function allSeasons(connection: Transaction<AnyTables>): Promise<string[]> {
  const rows = await tablesOf<LedgerTables>(connection)
    .selectFrom("ledger_records")
    .select(["sport", "season"])
    .distinct()
    .where("kind", "in", ["game", "season"])
    .execute();
  return rows.map((row) => `${row.sport}:${row.season}`);
}

async function readVenues(ledger: ReturnType<typeof tablesOf<LedgerTables>>): Promise<VenueFacts> {
  const facts = (await readFacts(ledger, "venue")) as VenueRecord[];
  return new Map(facts.map((venue) => [venueKey(venue.provider, venue.venue_id), venue]));
}

/** Rewrites the rows of the seasons; whether any is new or different. */
async function writeSeasons(
  connection: Transaction<AnyTables>,
  seasons: ReadonlySet<string>,
  changedSeasons: ReadonlySet<string>,
  revision: number,
): Promise<boolean> {
  const archive = tablesOf<ArchiveTables>(connection);
  const ledger = tablesOf<LedgerTables>(connection);
  const statements = (await readFacts(ledger, "season")) as SeasonRecord[];
  let hasChanged = false;
  for (const key of [...seasons].sort()) {
    const [sport, label] = key.split(":") as [Sport, string];
    const season = Number(label);
    const records = await readSeasonGameRecords(ledger, sport, season);
    const body = buildSeason(sport, season, records, statements, await publishedGames(archive, sport, season));
    const before = await archive
      .selectFrom("archive_seasons")
      .selectAll()
      .where("sport", "=", sport)
      .where("season", "=", season)
      .executeTakeFirst();
    const text = body === null ? null : JSON.stringify(body);
    if (text === (before?.body ?? null) && !changedSeasons.has(key)) continue;
    hasChanged = true;
    await archive.deleteFrom("archive_seasons").where("sport", "=", sport).where("season", "=", season).execute();
    if (body === null || text === null) continue;
    const row = { sport, season, status: body.row.status, revision, body: text };
    await archive.insertInto("archive_seasons").values(row).execute();
  }
  return hasChanged;
}

async function publishedGames(
  archive: ReturnType<typeof tablesOf<ArchiveTables>>,
  sport: Sport,
  season: number,
): Promise<PublishedGames> {
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

async function writeTeams(connection: Transaction<AnyTables>, facts: readonly TeamRecord[]): Promise<boolean> {
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

/** Whether every game in the ledger is the sample's: then answers say so. */
async function holdsOnlySample(ledger: ReturnType<typeof tablesOf<LedgerTables>>): Promise<boolean> {
  const providers = await ledger
    .selectFrom("ledger_records")
    .select("provider")
    .distinct()
    .where("kind", "=", "game")
    .execute();
  return providers.length > 0 && providers.every((row) => row.provider === "sample");
}

async function summary(
  archive: ReturnType<typeof tablesOf<ArchiveTables>>,
  night: Night,
  revision: number | null,
): Promise<PublishReport> {
  const count = async (table: "archive_games" | "archive_odds"): Promise<number> => {
    const row = await archive
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  };
  return {
    revision,
    games: await count("archive_games"),
    oddsRows: await count("archive_odds"),
    changedGames: night.changedGames,
    refused: night.refused,
    withheld: night.withheld,
  };
}
