/**
 * A short answer about a final game, such as a row of a schedule, says nothing of its officials or its periods. It must
 * not take away what a longer answer of the same provider has said of the same result before.
 */
import type { FeedItem } from "../../feed/feed-item.ts";
import type { GameRecord } from "../../feed/records.ts";
import type { KnownGames } from "../schedule/known-games.ts";

/** The fields that short answers lack. */
const details = ["line_score", "overtime", "referee", "weather", "venue", "actual_start_time"] as const;

export function keepDetails(items: readonly FeedItem[], games: KnownGames): FeedItem[] {
  return items.map((item) => {
    const { record } = item;
    if (record?.type !== "game" || record.status !== "final") return item;
    const known = games.recordOf(record.provider, record.sport, record.game_id);
    return known === null ? item : { record: filled(record, known) };
  });
}

function filled(record: GameRecord, known: GameRecord): GameRecord {
  const isSameResult =
    known.status === "final" && known.home_score === record.home_score && known.away_score === record.away_score;
  if (!isSameResult) return record;
  const kept = Object.fromEntries(
    details.filter((name) => record[name] === null).map((name) => [name, known[name]]),
  ) as Partial<GameRecord>;
  return { ...record, ...kept };
}
