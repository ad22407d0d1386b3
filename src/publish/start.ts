/** The state of the ledger and of what is published that a publish begins with, and which pairs of teams it goes through. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { PairKey } from "../domain/game-ids.ts";
import type { SeasonKey } from "../domain/seasons.ts";
import { changedPairs, changedSeasonsAndFacts, type LedgerTables, recordsWithIds } from "../ledger/tables.ts";
import { type Release, readNewestRelease } from "../release/manifest.ts";
import type { ReleaseTables } from "../release/tables.ts";

export type PublishStart = {
  /** The release before; null before the first publish. */
  readonly last: Release | null;
  /** The last import that was published. */
  readonly seen: number;
  /** Whether every game is to be done again. */
  readonly all: boolean;
  readonly changedSeasons: readonly SeasonKey[];
  /** The number of the revision that this publish makes, if it changes anything. */
  readonly revision: number;
};

/** @param mustDoAll whether the operator asks for every game to be done again. */
export async function readStart(connection: Transaction<AnyTables>, mustDoAll: boolean): Promise<PublishStart> {
  const last = await readNewestRelease(connection);
  const seen = last?.import_id ?? 0;
  const { seasons, hasVenues } = await changedSeasonsAndFacts(tablesOf<LedgerTables>(connection), seen);
  // A venue's facts appear in games of any pair.
  const all = mustDoAll || hasVenues;
  return { last, seen, all, changedSeasons: seasons, revision: (last?.revision ?? 0) + 1 };
}

/**
 * The time that counts as now. A clock that was set back must not make last night's games ones that are still to come,
 * and take them out of the archive: every import and publish of before has happened.
 */
export async function latestClock(ledger: Kysely<LedgerTables>, ...times: (string | undefined)[]): Promise<number> {
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
  connection: Transaction<AnyTables>,
  { all, seen }: Pick<PublishStart, "all" | "seen">,
): Promise<PairKey[][][]> {
  const pairs = all ? await allPairs(connection) : await changedPairs(tablesOf<LedgerTables>(connection), seen);
  const linked = await linkedPairs(connection);
  const isOneDue = pairs.some((pair) => linked.has(pair));
  const due = [...(isOneDue ? linked : []), ...pairs.filter((pair) => !linked.has(pair))];
  const bySport = Map.groupBy(due.sort(), (pair) => pair.split(":", 1)[0]);
  return [...bySport.values()].map((ofSport) => {
    const together = ofSport.filter((pair) => linked.has(pair));
    const apart = ofSport.filter((pair) => !linked.has(pair));
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

async function allPairs(connection: Transaction<AnyTables>): Promise<PairKey[]> {
  const games = tablesOf<ReleaseTables>(connection).selectFrom("published_games");
  const published = (await games.select("pair").distinct().execute()).map(({ pair }) => pair);
  return [...new Set([...(await changedPairs(tablesOf<LedgerTables>(connection), 0)), ...published])];
}
