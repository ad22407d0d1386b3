/** The first games of seasons of the sample, processed by feed, ledger and publish. */
import { sampleRecords } from "../../sample/src/sample.ts";
import { sampleSports } from "../../sample/src/sports.ts";
import type { Database } from "../../src/database/engine.ts";
import type { SeasonKey } from "../../src/domain/seasons.ts";
import { sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";

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

export async function publishItems(database: Database, items: Iterable<FeedItem>, publishedAt: string): Promise<void> {
  await importItems(database, items, publishedAt);
  await publish(database, { all: false, acceptRemovals: false, publishedAt });
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
