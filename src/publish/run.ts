/**
 * One publish on its way through the pairs of teams: it reads their games from ledger and archive, has them compared,
 * writes the differences, and keeps count.
 */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import type { Decided } from "../ledger/doubt-decisions.ts";
import { readGameRecords, readPricedEvents } from "../ledger/read.ts";
import { followStatement } from "../ledger/resolutions.ts";
import type { LedgerTables, Resolution } from "../ledger/tables.ts";
import type { ArchiveTables } from "../release/tables.ts";
import { alarmFiguresOf, type GameFigures } from "./alarms/figures.ts";
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
import type { GameTableRow } from "./write/table-rows.ts";

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
  readonly #lines = new LineFindings();
  readonly #found = {
    mended: [] as string[],
    removals: [] as string[],
    held: [] as HeldGame[],
    withheld: [] as string[],
    followed: [] as string[],
    leftOut: [] as string[],
    figures: [] as GameFigures[],
    doubted: [] as DoubtedGame[],
  };
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
    const { contested, staleCloses, convertedOdds } = this.#lines;
    const counts = { changedGames: this.#changedGames, setChanges: this.#setChanges };
    return { ...this.#found, ...counts, contested, staleCloses, convertedOdds };
  }

  /** @param pairs all that share a published game must be given together: see `linkedPairs`. */
  async buildPairs(pairs: readonly PairKey[]): Promise<void> {
    const { connection, ids, resolutions, decisions, ledger: sound, venues, changes } = this.#sources;
    const ledger = tablesOf<LedgerTables>(connection);
    const archive = tablesOf<ArchiveTables>(connection);
    const records = sound.games(await readGameRecords(ledger, pairs));
    const events = sound.events(await readPricedEvents(ledger, pairs));
    this.#found.leftOut.push(...records.leftOut, ...events.leftOut);
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
    const fresh: GameTableRow[] = [];
    const changed: GameChange[] = [];
    for (const finding of compareGames(comparison, { ids, ledger: sound, venues })) {
      this.#note(finding);
      if (finding.kind === "gone" || finding.kind === "changed") {
        changed.push(finding);
        stale.push(finding.gameId);
      }
      if (finding.kind === "changed") {
        fresh.push(finding.row);
        this.#found.figures.push(alarmFiguresOf(finding.built, finding.game.events));
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
    const { mended, removals, followed, withheld, leftOut, doubted } = this.#found;
    if ("wasDamaged" in finding && finding.wasDamaged) mended.push(finding.gameId);
    else if (finding.kind === "removal") removals.push(finding.sentence);
    else if (finding.kind === "held") this.#hold(finding.held);
    else if (finding.kind === "followed") followed.push(finding.sentence);
    else if (finding.kind === "withheld") withheld.push(finding.sentence);
    else if (finding.kind === "left out") leftOut.push(finding.sentence);
    else if (finding.kind === "built") {
      const { doubts, game } = finding.built;
      this.#lines.add(finding.built);
      if (doubts.length > 0) doubted.push({ gameId: game.game_id, doubts });
    }
  }

  /** An id that several games claim has one entry. */
  #hold(game: HeldGame): void {
    const { held } = this.#found;
    if (!held.some((each) => each.gameId === game.gameId && each.reason === game.reason)) held.push(game);
  }
}

/** The archive's rows of the pairs, by game id. */
export async function readPublished(
  archive: Kysely<ArchiveTables>,
  pairs: readonly PairKey[],
): Promise<Map<string, GameTableRow>> {
  const games = await archive.selectFrom("archive_games").selectAll().where("pair", "in", pairs).execute();
  return new Map(games.map((game) => [game.game_id, game]));
}
