/** One publish on its way through the pairs of teams: builds their games, compares them with the archive, keeps count. */
import type { Kysely, Transaction } from "kysely";
import { gameCsv, oddsCsv } from "../archive/csv.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { gameId, parseGameId } from "../domain/game-ids.ts";
import type { GameRecord } from "../feed/records.ts";
import { assembleGames, isCalledOff, type LedgerGame } from "../ledger/assemble.ts";
import { type PricedEvent, readGameRecords, readPricedEvents } from "../ledger/read.ts";
import { gameRecordKey, type LedgerTables, pairOf } from "../ledger/tables.ts";
import { type BuiltGame, buildGame, type VenueFacts } from "./build-game.ts";
import type { SoundLedger } from "./sound-ledger.ts";
import { areSoundRows } from "./sound-rows.ts";
import { verifyGame } from "./verify.ts";
import { chunks, replaceRows } from "./write-archive.ts";

export type NightStep = { readonly connection: Transaction<AnyTables>; readonly venues: VenueFacts };

/** What one publish finds out while it goes through the pairs. */
export class Night {
  changedGames = 0;
  readonly changedSeasons = new Set<string>();
  readonly problems: string[] = [];
  readonly #ledger: SoundLedger;
  /** Published games of which neither the ledger nor the archive holds anything that may be served. */
  readonly #unsound = new Set<string>();
  readonly refused: string[] = [];
  readonly withheld: string[] = [];
  readonly #identities: Map<string, string>;
  readonly #built = new Set<string>();
  readonly #removed: string[] = [];
  readonly #givenIds: Set<string>;
  readonly #newIdentities: LedgerTables["ledger_identities"][] = [];

  constructor(identities: Map<string, string>, ledger: SoundLedger) {
    this.#identities = identities;
    this.#ledger = ledger;
    this.#givenIds = new Set(identities.values());
  }

  /** Games published before that nothing of this night replaces. */
  removed(): string[] {
    return this.#removed.filter((id) => !this.#built.has(id) && !this.#unsound.has(id));
  }

  async buildPairs(step: NightStep, pairs: readonly string[]): Promise<void> {
    const ledger = tablesOf<LedgerTables>(step.connection);
    const archive = tablesOf<ArchiveTables>(step.connection);
    const { sound, unsound } = this.#ledger.games(await readGameRecords(ledger, pairs));
    const records = Map.groupBy(sound, (record) => pairOf(record.sport, record.home, record.away));
    const priced = (await readPricedEvents(ledger, pairs)).map((event) => this.#ledger.event(event));
    const events = Map.groupBy(priced, (event) => event.pair);
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
        if (built === "unsound") unsound.push(...game.records);
        if (built === null || built === "unsound") continue;
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
    for (const record of unsound) {
      const id = this.#identities.get(identityKey(record)) ?? "";
      const row = published.get(id);
      if (row === undefined) continue;
      if (areSoundRows(row, publishedOdds.get(id) ?? [], this.#ledger.nowMs)) published.delete(id);
      else this.#unsound.add(id);
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

  #build(game: LedgerGame<PricedEvent>, venues: VenueFacts): BuiltGame | "unsound" | null {
    const [record] = game.records;
    if (!game.records.some((each) => each.status === "final") || isCalledOff(record)) return null;
    const id = this.#identityOf(game);
    const fault = this.#ledger.gameFault(game, id);
    if (fault !== null) {
      this.#ledger.leftOut.push(`${id}: ${fault}`);
      return "unsound";
    }
    const outcome = buildGame(game, id, parseGameId(id)?.gameDate ?? game.gameDate, venues);
    if (!outcome.ok) {
      this.refused.push(`${id}: ${outcome.reason}`);
      return null;
    }
    const { built } = outcome;
    this.problems.push(...verifyGame(built));
    if (built.withheld !== null) this.withheld.push(`${id}: ${built.withheld}`);
    this.#ledger.leftOut.push(...built.leftOut.map((line) => `${id}: ${line}`));
    this.#remember(game, id);
    return built;
  }

  /** The id that any of the game's records was published under before, else a new one [D-1]. */
  #identityOf(game: LedgerGame): string {
    const [first] = game.records;
    const known = game.records
      .map((record) => this.#identities.get(identityKey(record)))
      .find((id) => id !== undefined);
    if (known !== undefined) return known;
    // An id that another game was published under stays that game's: the first game of a day may come in second.
    for (let gameNumber = game.gameNumber; ; gameNumber++) {
      const id = gameId({
        sport: first.sport,
        gameDate: game.gameDate,
        away: first.away,
        home: first.home,
        gameNumber,
      });
      if (!this.#givenIds.has(id)) return id;
    }
  }

  #remember(game: LedgerGame, id: string): void {
    for (const record of game.records) {
      const key = identityKey(record);
      if (this.#identities.has(key)) continue;
      this.#identities.set(key, id);
      this.#givenIds.add(id);
      this.#newIdentities.push({
        provider: record.provider,
        record_key: gameRecordKey(record.sport, record.game_id),
        game_id: id,
      });
    }
  }

  async writeIdentities(ledger: Kysely<LedgerTables>): Promise<void> {
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
    csv: gameCsv(game),
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
      csv: oddsCsv(oddsRow),
    })),
  ];
}

function isSame(
  before: ArchiveTables["archive_games"],
  after: ArchiveTables["archive_games"],
  oddsBefore: readonly ArchiveTables["archive_odds"][],
  oddsAfter: readonly ArchiveTables["archive_odds"][],
): boolean {
  const fields = ["body", "detail", "csv", "pair"] as const;
  if (fields.some((field) => before[field] !== after[field])) return false;
  const byBook = new Map(oddsBefore.map((row) => [row.book_id, row]));
  return (
    byBook.size === oddsAfter.length &&
    oddsAfter.every((row) => byBook.get(row.book_id)?.body === row.body && byBook.get(row.book_id)?.csv === row.csv)
  );
}
