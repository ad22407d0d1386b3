/** One publish on its way through the pairs of teams: builds their games, compares them with the archive, keeps count. */
import type { Kysely, Transaction } from "kysely";
import { detailChecksum, rowsChecksum } from "../archive/checksums.ts";
import { gameCsv, oddsCsv } from "../archive/csv.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { assembleGames, type LedgerGame } from "../ledger/assemble.ts";
import { type PricedEvent, readGameRecords, readPricedEvents } from "../ledger/read.ts";
import { followStatement, type Resolution, statedScore } from "../ledger/resolutions.ts";
import { type LedgerTables, pairOf } from "../ledger/tables.ts";
import { type BuiltGame, buildGame, type VenueFacts } from "./build-game.ts";
import { type Claim, claimsOf, isFinal } from "./claims.ts";
import type { GameIds } from "./game-ids.ts";
import type { HeldGame } from "./publish-report.ts";
import type { SoundLedger } from "./sound-ledger.ts";
import { areSoundRows } from "./sound-rows.ts";
import { verifyGame } from "./verify.ts";
import { replaceRows, type SetChanges } from "./write-archive.ts";

export type NightStep = { readonly connection: Transaction<AnyTables>; readonly venues: VenueFacts };

/** What one publish finds out while it goes through the pairs. */
export class Night {
  readonly ids: GameIds;
  changedGames = 0;
  readonly changedSeasons = new Set<string>();
  readonly setChanges: SetChanges = new Map();
  /** Games whose rows were damaged; they are written anew. */
  readonly mended: string[] = [];
  /** Games published before that are not to be published any more, with the reason. */
  readonly removals: string[] = [];
  readonly held: HeldGame[] = [];
  readonly #ledger: SoundLedger;
  readonly withheld: string[] = [];
  readonly followed: string[] = [];
  readonly #resolutions: ReadonlyMap<string, Resolution>;
  readonly #pairs = new Set<string>();

  constructor(ids: GameIds, resolutions: ReadonlyMap<string, Resolution>, ledger: SoundLedger) {
    this.ids = ids;
    this.#resolutions = resolutions;
    this.#ledger = ledger;
  }

  /** Whether the night has been through a pair. */
  hasDone(pair: string): boolean {
    return this.#pairs.has(pair);
  }

  /** @param pairs all that share a published game must be given together: see `linkedPairs`. */
  async buildPairs(step: NightStep, pairs: readonly string[]): Promise<void> {
    const ledger = tablesOf<LedgerTables>(step.connection);
    const archive = tablesOf<ArchiveTables>(step.connection);
    const { sound, unsound } = this.#ledger.games(await readGameRecords(ledger, pairs));
    const recordsOf = Map.groupBy(sound, (record) => pairOf(record.sport, record.home, record.away));
    const priced = (await readPricedEvents(ledger, pairs)).map((event) => this.#ledger.event(event));
    const eventsOf = Map.groupBy(priced, (event) => event.pair);
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
    for (const pair of pairs) this.#pairs.add(pair);
    const assembled = pairs.flatMap((pair) => assembleGames(recordsOf.get(pair) ?? [], eventsOf.get(pair) ?? []));
    const games: ArchiveTables["archive_games"][] = [];
    const odds: ArchiveTables["archive_odds"][] = [];
    const stale: string[] = [];
    /** Published games that nothing of this night stands for. */
    const left = new Map(published);
    for (const claim of claimsOf(assembled, this.ids, this.#resolutions)) {
      const before = published.get(claim.id);
      left.delete(claim.id);
      const built = this.#build(claim, step.venues, before !== undefined);
      if (built === "unsound") unsound.push(...claim.game.records);
      if (built === null || built === "unsound") continue;
      await this.#follow(ledger, claim);
      const [gameRow, oddsRows] = rowsOf(built, pairOfGame(claim.game));
      if (before !== undefined) {
        const oddsBefore = publishedOdds.get(gameRow.game_id) ?? [];
        if (isSame(before, gameRow, oddsBefore, oddsRows)) continue;
        if (isDamaged(before, oddsBefore)) this.mended.push(gameRow.game_id);
        this.changedSeasons.add(`${before.sport}:${before.season}`);
      }
      stale.push(gameRow.game_id);
      games.push(gameRow);
      odds.push(...oddsRows);
      this.changedGames += 1;
      this.changedSeasons.add(`${gameRow.sport}:${gameRow.season}`);
    }
    for (const id of new Set(unsound.map((record) => this.ids.ofRecord(record)))) {
      const row = id === undefined ? undefined : published.get(id);
      if (id === undefined || row === undefined || stale.includes(id)) continue;
      left.delete(id);
      // What an older release published of it goes on as it stood, unless that may not be served either.
      if (areSoundRows(row, publishedOdds.get(id) ?? [], this.#ledger.nowMs)) continue;
      stale.push(id);
      this.changedGames += 1;
      this.changedSeasons.add(`${row.sport}:${row.season}`);
    }
    for (const row of left.values()) {
      const { game_id: id, sport, season } = row;
      // An id that the disk has made up was never published.
      if (isDamaged(row, publishedOdds.get(id) ?? [])) this.mended.push(id);
      else
        this.removals.push(`${id}: published before, and no longer to be published: ${this.#whyGone(id, assembled)}`);
      stale.push(id);
      this.changedGames += 1;
      this.changedSeasons.add(`${sport}:${season}`);
    }
    await replaceRows(archive, stale, games, odds, this.setChanges);
  }

  /** Null: it cannot be published, and is held back as it stood. "unsound": the ledger's records of it are left out. */
  #build({ id, game, doubt, resolution }: Claim<PricedEvent>, venues: VenueFacts, isPublished: boolean) {
    const hold = (reason: string, isDispute: boolean): null => {
      // One entry for an id that several games claim.
      if (this.held.some((each) => each.gameId === id && each.reason === reason)) return null;
      this.held.push({ gameId: id, pair: pairOfGame(game), isPublished, isDispute, reason });
      return null;
    };
    const fault = this.#ledger.gameFault(game, id);
    if (fault !== null) {
      this.#ledger.leftOut.push(`${id}: ${fault}`);
      return "unsound";
    }
    if (doubt !== null) return hold(doubt, true);
    const gameDate = parseGameId(id)?.gameDate ?? game.gameDate;
    const outcome = buildGame(game, id, gameDate, venues, resolution?.provider ?? null);
    if (!outcome.ok) return hold(outcome.reason, outcome.isDispute);
    const problems = verifyGame(outcome.built);
    if (problems.length > 0) return hold(problems.join("; "), false);
    const { built } = outcome;
    if (built.withheld !== null) this.withheld.push(`${id}: ${built.withheld}`);
    this.ids.remember(game, id);
    this.#ledger.leftOut.push(...built.leftOut.map((line) => `${id}: ${line}`));
    return built;
  }

  /** A decision is for a provider, not for a score: what that provider says later is followed, and reported. */
  async #follow(ledger: Kysely<LedgerTables>, { id, game, resolution }: Claim): Promise<void> {
    const decider = game.records.find((record) => record.provider === resolution?.provider);
    if (resolution === null || decider === undefined) return;
    const stated = statedScore(decider);
    if (stated === resolution.stated) return;
    this.followed.push(`${id}: ${decider.provider} said ${resolution.stated} and now says ${stated}`);
    await followStatement(ledger, id, stated);
  }

  /** Why nothing stands for a published game any more, in the words of the ledger. */
  #whyGone(id: string, assembled: readonly LedgerGame[]): string {
    const reasons = assembled.flatMap((game) => {
      const own = game.records.filter((record) => this.ids.ofRecord(record) === id);
      if (own.length === 0) return [];
      if (isFinal(game))
        return own.map(({ provider }) => `${provider} moved its record, which is ${this.ids.idOf(game)}`);
      return own.map(({ provider, status }) => `${provider} says that it is ${status}`);
    });
    return reasons.length === 0 ? "the ledger has no record of it" : reasons.join(", ");
  }
}

function pairOfGame({ records: [{ sport, home, away }] }: LedgerGame): string {
  return pairOf(sport, home, away);
}

type GameRow = ArchiveTables["archive_games"];
type OddsTableRow = ArchiveTables["archive_odds"];

function rowsOf(built: BuiltGame, pair: string): [GameRow, OddsTableRow[]] {
  const { game, extras } = built;
  const { game_id, sport, season } = game;
  const body = JSON.stringify(game);
  const detail = JSON.stringify(extras);
  const row = {
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
    body,
    detail,
    csv: gameCsv(game),
    detail_checksum: detailChecksum(game_id, body, detail),
  };
  const odds = built.odds.map(({ row: oddsRow, marketBits }) => ({
    game_id,
    book_id: oddsRow.book_id,
    sport,
    season,
    market_bits: marketBits,
    body: JSON.stringify(oddsRow),
    csv: oddsCsv(oddsRow),
  }));
  return [{ ...row, checksum: rowsChecksum(row, odds) }, odds];
}

/** Every column is compared: one that is damaged is a difference too. */
function isSame(
  before: GameRow,
  after: GameRow,
  oddsBefore: readonly OddsTableRow[],
  oddsAfter: readonly OddsTableRow[],
) {
  if (!hasSameValues(before, after)) return false;
  const byBook = new Map(oddsBefore.map((row) => [row.book_id, row]));
  return (
    byBook.size === oddsAfter.length &&
    oddsAfter.every((row) => {
      const published = byBook.get(row.book_id);
      return published !== undefined && hasSameValues(published, row);
    })
  );
}

function hasSameValues<Row extends object>(one: Row, other: Row): boolean {
  return (Object.keys(other) as (keyof Row)[]).every((column) => one[column] === other[column]);
}

/** Whether the rows are not as they were written. Those from before checksums are taken for good. */
function isDamaged(game: GameRow, odds: readonly OddsTableRow[]): boolean {
  if (game.checksum === null && game.detail_checksum === null) return false;
  const { game_id, body, detail } = game;
  return game.detail_checksum !== detailChecksum(game_id, body, detail) || game.checksum !== rowsChecksum(game, odds);
}
