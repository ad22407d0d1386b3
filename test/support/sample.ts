/**
 * The sample as tests begin with it, by the real import and publish. What many begin with is made once: the first test of a run that
 * wants it makes it, and every test gets a copy.
 */
import assert from "node:assert/strict";
import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Extent, sampleRecords } from "../../sample/src/sample.ts";
import { sampleSports } from "../../sample/src/sports.ts";
import type { Settings } from "../../src/config/settings.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import type { SeasonKey } from "../../src/domain/seasons.ts";
import { sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { type Copy, openApi, type TestApi } from "./api.ts";
import { toldOf } from "./published.ts";

/** Every final of the sample has all that it needs to be published. */
export async function publishItems(database: Database, items: Iterable<FeedItem>, publishedAt: string): Promise<void> {
  await importItems(database, items, publishedAt);
  const report = await publish(database, { all: false, acceptRemovals: false, publishedAt });
  assert.deepEqual([toldOf(report, "held-unpublished"), toldOf(report, "withheld")], [[], []]);
}

/**
 * The games of seasons with their quotes, which follow them.
 * @param isOver whether a game is the first that is left out of its season. @param count which game of the season it is, from 1 on.
 */
export function* firstGames(
  seasons: readonly SeasonKey[],
  isOver: (game: GameRecord, count: number) => boolean,
): Generator<FeedItem> {
  for (const season of seasons) {
    let count = 0;
    for (const record of sampleRecords({ seed: 1, extent: [season] })) {
      if (record.type === "game" && isOver(record, ++count)) break;
      yield { record };
    }
  }
}

/** The first four weeks of the NFL season 2025. */
export function publishSampleWeeks(database: Database): Promise<void> {
  const items = firstGames([{ sport: "nfl", season: 2025 }], ({ week }) => (week ?? 0) > 4);
  return publishItems(database, items, "2026-01-01T00:00:00.000Z");
}

/** The first days of two seasons of hockey and of one of baseball. */
export function publishSampleOpenings(database: Database): Promise<void> {
  const before: Readonly<Record<string, string>> = {
    "mlb 2026": "2026-04-01",
    "nhl 2026": "2025-10-12",
    "nhl 2027": "2026-10-12",
  };
  const seasons = [
    { sport: "mlb", season: 2026 },
    { sport: "nhl", season: 2026 },
    { sport: "nhl", season: 2027 },
  ] as const;
  const isOver = ({ sport, season, game_date: date }: GameRecord) =>
    (date ?? "") >= (before[`${sport} ${season}`] ?? "");
  return publishItems(database, firstGames(seasons, isOver), "2026-11-01T00:00:00.000Z");
}

/** The first games of the two latest seasons of every sport. */
export function publishSmallSample(database: Database, gamesPerSeason: number): Promise<void> {
  const seasons = sports.flatMap((sport) => {
    const { latestSeason } = sampleSports[sport];
    return [latestSeason - 1, latestSeason].map((season) => ({ sport, season }));
  });
  const items = firstGames(seasons, (_, count) => count > gamesPerSeason);
  return publishItems(database, items, "2026-01-01T00:00:00.000Z");
}

/** The last weeks of baseball are enough in the start sample: its whole season is two thirds of it. */
const baseballFrom = "2026-09-15";

function* itemsOf(extent: Extent): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent })) {
    const isDated = record.type === "game" || record.type === "quote";
    const isLong = extent === "start" && isDated && record.sport === "mlb";
    if (!isLong || (record.game_date as string) >= baseballFrom) yield { record };
  }
}

/** Most of the start sample behind the API. @param access accounts that are open already, and that the caller closes. */
export async function openSampleApi(settings: Settings = {}, access?: Database): Promise<TestApi> {
  const facts = await openCopyOf("start-sample", (database) =>
    publishItems(database, itemsOf("start"), "2026-10-28T12:00:00.000Z"),
  );
  return openApi([], { facts, settings, ...(access === undefined ? {} : { access }) });
}

/** The first games of each of two seasons of every sport, behind the API. */
export async function openSampleOf(games: number): Promise<TestApi> {
  return openApi([], {
    facts: await openCopyOf(`sample-of-${games}`, (database) => publishSmallSample(database, games)),
  });
}

export function openSmallSampleApi(): Promise<TestApi> {
  return openSampleOf(8);
}

/** Every season of the sample, 27,500 games, for long runs: making it takes minutes. */
export function openFullSample(): Promise<Copy> {
  return openCopyOf("full-sample", (database) => publishItems(database, itemsOf("full"), "2026-10-28T12:00:00.000Z"));
}

/** Global setup makes this folder for a run and removes it; a file that is run by itself has one of its own. */
const runFolder = process.env.TEST_RUN_FOLDER ?? mkdtempSync(join(tmpdir(), "gradeline-run-"));

/** Far longer than making any of them takes, also where other work takes most of the processors. */
const waitMs = 900_000;

/**
 * Opens a copy of the SQLite database of that name.
 * @param fill fills the new database; it is called once in a run, by whichever process asks first.
 */
export async function openCopyOf(name: string, fill: (database: Database) => Promise<void>): Promise<Copy> {
  const whole = join(runFolder, `${name}.db`);
  const untilMs = performance.now() + waitMs;
  while (!existsSync(whole)) {
    if (isMine(`${whole}.turn`)) await make(whole, fill);
    else if (performance.now() < untilMs) await sleep(50);
    else throw new Error(`another process did not make the database ${name} in time`);
  }
  const folder = mkdtempSync(join(tmpdir(), `gradeline-${name}-`));
  const path = join(folder, "copy.db");
  copyFileSync(whole, path, constants.COPYFILE_FICLONE);
  const database = await openDatabase(path);
  return {
    path,
    database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Making a folder succeeds for one process only. */
function isMine(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function make(whole: string, fill: (database: Database) => Promise<void>): Promise<void> {
  try {
    const database = await openDatabase(`${whole}.new`);
    // Closing writes SQLite's log into the file, so that the file alone is the whole database.
    await fill(database).finally(() => database.close());
    renameSync(`${whole}.new`, whole);
  } finally {
    rmSync(`${whole}.turn`, { recursive: true, force: true });
  }
}
