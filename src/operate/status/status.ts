/** Tells what the database holds, season by season, and whether a publish is missing. It only reads, and never unpacks a capture. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { isoTime } from "../../domain/durations.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { type SeasonKey, seasonOf } from "../../domain/seasons.ts";
import { type Sport, sports } from "../../domain/sports.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { heldIn } from "../../publish/publish-report.ts";
import { SeasonMap } from "../../publish/season-map.ts";
import { noOdds, readWaitingOdds, type WaitingOdds } from "../../publish/waiting-odds.ts";
import { readLeague } from "../../release/league.ts";
import { type Release, readNewestRelease } from "../../release/manifest.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import { type Alarm, readAlarmsOn } from "../alarms.ts";
import { type Report, readReports } from "../reports.ts";
import { type NeverEnded, readNeverEnded } from "./never-ended.ts";
import { type Overdue, overduePublishes } from "./overdue.ts";

/** The members are those of the JSON of `gradeline status`. */
type SeasonStatus = SeasonKey & {
  readonly games: number;
  readonly games_with_close: number;
  /** Published games of which no odds are known. */
  readonly games_waiting_for_quotes: number;
  readonly waiting_for_result: WaitingOdds["waiting"];
  readonly still_to_be_played: WaitingOdds["ahead"];
  /** Final games that cannot be published soundly. */
  readonly held_back: number;
  readonly last_capture_at: string | null;
  /** The start of the newest published game. */
  readonly last_final_at: string | null;
  /** When something of the season was published last. */
  readonly last_published_at: string | null;
};

export type StatusReport = {
  readonly at: string;
  readonly revision: number | null;
  /** The newest publish that came to its end. */
  readonly lastPublishAt: string | null;
  readonly lastImportAt: string | null;
  /** Imports that no publish has seen. */
  readonly unpublishedImports: number;
  /** Imports that failed since the last publish. */
  readonly failedImports: number;
  readonly seasons: readonly SeasonStatus[];
  readonly overdue: readonly Overdue[];
  /** Games that should be over and of which no source tells an end. */
  readonly neverEnded: readonly NeverEnded[];
  readonly alarms: readonly Alarm[];
};

/** Failures are counted up to here. */
const mostFailures = 1_000;

export async function readStatus(kysely: Kysely<AnyTables>, nowMs: number): Promise<StatusReport> {
  const last = await readNewestRelease(kysely);
  const imports = await readImports(kysely, last?.import_id ?? 0);
  const [newest] = await readReports(kysely, { kind: "publish", limit: 1 });
  const [done] = await readReports(kysely, { kind: "publish", outcomes: ["changed", "unchanged"], limit: 1 });
  const lastPublish = publishOf(done, last);
  const failed = await readReports(kysely, {
    kind: "import",
    outcomes: ["failed"],
    limit: mostFailures,
    ...(lastPublish === null ? {} : { since: lastPublish.at }),
  });
  return {
    at: new Date(nowMs).toISOString(),
    revision: last?.revision ?? null,
    lastPublishAt: lastPublish?.at ?? null,
    lastImportAt: imports.lastAt,
    unpublishedImports: imports.waiting,
    failedImports: failed.length,
    seasons: await readSeasons(kysely, last, nowMs),
    overdue: overduePublishes({
      nowMs,
      lastPublish,
      failure: newest !== undefined && newest.reportId !== done?.reportId ? newest : null,
      waitingSince: imports.waitingSince,
    }),
    neverEnded: await readNeverEnded(kysely, nowMs),
    alarms: await readAlarmsOn(kysely, nowMs),
  };
}

/** A database of an earlier version has revisions and no reports. */
function publishOf(report: Report | undefined, last: Release | null) {
  if (report !== undefined) return { at: report.at, source: report.source };
  return last === null ? null : { at: last.published_at, source: "publish" };
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

async function readSeasons(kysely: Kysely<AnyTables>, last: Release | null, nowMs: number): Promise<SeasonStatus[]> {
  const odds = await readWaitingOdds(kysely, nowMs);
  const games = await readPublishedFigures(kysely);
  const held = heldBySeason(last);
  const published = await readPublishedSeasons(kysely, last);
  const every = new SeasonMap<null>();
  for (const key of [...odds.keys(), ...held.keys(), ...published.keys()]) every.set(key, null);
  return every.keys().map((key) => {
    const figures = games.get(key);
    const season = published.get(key);
    const { waiting, ahead, lastSeenMs } = odds.get(key) ?? noOdds;
    return {
      ...key,
      games: season?.games ?? 0,
      games_with_close: season?.gamesWithClose ?? 0,
      games_waiting_for_quotes: (season?.games ?? 0) - (figures?.gamesWithOdds ?? 0),
      waiting_for_result: waiting,
      still_to_be_played: ahead,
      held_back: held.get(key) ?? 0,
      last_capture_at: isoTime(lastSeenMs),
      last_final_at: isoTime(figures?.lastStartMs ?? null),
      last_published_at: season?.publishedAt ?? null,
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

type PublishedSeason = {
  readonly games: number;
  readonly gamesWithClose: number;
  readonly publishedAt: string | null;
};

async function readPublishedSeasons(
  kysely: Kysely<AnyTables>,
  last: Release | null,
): Promise<SeasonMap<PublishedSeason>> {
  const found = new SeasonMap<PublishedSeason>();
  if (last === null) return found;
  const times = await tablesOf<ReleaseTables>(kysely)
    .selectFrom("archive_summaries")
    .select(["revision", "published_at"])
    .execute();
  const timeOf = new Map(times.map(({ revision, published_at }) => [revision, published_at]));
  for (const sport of sports) {
    const league = await readLeague(kysely, last.manifest, sport);
    for (const { row, games_with_closing_line: gamesWithClose } of league.seasons) {
      const entry = last.manifest.seasons.find((each) => each.sport === sport && each.season === row.season);
      const publishedAt = entry === undefined ? null : (timeOf.get(entry.revision) ?? null);
      found.set(row, { games: row.games, gamesWithClose, publishedAt });
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
