/** nflverse: one file with every game of the NFL since 1999, which GitHub serves and which changes a few times a day. */
import { seasonOf } from "../../domain/seasons.ts";
import { readNflverseGames } from "../../feed/providers/nflverse.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import { addressOf, type ReceivedAnswer, type ResultsClient } from "./client.ts";

const provider = "nflverse";

export function nflverseClient(base: string): ResultsClient {
  return {
    provider,
    sports: ["nfl"],
    slate: (sport, from, to) => {
      const url = addressOf(base, "/schedules/games.csv");
      return [{ provider, url, label: url.href, format: "text", sport, days: { from, to } }];
    },
    read: ({ payload, label }, _sport, nowMs) => readNflverseGames(String(payload), { file: label, nowMs }),
    lackOf,
  };
}

/** A game that was cancelled leaves the file: the season of 2022 has 271. */
const mostCancelled = 2;

/**
 * The file has the season that was asked for, whose schedule is known before it begins, and no season has fewer games than the
 * one before it: where the file ends early, its last season does.
 */
function lackOf({ days }: ReceivedAnswer, items: readonly FeedItem[]): string | null {
  const games = items.flatMap(({ record }) => (record?.type === "game" ? [record] : []));
  const [first, last] = days === undefined ? [] : [seasonOf("nfl", days.from), seasonOf("nfl", days.to)];
  for (let season = first ?? 0; season <= (last ?? -1); season += 1) {
    if (!games.some((game) => game.season === season)) return `it has no game of the season of ${season}`;
  }
  const regular = Map.groupBy(games, ({ season, season_type: type }) => (type === "regular" ? season : null));
  for (const [season, { length }] of regular) {
    const before = season === null ? 0 : (regular.get(season - 1)?.length ?? 0);
    if (length < before - mostCancelled) {
      return `it has ${length} games of the regular season of ${season}, and of the one before ${before}`;
    }
  }
  return null;
}
