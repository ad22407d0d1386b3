/** Builds the games of one sport again from the ledger, by the functions of a publish, and notes what is not as it is published. */
import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { Findings } from "../../database/findings.ts";
import type { AnyTables } from "../../database/names.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { type PairKey, pairOf } from "../../domain/pairs.ts";
import { type SeasonKey, seasonOf } from "../../domain/seasons.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { compareGames, type Finding } from "../../publish/build/compare.ts";
import { readLedgerGames } from "../../publish/ledger-games.ts";
import { claimsOf } from "../../publish/match/claims.ts";
import { differenceOf, fieldChanges, valueCount } from "../../release/diff.ts";
import type { SeasonEntry } from "../../release/manifest.ts";
import { type PublishedGame, publishedGame, readPublishedOf } from "../../release/published-games.ts";
import { readSeasonValues } from "../../release/season-values.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { GameValues, SeasonValues } from "../../release/values.ts";
import type { LedgerSources } from "./ledger-sources.ts";
import { noteDifferences } from "./note-differences.ts";

/** So many games that differ are told value by value; of others no more than that they differ. */
const mostDetailed = 200;

export class GamesAgain {
  readonly #connection: Transaction<AnyTables>;
  readonly #sources: LedgerSources;
  readonly #findings: Findings;
  /** Whether games of a season are compared. */
  readonly #isCompared: (season: SeasonKey) => boolean;
  /** The published games that were not met yet, by id. */
  readonly #expected = new Map<string, PublishedGame>();
  /** Games with the season that they are published in, and their values as they were recomputed. */
  readonly #different: { readonly season: number; readonly values: GameValues }[] = [];

  constructor(
    connection: Transaction<AnyTables>,
    sources: LedgerSources,
    findings: Findings,
    isCompared: (season: SeasonKey) => boolean,
  ) {
    this.#connection = connection;
    this.#sources = sources;
    this.#findings = findings;
    this.#isCompared = isCompared;
  }

  /** Takes in what is published of a season. All seasons come before the first pair. */
  async expect({ sport, season, games }: SeasonValues): Promise<void> {
    const rows = await readPublishedOf(tablesOf<ReleaseTables>(this.#connection), { sport, season });
    const pairs = new Map(rows.map(({ game_id: id, pair }) => [id, pair]));
    for (const game of games) {
      const { game_id: id } = game.facts;
      const pair = pairs.get(id) ?? pairOf(parseGameId(id) ?? { sport, home: id, away: id });
      this.#expected.set(id, publishedGame(game, pair));
      this.#findings.count("games", 1);
      this.#findings.count("values", valueCount(game));
    }
  }

  /** Builds the games of some pairs, and lets go of those that are as they are published. @returns how many there are. */
  async build(pairs: readonly PairKey[]): Promise<number> {
    const { ids, ledger: sound } = this.#sources;
    const { games, unsound } = await readLedgerGames(tablesOf<LedgerTables>(this.#connection), pairs, sound);
    const claims = claimsOf(games, ids, this.#sources).filter(({ id }) => this.#isOfCompared(id));
    const ofPairs = new Set(pairs);
    const published = new Map(this.#expected.entries().filter(([, { pair }]) => ofPairs.has(pair)));
    for (const finding of compareGames({ games, claims, unsound, published }, this.#sources)) this.#take(finding);
    for (const id of published.keys()) this.#expected.delete(id);
    return games.length;
  }

  #isOfCompared(id: string): boolean {
    const game = parseGameId(id);
    return game !== null && this.#isCompared({ sport: game.sport, season: seasonOf(game.sport, game.gameDate) });
  }

  #take(finding: Finding): void {
    const { held, waiting } = this.#sources;
    if (finding.kind === "held" || finding.kind === "unsound") {
      if (finding.before !== null) this.#findings.count("games that stand as they were", 1);
    } else if (finding.kind === "changed") {
      const { gameId, row, before, built } = finding;
      if (waiting.has(row.pair)) this.#findings.count("games that wait for the next publish", 1);
      else if (held.has(gameId)) this.#findings.count("games that stand as they were", 1);
      else if (before === null) this.#findings.note(gameId, "is not published, and the ledger has it");
      else if (this.#different.length < mostDetailed)
        this.#different.push({ season: before.season, values: built.values });
      else this.#findings.note(gameId, "is published with other values than are recomputed");
    } else if (finding.kind === "gone") {
      const { gameId, before, sentence } = finding;
      if (waiting.has(before.pair)) this.#findings.count("games that wait for the next publish", 1);
      else this.#findings.note(gameId, sentence.slice(`${gameId}: `.length));
    }
  }

  /** Notes every value that is another one, when all pairs are done, and the games of which the ledger knows no teams. */
  async tell(entries: readonly SeasonEntry[]): Promise<void> {
    for (const id of this.#expected.keys()) this.#findings.note(id, "is published, and the ledger has no such game");
    for (const entry of entries) {
      const different = this.#different.filter(({ season }) => season === entry.season);
      if (different.length === 0) continue;
      const { games } = await readSeasonValues(this.#connection, entry);
      for (const { values } of different) {
        const published = games.find(({ facts }) => facts.game_id === values.facts.game_id);
        if (published !== undefined) this.#tellGame(published, values);
      }
    }
  }

  #tellGame(published: GameValues, recomputed: GameValues): void {
    const { game_id: id } = published.facts;
    const { fields, others } = differenceOf(published, recomputed, true);
    noteDifferences(this.#findings, id, fields);
    for (const { path, count } of others)
      this.#findings.note(id, `${path}: ${count} other values are not as recomputed`);
    if (!isDeepStrictEqual(published.doubts, recomputed.doubts)) {
      noteDifferences(this.#findings, id, [{ path: "doubts", from: published.doubts, to: recomputed.doubts }]);
    }
    noteDifferences(this.#findings, id, fieldChanges("starters", published.starters, recomputed.starters));
    const resumed = [published, recomputed].map(({ resumedOn = null }) => resumedOn);
    noteDifferences(this.#findings, id, fieldChanges("resumed_on", resumed[0], resumed[1]));
  }
}
