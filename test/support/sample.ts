/**
 * The sample as tests begin with it, by the real import and publish. What many begin with is made once: the first test of a run that
 * wants it makes it, and every test gets a copy.
 */
import assert from "node:assert/strict";
import { constants, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { madeOnce } from "./once.ts";
import { toldOf } from "./published.ts";

export async function publishItems(database: Database, items: Iterable<FeedItem>, publishedAt: string) {
  await importItems(database, items, publishedAt);
  return publish(database, { all: false, acceptRemovals: false, publishedAt });
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
export async function publishSampleWeeks(database: Database): Promise<void> {
  const items = firstGames([{ sport: "nfl", season: 2025 }], ({ week }) => (week ?? 0) > 4);
  await publishItems(database, items, "2026-01-01T00:00:00.000Z");
}

/** The API of a part of the sample, such as `publishSampleWeeks` publishes. */
export async function openApiOf(publishPart: (database: Database) => Promise<void>, settings: Settings = {}) {
  const api = await openApi([], { settings });
  await publishPart(api.database);
  await api.shelf.refresh();
  return api;
}

/** The first days of two seasons of hockey and of one of baseball. */
export async function publishSampleOpenings(database: Database): Promise<void> {
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
  await publishItems(database, firstGames(seasons, isOver), "2026-11-01T00:00:00.000Z");
}

/** The first games of the two latest seasons of every sport. */
export async function publishSmallSample(database: Database, gamesPerSeason: number): Promise<void> {
  const seasons = sports.flatMap((sport) => {
    const { latestSeason } = sampleSports[sport];
    return [latestSeason - 1, latestSeason].map((season) => ({ sport, season }));
  });
  const items = firstGames(seasons, (_, count) => count > gamesPerSeason);
  await publishItems(database, items, "2026-01-01T00:00:00.000Z");
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

/** Every final of the sample has all that it needs to be published. */
async function fill(database: Database, extent: Extent): Promise<void> {
  const report = await publishItems(database, itemsOf(extent), "2026-10-28T12:00:00.000Z");
  assert.deepEqual([toldOf(report, "held-unpublished"), toldOf(report, "withheld")], [[], []]);
}

/** Most of the start sample behind the API. @param access accounts that are open already, and that the caller closes. */
export async function openSampleApi(settings: Settings = {}, access?: Database): Promise<TestApi> {
  const facts = await openCopyOf("start-sample", (database) => fill(database, "start"));
  return openApi([], { facts, settings, ...(access === undefined ? {} : { access }) });
}

/** The first games of each of two seasons of every sport. */
export function openSmallSample(gamesPerSeason = 4): Promise<Copy> {
  return openCopyOf(`sample-of-${gamesPerSeason}`, (database) => publishSmallSample(database, gamesPerSeason));
}

/** The same behind the API. */
export async function openSmallSampleApi(gamesPerSeason?: number): Promise<TestApi> {
  return openApi([], { facts: await openSmallSample(gamesPerSeason) });
}

/** Every season of the sample, 27,500 games, for long runs: making it takes minutes. */
export function openFullSample(): Promise<Copy> {
  return openCopyOf("full-sample", (database) => fill(database, "full"));
}

/**
 * Opens a copy of the SQLite database of that name.
 * @param fill fills the new database; it is called once in a run, by whichever process asks first.
 */
export async function openCopyOf(name: string, fill: (database: Database) => Promise<void>): Promise<Copy> {
  const whole = await madeOnce(`${name}.db`, async (place) => {
    const database = await openDatabase(place);
    // Closing writes SQLite's log into the file, so that the file alone is the whole database.
    await fill(database).finally(() => database.close());
  });
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
