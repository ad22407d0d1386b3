/**
 * One publish on its way through the pairs of teams: it reads their games from ledger and archive, has them compared,
 * writes the differences, and keeps count.
 */
import type { Kysely, Transaction } from "kysely";
import type { EarlierOdds } from "../archive/packed-odds.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import type { Decided } from "../ledger/doubt-decisions.ts";
import { readGameRecords, readPricedEvents } from "../ledger/read.ts";
import { followStatement, type Resolution } from "../ledger/resolutions.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { alarmFiguresOf, type GameFigures } from "./alarms/figures.ts";
import type { BuiltGame } from "./build/build-game.ts";
import { compareGames, type Finding } from "./build/compare.ts";
import { LineFindings } from "./build/line-findings.ts";
import type { SoundLedger } from "./build/sound-ledger.ts";
import type { VenueFacts } from "./build/venues.ts";
import { assembleGames } from "./match/assemble.ts";
import { claimsOf } from "./match/claims.ts";
import type { GameIds } from "./match/game-ids.ts";
import type { DoubtedGame, GameFindings, HeldGame } from "./publish-report.ts";
import { SeasonMap } from "./season-map.ts";
import type { ChangeLog, GameChange } from "./write/change-log.ts";
import { addedChanges, replaceRows, type SetChanges } from "./write/replace-rows.ts";
import type { GameRows } from "./write/table-rows.ts";

type RunSources = {
  readonly connection: Transaction<AnyTables>;
  readonly ids: GameIds;
  readonly resolutions: ReadonlyMap<string, Resolution>;
  readonly decisions: ReadonlyMap<string, Decided>;
  readonly ledger: SoundLedger;
  readonly venues: VenueFacts;
  /** Every game that callers will see another state of is written here too. */
  readonly changes: ChangeLog;
};

/** The findings and the counts so far. */
export type RunResult = GameFindings & {
  readonly changedGames: number;
  readonly setChanges: SetChanges;
  /** Games published before that are not to be published any more, with the reason. */
  readonly removals: readonly string[];
  /** Of every game that was written. */
  readonly figures: readonly GameFigures[];
};

export class PublishRun {
  readonly #sources: RunSources;
  readonly #pairs = new Set<PairKey>();
  readonly #mended: string[] = [];
  readonly #removals: string[] = [];
  readonly #held: HeldGame[] = [];
  readonly #withheld: string[] = [];
  readonly #followed: string[] = [];
  readonly #leftOut: string[] = [];
  readonly #figures: GameFigures[] = [];
  readonly #doubted: DoubtedGame[] = [];
  readonly #lines = new LineFindings();
  #changedGames = 0;
  #gamesDone = 0;
  #setChanges: SetChanges = new SeasonMap();

  constructor(sources: RunSources) {
    this.#sources = sources;
  }

  /** Whether a pair is done. */
  hasDone(pair: PairKey): boolean {
    return this.#pairs.has(pair);
  }

  /** How many games it has been through, whether something of them is new or not. */
  get gamesDone(): number {
    return this.#gamesDone;
  }

  get result(): RunResult {
    return {
      changedGames: this.#changedGames,
      setChanges: this.#setChanges,
      mended: this.#mended,
      removals: this.#removals,
      held: this.#held,
      withheld: this.#withheld,
      followed: this.#followed,
      leftOut: this.#leftOut,
      figures: this.#figures,
      contested: this.#lines.contested,
      staleCloses: this.#lines.staleCloses,
      convertedOdds: this.#lines.convertedOdds,
      doubted: this.#doubted,
    };
  }

  /** @param pairs all that share a published game must be given together: see `linkedPairs`. */
  async buildPairs(pairs: readonly PairKey[]): Promise<void> {
    const { connection, ids, resolutions, decisions, ledger: sound, venues, changes } = this.#sources;
    const ledger = tablesOf<LedgerTables>(connection);
    const archive = tablesOf<ArchiveTables>(connection);
    const records = sound.games(await readGameRecords(ledger, pairs));
    const events = sound.events(await readPricedEvents(ledger, pairs));
    this.#leftOut.push(...records.leftOut, ...events.leftOut);
    const recordsOf = Map.groupBy(records.sound, pairOf);
    const eventsOf = Map.groupBy(events.sound, (event) => event.pair);
    const games = pairs.flatMap((pair) => assembleGames(recordsOf.get(pair) ?? [], eventsOf.get(pair) ?? []));
    this.#gamesDone += games.length;
    const comparison = {
      games,
      claims: claimsOf(games, ids, { resolutions, decisions }),
      unsound: records.unsound,
      published: await readPublished(archive, pairs),
    };
    const stale: string[] = [];
    const fresh: GameRows[] = [];
    const changed: GameChange[] = [];
    for (const finding of compareGames(comparison, { ids, ledger: sound, venues })) {
      this.#note(finding);
      if (finding.kind === "gone" || finding.kind === "changed") changed.push(finding);
      if (finding.kind === "gone") stale.push(finding.gameId);
      if (finding.kind === "changed") {
        stale.push(finding.rows.game.game_id);
        fresh.push(finding.rows);
        this.#figures.push(alarmFiguresOf(finding.built, finding.game.events));
      }
      if (finding.kind === "identified") ids.remember(finding.game, finding.gameId);
      if (finding.kind === "followed") await followStatement(ledger, finding.gameId, finding.stated);
    }
    this.#changedGames += stale.length;
    this.#setChanges = addedChanges(this.#setChanges, await replaceRows(archive, { stale, fresh }));
    await changes.add(changed, { connection, pairs, ids });
    for (const pair of pairs) this.#pairs.add(pair);
  }

  /** Keeps a finding for the report. */
  #note(finding: Finding): void {
    if ("wasDamaged" in finding && finding.wasDamaged)
      this.#mended.push("rows" in finding ? finding.rows.game.game_id : finding.gameId);
    else if (finding.kind === "removal") this.#removals.push(finding.sentence);
    else if (finding.kind === "held") this.#hold(finding.held);
    else if (finding.kind === "followed") this.#followed.push(finding.sentence);
    else if (finding.kind === "withheld") this.#withheld.push(finding.sentence);
    else if (finding.kind === "left out") this.#leftOut.push(finding.sentence);
    else if (finding.kind === "built") this.#noteLines(finding.built);
  }

  #noteLines(built: BuiltGame): void {
    const { doubts, game } = built;
    this.#lines.add(built);
    if (doubts.length > 0) this.#doubted.push({ gameId: game.game_id, doubts });
  }

  /** An id that several games claim has one entry. */
  #hold(game: HeldGame): void {
    const isKnown = this.#held.some((each) => each.gameId === game.gameId && each.reason === game.reason);
    if (!isKnown) this.#held.push(game);
  }
}

/** The archive's rows of the pairs, by game id. */
export async function readPublished(
  archive: Kysely<ArchiveTables>,
  pairs: readonly PairKey[],
): Promise<Map<string, GameRows>> {
  const games = await archive.selectFrom("archive_games").selectAll().where("pair", "in", pairs).execute();
  if (games.length === 0) return new Map();
  const hasEarlier = games.some((game) => game.odds === null);
  const odds = hasEarlier ? await earlierOdds(archive, pairs) : [];
  const oddsOf = Map.groupBy(odds, (row) => row.game_id);
  return new Map(games.map((game) => [game.game_id, { game, earlier: oddsOf.get(game.game_id) ?? [] }]));
}

function earlierOdds(archive: Kysely<ArchiveTables>, pairs: readonly PairKey[]): Promise<EarlierOdds[]> {
  return archive
    .selectFrom("archive_odds")
    .selectAll()
    .where("game_id", "in", archive.selectFrom("archive_games").select("game_id").where("pair", "in", pairs))
    .execute();
}
