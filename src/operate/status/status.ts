/** Tells what the database holds, season by season, and whether a publish is missing. It only reads, and never unpacks a capture. */
import type { Kysely } from "kysely";
import { type CollectorState, readCollecting } from "../../collect/runs.ts";
import { dailySlots } from "../../collect/schedule/daily-slots.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { SeasonMap, seasonOf } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import { hourMs, isoTime } from "../../domain/times.ts";
import { collectSource } from "../../ledger/reports.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { heldIn } from "../../publish/findings.ts";
import { noOdds, readWaitingOdds } from "../../publish/waiting-odds.ts";
import { readLeague } from "../../release/league.ts";
import { type Release, readNewestRelease } from "../../release/manifest.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { readAlarmsOn } from "../alarms.ts";
import { type Report, readReports } from "../reports.ts";
import { readNeverEnded } from "./never-ended.ts";

type Overdue = {
  readonly what: "publish" | "collecting";
  /** ISO 8601 UTC. */
  readonly since: string;
  readonly why: string;
};

/** Failures are counted up to here. */
const mostFailures = 1_000;

/** The members are those of the JSON of `gradeline status`. */
export async function readStatus(database: Database, nowMs: number) {
  const { kysely } = database;
  const collecting = await readCollecting(database);
  const last = await readNewestRelease(kysely);
  const imports = await readImports(kysely, last?.import_id ?? 0);
  const [newest] = await readReports(kysely, { kind: "publish", limit: 1 });
  // Also a publish that found nothing to do. A database of an earlier version has revisions and no reports.
  const [done] = await readReports(kysely, { kind: "publish", outcomes: ["changed", "unchanged"], limit: 1 });
  const lastPublishAt = done?.at ?? last?.published_at ?? null;
  const since = lastPublishAt === null ? {} : { since: lastPublishAt };
  const failed = await readReports(kysely, { kind: "import", outcomes: ["failed"], limit: mostFailures, ...since });
  const isFailed = newest !== undefined && newest.reportId !== done?.reportId;
  return {
    at: new Date(nowMs).toISOString(),
    revision: last?.revision ?? null,
    /** The newest publish that came to its end. */
    lastPublishAt,
    lastImportAt: imports.lastAt,
    /** Imports that no publish has seen, and those that failed since the last publish. */
    unpublishedImports: imports.waiting,
    failedImports: failed.length,
    seasons: await readSeasons(kysely, last, nowMs),
    overdue: [
      ...(isFailed
        ? [{ what: "publish", since: newest.at, why: `the last publish ${newest.outcome}: ${newest.error}` } as const]
        : []),
      ...missedNight(nowMs, imports.waitingSince, done),
      ...collectorGone(collecting),
    ],
    /** Games that should be over and of which no source tells an end. */
    neverEnded: await readNeverEnded(kysely, nowMs),
    alarms: await readAlarmsOn(kysely, nowMs),
    collecting: collecting.state,
  };
}

/** Reports on the page of nights. */
const newestReports = 30;

/** The nights as operators see them on their page. */
export async function readNights(database: Database) {
  const { seasons: _, at: __, ...status } = await readStatus(database, Date.now());
  return { ...status, reports: await readReports(database.kysely, { limit: newestReports }) };
}

/** A collector that was ended in good order is nobody's alarm: the person who ended it knows. */
function collectorGone(collecting: CollectorState): Overdue[] {
  if (collecting.state !== "gone") return [];
  const why = "the process that collected is gone, and no other has taken over";
  return [{ what: "collecting", since: new Date(collecting.sinceMs).toISOString(), why }];
}

/** The time at which a collecting system publishes: the last game of the slate is final by then. */
const nights = dailySlots("05:00");
/** A publish may wait for its providers, and takes a while. */
const graceMs = hourMs;

/**
 * A publish is missing when something was imported before the last 05:00 of New York and no publish has seen it; and when the newest
 * publish was the collector's own and is older than that, since it publishes every night. An archive that is imported and published by
 * hand is in order whenever nothing waits.
 */
function missedNight(nowMs: number, waitingSince: string | null, done: Report | undefined): Overdue[] {
  const dueMs = nights(nowMs - graceMs).lastMs;
  const overdue = (why: string): Overdue[] => [{ what: "publish", since: new Date(dueMs).toISOString(), why }];
  if (waitingSince !== null && Date.parse(waitingSince) < dueMs) {
    return overdue(`what came in at ${waitingSince} is not published`);
  }
  if (done?.source === collectSource && Date.parse(done.at) < dueMs) {
    return overdue(`the collector published at ${done.at}, and not since`);
  }
  return [];
}

async function readImports(kysely: Kysely<AnyTables>, seen: number) {
  const table = tablesOf<LedgerTables>(kysely).selectFrom("ledger_imports");
  const all = await table.select(({ fn }) => fn.max<string | null>("imported_at").as("lastAt")).executeTakeFirst();
  const unseen = await table
    .select(({ fn }) => [fn.countAll<number>().as("imports"), fn.min<string | null>("imported_at").as("since")])
    .where("import_id", ">", seen)
    .executeTakeFirst();
  return {
    lastAt: all?.lastAt ?? null,
    waiting: Number(unseen?.imports ?? 0),
    waitingSince: unseen?.since ?? null,
  };
}

async function readSeasons(kysely: Kysely<AnyTables>, last: Release | null, nowMs: number) {
  const odds = await readWaitingOdds(kysely, nowMs);
  const games = await readPublishedFigures(kysely);
  const held = heldBySeason(last);
  const published = await readPublishedSeasons(kysely, last);
  const every = new SeasonMap([...odds.keys(), ...held.keys(), ...published.keys()].map((key) => [key, null]));
  return every.keys().map((key) => {
    const figures = games.get(key);
    const season = published.get(key) ?? { games: 0, games_with_close: 0, last_published_at: null };
    const { waiting, ahead, lastSeenMs } = odds.get(key) ?? noOdds;
    return {
      ...key,
      games: season.games,
      games_with_close: season.games_with_close,
      /** Published games of which no odds are known. */
      games_waiting_for_quotes: season.games - (figures?.gamesWithOdds ?? 0),
      waiting_for_result: waiting,
      still_to_be_played: ahead,
      /** Final games that cannot be published soundly. */
      held_back: held.get(key) ?? 0,
      last_capture_at: isoTime(lastSeenMs),
      /** The start of the newest published game. */
      last_final_at: isoTime(figures?.lastStartMs ?? null),
      /** When something of the season was published last. */
      last_published_at: season.last_published_at,
    };
  });
}

/** The games that have odds, and the newest start of all games. */
async function readPublishedFigures(kysely: Kysely<AnyTables>) {
  const games = await tablesOf<ReleaseTables>(kysely)
    .selectFrom("published_games")
    .select(["sport", "season", "start_ms", "odds_rows"])
    .execute();
  const found = new SeasonMap<{ gamesWithOdds: number; lastStartMs: number }>();
  for (const { sport, season, start_ms: startMs, odds_rows: oddsRows } of games) {
    const key = { sport: sport as Sport, season };
    const figures = found.get(key) ?? { gamesWithOdds: 0, lastStartMs: 0 };
    found.set(key, figures);
    figures.lastStartMs = Math.max(figures.lastStartMs, startMs);
    if (oddsRows > 0) figures.gamesWithOdds += 1;
  }
  return found;
}

async function readPublishedSeasons(kysely: Kysely<AnyTables>, last: Release | null) {
  const found = new SeasonMap<{ games: number; games_with_close: number; last_published_at: string | null }>();
  if (last === null) return found;
  const { manifest } = last;
  const summaries = tablesOf<ReleaseTables>(kysely)
    .selectFrom("archive_summaries")
    .select(["revision", "published_at"]);
  const timeOf = new Map((await summaries.execute()).map(({ revision, published_at: at }) => [revision, at]));
  for (const sport of sports) {
    for (const { row, games_with_closing_line: games_with_close } of (await readLeague(kysely, manifest, sport))
      .seasons) {
      const entry = manifest.seasons.find((each) => each.sport === sport && each.season === row.season);
      const last_published_at = timeOf.get(entry?.revision ?? 0) ?? null;
      found.set(row, { games: row.games, games_with_close, last_published_at });
    }
  }
  return found;
}

function heldBySeason(last: Release | null): SeasonMap<number> {
  const found = new SeasonMap<number>();
  for (const { gameId } of heldIn(last)) {
    const identity = parseGameId(gameId);
    if (identity === null) continue;
    const key = { sport: identity.sport, season: seasonOf(identity.sport, identity.gameDate) };
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}
