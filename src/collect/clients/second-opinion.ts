/**
 * A client that is asked for a second opinion about scores. It is asked for no details, and of its games only those are
 * taken that are over or suspended: captures go by the starts of the provider that is asked all day, and what the night
 * brings would be the newest word about a game to come.
 */
import type { FeedItem } from "../../feed/feed-item.ts";
import type { ResultsClient } from "./client.ts";

export function secondOpinion(client: ResultsClient): ResultsClient {
  return {
    ...client,
    details: () => [],
    *read(sport, received, nowMs) {
      for (const item of client.read(sport, received, nowMs)) if (isOfScore(item)) yield item;
    },
  };
}

/** A suspended game has no score yet, and its record tells on which day it began. */
function isOfScore({ record, refusal }: FeedItem): boolean {
  if (refusal !== undefined) return true;
  return record.type === "game" && (record.status === "final" || record.status === "suspended");
}
