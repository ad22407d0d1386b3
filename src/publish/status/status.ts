/** This file tells what the database holds, season by season, and whether a night is missing. It only reads, and never unpacks a capture. */
import type { Kysely } from "kysely";
import type { RevisionRow } from "../../archive/contents.ts";
import type { ArchiveTables } from "../../archive/tables.ts";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { type SeasonKey, seasonOf } from "../../domain/seasons.ts";
import { isSport } from "../../domain/sports.ts";
import type { LedgerTables } from "../../ledger/tables.ts";
import { type Report, readReports } from "../../reports/read.ts";
import { type Alarm, readAlarmsOn } from "../alarms/state.ts";
import type { HeldGame } from "../publish-report.ts";
import { SeasonMap } from "../season-map.ts";
import { type BooksPerGame, booksPerGame, readPublishedFigures } from "./books-per-game.ts";
import { type Overdue, overduePublishes } from "./overdue.ts";
import { noOdds, readWaitingOdds, type WaitingOdds } from "./waiting.ts";

export type SeasonStatus = SeasonKey & {
  readonly games: number;
  readonly gamesWithClose: number;
  /** Of the games that have odds; null when none has. */
  readonly booksPerGame: BooksPerGame | null;
  /** Published games of which no odds are known. */
  readonly gamesWithoutOdds: number;
  readonly odds: WaitingOdds;
  /** Final games that cannot be published soundly. */
  readonly held: number;
  /** The start of the newest published game, in epoch milliseconds. */
  readonly lastFinalMs: number | null;
  /** When something of the season was published last, ISO 8601 UTC. */
  readonly publishedAt: string | null;
};

export type Status = {
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
  readonly alarms: readonly Alarm[];
};

/** Failures are counted up to here. */
const mostFailures = 1_000;

export async function readStatus(kysely: Kysely<AnyTables>, nowMs: number): Promise<Status> {
  const last = await lastRevision(kysely);
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
    alarms: await readAlarmsOn(kysely, nowMs),
  };
}

/** A database of an earlier version has revisions and no reports. */
function publishOf(report: Report | undefined, last: RevisionRow | undefined) {
  if (report !== undefined) return { at: report.at, source: report.source };
  return last === undefined ? null : { at: last.published_at, source: "publish" };
}

function lastRevision(kysely: Kysely<AnyTables>): Promise<RevisionRow | undefined> {
  return tablesOf<ArchiveTables>(kysely)
    .selectFrom("archive_revisions")
    .selectAll()
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
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

async function readSeasons(
  kysely: Kysely<AnyTables>,
  last: RevisionRow | undefined,
  nowMs: number,
): Promise<SeasonStatus[]> {
  const odds = await readWaitingOdds(kysely, nowMs);
  const games = await readPublishedFigures(kysely);
  const held = heldBySeason(last);
  const published = await readPublishedSeasons(kysely);
  const every = new SeasonMap<null>();
  for (const key of [...odds.keys(), ...held.keys(), ...published.keys()]) every.set(key, null);
  return every.keys().map((key) => {
    const figures = games.get(key);
    const season = published.get(key);
    return {
      ...key,
      games: season?.games ?? 0,
      gamesWithClose: season?.gamesWithClose ?? 0,
      booksPerGame: booksPerGame(figures?.books ?? []),
      gamesWithoutOdds: (season?.games ?? 0) - (figures?.books.length ?? 0),
      odds: odds.get(key) ?? noOdds,
      held: held.get(key) ?? 0,
      lastFinalMs: figures?.lastStartMs ?? null,
      publishedAt: season?.publishedAt ?? null,
    };
  });
}

type PublishedSeason = {
  readonly games: number;
  readonly gamesWithClose: number;
  readonly publishedAt: string | null;
};

async function readPublishedSeasons(kysely: Kysely<AnyTables>): Promise<SeasonMap<PublishedSeason>> {
  const rows = await tablesOf<ArchiveTables>(kysely)
    .selectFrom("archive_seasons as season")
    .leftJoin("archive_revisions as revision", "revision.revision", "season.revision")
    .select(["season.sport", "season.season", "season.body", "revision.published_at"])
    .execute();
  const found = new SeasonMap<PublishedSeason>();
  for (const { sport, season, body, published_at: publishedAt } of rows) {
    if (!isSport(sport)) continue;
    const { row, games_with_closing_line: gamesWithClose } = JSON.parse(body) as {
      readonly row: { readonly games: number };
      readonly games_with_closing_line: number;
    };
    found.set({ sport, season }, { games: row.games, gamesWithClose, publishedAt });
  }
  return found;
}

function heldBySeason(last: RevisionRow | undefined): SeasonMap<number> {
  const { held = [] } = JSON.parse(last?.report ?? "{}") as { readonly held?: readonly HeldGame[] };
  const found = new SeasonMap<number>();
  for (const { gameId } of held) {
    const identity = parseGameId(gameId);
    if (identity === null) continue;
    const key = { sport: identity.sport, season: seasonOf(identity.sport, identity.gameDate) };
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}
