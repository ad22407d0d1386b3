/** The state of the ledger and of what is published that a publish begins with, and which pairs of teams it goes through. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/game-ids.ts";
import { readDoubtDecisions, readResolutions } from "../ledger/decisions.ts";
import { type PricedEvent, readPricedEvents } from "../ledger/events.ts";
import {
  changedPairs,
  changedSeasonsAndFacts,
  readFactRecords,
  readGameRecords,
  readIdentities,
  recordsWithIds,
} from "../ledger/read.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import { readNewestRelease } from "../release/manifest.ts";
import type { ReleaseTables } from "../release/tables.ts";
import { VenueFacts } from "./grade/facts.ts";
import { assembleGames, type LedgerGame } from "./match/assemble.ts";
import { GameIds } from "./match/claims.ts";

export type PublishStart = Awaited<ReturnType<typeof readStart>>;

/**
 * @param mustDoAll whether every game is to be done again, whatever is new.
 * @param publishedAt ISO 8601 UTC; null where the last publish is done again, which judged by its own clock.
 */
export async function readStart(connection: Transaction<AnyTables>, mustDoAll: boolean, publishedAt: string | null) {
  const ledger = tablesOf<LedgerTables>(connection);
  const last = await readNewestRelease(connection);
  const seen = last?.import_id ?? 0;
  const { seasons: changedSeasons, hasVenues } = await changedSeasonsAndFacts(ledger, seen);
  return {
    connection,
    ledger,
    tables: tablesOf<ReleaseTables>(connection),
    /** The release before; null before the first publish. */
    last,
    /** The last import that was published. */
    seen,
    /** Whether every game is to be done again: a venue's facts appear in games of any pair. */
    all: mustDoAll || hasVenues,
    changedSeasons,
    /** The number of the revision that a publish makes, if it changes anything. */
    revision: (last?.revision ?? 0) + 1,
    nowMs: await latestClock(ledger, last?.published_at, publishedAt),
    ...(await readSources(ledger)),
  };
}

/** Everything by which games are matched and graded beside their own records and events. */
export async function readSources(ledger: Kysely<LedgerTables>) {
  return {
    ids: new GameIds(await readIdentities(ledger)),
    resolutions: await readResolutions(ledger),
    decisions: await readDoubtDecisions(ledger),
    venues: new VenueFacts(await readFactRecords(ledger, "venue")),
  };
}

/**
 * The time that counts as now. A clock that was set back must not make last night's games ones that are still to come,
 * and take them out of the archive: every import and publish of before has happened.
 */
async function latestClock(ledger: Kysely<LedgerTables>, ...times: (string | null | undefined)[]): Promise<number> {
  const imported = await ledger
    .selectFrom("ledger_imports")
    .select(({ fn }) => fn.max<string | null>("imported_at").as("last"))
    .executeTakeFirst();
  return Math.max(...[imported?.last, ...times].map((time) => Date.parse(time ?? "")).filter(Number.isFinite));
}

/** Pairs of teams that are read and built together: bounds the memory, and what the garbage collector has to move. */
const pairsPerStep = 30;

/**
 * The pairs to do, in their steps, sport by sport: all of them, or those of which something came in after the last publish. Pairs
 * that share a game are in the same step, or there is none of them to do.
 */
export async function readSteps(
  { ledger, tables, connection, seen }: PublishStart,
  all: boolean,
): Promise<PairKey[][][]> {
  const pairs = new Set(await changedPairs(ledger, all ? 0 : seen));
  if (all) {
    const games = await tables.selectFrom("published_games").select("pair").distinct().execute();
    for (const { pair } of games) pairs.add(pair);
  }
  const linked = await linkedPairs(connection);
  const due = linked.isDisjointFrom(pairs) ? pairs : pairs.union(linked);
  const bySport = Map.groupBy([...due].sort(), (pair) => pair.split(":", 1)[0]);
  return [...bySport.values()].map((pairsOfSport) => {
    const together = pairsOfSport.filter((pair) => linked.has(pair));
    const apart = pairsOfSport.filter((pair) => !linked.has(pair));
    const steps = together.length === 0 ? [] : [together];
    for (let from = 0; from < apart.length; from += pairsPerStep) steps.push(apart.slice(from, from + pairsPerStep));
    return steps;
  });
}

/**
 * Pairs that share a game: a record of a published game has other teams now (a team was renamed or corrected), or the
 * records of one game have different ones. There are hardly ever any.
 */
async function linkedPairs(connection: Transaction<AnyTables>): Promise<Set<PairKey>> {
  const spoken = recordsWithIds(tablesOf<LedgerTables>(connection))
    .select(["identity.game_id", "record.pair"])
    .unionAll(tablesOf<ReleaseTables>(connection).selectFrom("published_games").select(["game_id", "pair"]))
    .as("spoken");
  const all = tablesOf<AnyTables>(connection).selectFrom(spoken);
  const shared = await all
    .select("spoken.game_id")
    .groupBy("spoken.game_id")
    .having((row) => row(row.fn.min("spoken.pair"), "<>", row.fn.max("spoken.pair")))
    .execute();
  if (shared.length === 0) return new Set();
  const ids = shared.map((row) => row.game_id);
  const rows = await all.select("spoken.pair").distinct().where("spoken.game_id", "in", ids).execute();
  return new Set(rows.map(({ pair }) => pair as PairKey));
}

/** Matches what the ledger has of some pairs of teams to games: the records of one game together, and each event with its game. */
export async function readGames(
  ledger: Kysely<LedgerTables>,
  pairs: readonly PairKey[],
): Promise<readonly LedgerGame<PricedEvent>[]> {
  return assembleGames(await readGameRecords(ledger, pairs), await readPricedEvents(ledger, pairs)).games;
}
