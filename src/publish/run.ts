/**
 * One publish on its way through the pairs of teams: it reads their games from the ledger, has them compared with what is
 * published, writes the seasons that have changed, and keeps count.
 */
import type { Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/pairs.ts";
import { type Decided, followStatement } from "../ledger/decisions.ts";
import type { LedgerTables, Resolution } from "../ledger/tables.ts";
import type { SeasonEntry } from "../release/manifest.ts";
import { type PublishedGame, readPublished, replacePublished, seasonOfPublished } from "../release/published-games.ts";
import type { ReleaseTables } from "../release/tables.ts";
import type { GameValues } from "../release/values.ts";
import { judgeSeasons } from "./alarms/judge.ts";
import { clockMinutesOf, type WrittenSeason as JudgedSeason } from "./alarms/season.ts";
import type { Judged } from "./alarms/state.ts";
import { compareGames, type Finding } from "./grade/compare.ts";
import type { VenueFacts } from "./grade/facts.ts";
import { LineFindings } from "./grade/line-findings.ts";
import { readLedgerGames } from "./ledger-games.ts";
import { claimsOf, type GameIds } from "./match/claims.ts";
import type { DoubtedGame, GameFindings, HeldGame } from "./publish-report.ts";
import { SeasonMap } from "./season-map.ts";
import type { ChangeLog } from "./write/change-log.ts";
import { ChangedSeasons, type GoneGame, type WrittenSeason } from "./write/changed-seasons.ts";
import { speakersOf } from "./write/game-speakers.ts";
import type { ReleaseBefore } from "./write/release-before.ts";

type RunSources = {
  readonly connection: Transaction<AnyTables>;
  readonly before: ReleaseBefore;
  /** The number of the revision that this publish makes, if it changes anything. */
  readonly revision: number;
  readonly ids: GameIds;
  readonly resolutions: ReadonlyMap<string, Resolution>;
  readonly decisions: ReadonlyMap<string, Decided>;
  /** The clock of the publish: times after it have not happened. */
  readonly nowMs: number;
  readonly venues: VenueFacts;
  /** Every game that callers will see another state of is written here too. */
  readonly changes: ChangeLog;
};

/** The findings and the counts so far. */
export type RunResult = GameFindings & {
  readonly changedGames: number;
  /** The seasons that were written anew; null for one that has no game any more. */
  readonly seasons: SeasonMap<SeasonEntry | null>;
  /** Games published before that are not to be published any more, with the reason. */
  readonly removals: readonly string[];
  /** What the rules of alarms say of every season that was written: judged while its values are at hand. */
  readonly judged: readonly Judged[];
};

export class PublishRun {
  readonly #sources: RunSources;
  readonly #pairs = new Set<PairKey>();
  readonly #lines = new LineFindings();
  readonly #found = {
    mended: [] as string[],
    removals: [] as string[],
    held: [] as HeldGame[],
    withheld: [] as string[],
    followed: [] as string[],
    leftOut: [] as string[],
    judged: [] as Judged[],
    doubted: [] as DoubtedGame[],
  };
  readonly #seasons = new SeasonMap<SeasonEntry | null>();
  readonly #clocks = new Map<string, number>();
  #changedGames = 0;
  #finalsDone = 0;
  #changed: ChangedSeasons;

  constructor(sources: RunSources) {
    this.#sources = sources;
    this.#changed = new ChangedSeasons(sources.before);
    for (const { sport, season } of sources.before.damaged) this.#found.mended.push(`a file of ${sport} ${season}`);
  }

  /** Whether a pair is done. */
  hasDone(pair: PairKey): boolean {
    return this.#pairs.has(pair);
  }

  /** How many games that are over it has been through, whether something of them is new or not. */
  get finalsDone(): number {
    return this.#finalsDone;
  }

  get result(): RunResult {
    const { contested, staleCloses, convertedOdds } = this.#lines;
    const counts = { changedGames: this.#changedGames, seasons: this.#seasons };
    return { ...this.#found, ...counts, contested, staleCloses, convertedOdds };
  }

  /** @param pairs all that share a published game must be given together: see `linkedPairs`. */
  async buildPairs(pairs: readonly PairKey[]): Promise<void> {
    const { connection, ids, resolutions, decisions, nowMs, venues } = this.#sources;
    const ledger = tablesOf<LedgerTables>(connection);
    const tables = tablesOf<ReleaseTables>(connection);
    const games = await readLedgerGames(ledger, pairs);
    this.#finalsDone += games.filter(({ records }) => records.some(({ status }) => status === "final")).length;
    const comparison = {
      games,
      claims: claimsOf(games, ids, { resolutions, decisions }),
      published: await readPublished(tables, pairs),
    };
    const stale: string[] = [];
    const fresh: PublishedGame[] = [];
    /** By game id: several games may claim one. */
    const gone = new Map<string, GoneGame>();
    for (const finding of compareGames(comparison, { ids, nowMs, venues })) {
      this.#note(finding);
      if (finding.kind === "changed") {
        const { gameId, row, before, built } = finding;
        stale.push(gameId);
        fresh.push(row);
        this.#changed.add({ gameId, row, before, values: built.values, speakers: speakersOf(finding.game) });
        const minutes = clockMinutesOf(finding.game.events);
        if (minutes !== null) this.#clocks.set(gameId, minutes);
      }
      if (finding.kind === "same") this.#changed.addSame(finding.built.values);
      if (finding.kind === "gone") {
        gone.set(finding.gameId, finding);
        this.#found.removals.push(finding.sentence);
      }
      if (finding.kind === "held") {
        const { held, before } = finding;
        // Where its values are lost, there is nothing as which a game could stand.
        const isLost = before !== null && (await this.#valuesOf(held.gameId, before)) === null;
        if (isLost) {
          gone.set(held.gameId, { gameId: held.gameId, before });
          this.#lose(held.gameId, before, held.reason);
        }
        this.#hold(isLost ? { ...held, isPublished: false } : held);
      }
      if (finding.kind === "identified") ids.remember(finding.game, finding.gameId);
      if (finding.kind === "followed") await followStatement(ledger, finding.gameId, finding.stated);
    }
    for (const game of gone.values()) {
      stale.push(game.gameId);
      this.#changed.add(game);
    }
    await replacePublished(tables, stale, fresh);
    for (const pair of pairs) this.#pairs.add(pair);
  }

  /** A game whose values were lost with a file, and that cannot be built anew, is taken away only with the operator's consent. */
  #lose(gameId: string, before: PublishedGame, why: string): void {
    if (!this.#sources.before.isDamaged(seasonOfPublished(before))) return;
    this.#found.removals.push(`${gameId}: published before, and lost with a file of its season: ${why}`);
  }

  /** The values of a game in the release before; null where they are lost. */
  #valuesOf(gameId: string, before: PublishedGame): Promise<GameValues | null> {
    return this.#sources.before.game(seasonOfPublished(before), gameId);
  }

  /** Writes the seasons that have changed so far: all pairs of their sport must be done. */
  async writeSeasons(): Promise<void> {
    const { connection, before, changes, revision } = this.#sources;
    const changed = await this.#changed.changes();
    this.#changedGames += changed.length;
    await changes.add(changed, connection);
    const written = await this.#changed.write(connection, revision, changed);
    for (const [season, { entry }] of written.entries()) this.#seasons.set(season, entry);
    await this.#judge(written, new Set(changed.map(({ game }) => game.gameId)));
    this.#changed = new ChangedSeasons(before);
    before.forget();
  }

  /** @param written the seasons of one sport, and the ids of their games that are others now. */
  async #judge(written: SeasonMap<WrittenSeason>, ids: ReadonlySet<string>): Promise<void> {
    const { before, nowMs, decisions } = this.#sources;
    const seasons: JudgedSeason[] = [];
    for (const [{ sport, season }, { games }] of written.entries()) {
      const last = { sport, season: season - 1 };
      const factsBefore = written.get(last)?.games.map(({ facts }) => facts) ?? (await before.facts(last));
      seasons.push({ sport, season, games, factsBefore });
    }
    const [first] = seasons;
    if (first === undefined) return;
    const about = { written: ids, clocks: this.#clocks, nowMs, decisions };
    this.#found.judged.push(...judgeSeasons(first.sport, seasons, about));
  }

  /** Keeps a finding for the report. */
  #note(finding: Finding): void {
    const { followed, withheld, leftOut, doubted } = this.#found;
    if (finding.kind === "followed") followed.push(finding.sentence);
    else if (finding.kind === "withheld") withheld.push(finding.sentence);
    else if (finding.kind === "left out") leftOut.push(finding.sentence);
    else if (finding.kind === "built") {
      const { doubts, facts } = finding.built.values;
      this.#lines.add(finding.built);
      if (doubts.length > 0) doubted.push({ gameId: facts.game_id, doubts });
    }
  }

  /** An id that several games claim has one entry. */
  #hold(game: HeldGame): void {
    const { held } = this.#found;
    if (!held.some((each) => each.gameId === game.gameId && each.reason === game.reason)) held.push(game);
  }
}
