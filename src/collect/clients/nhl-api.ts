/**
 * The NHL's web API: the schedule of the seven days from a date, and for each game that is over the landing page (venue
 * and city) and the right rail (line score and officials).
 */
import type { FeedItem } from "../../feed/feed-item.ts";
import { isObject } from "../../feed/json-text.ts";
import { readNhlApi } from "../../feed/providers/nhl-api.ts";
import { nhlEntries } from "../../feed/providers/nhl-api-answers.ts";
import type { Ask } from "../asking/ask.ts";
import { addressOf, spansOfDays } from "./address.ts";
import type { ReceivedAnswer, ResultsClient } from "./client.ts";
import { readEach } from "./read-each.ts";

const provider = "nhl-api";

/** An answer holds the date that was asked for and the six after it. */
const daysAtOnce = 7;

/** Regular season and playoffs. */
const gameTypes: readonly unknown[] = [2, 3];
const finalStates: readonly unknown[] = ["FINAL", "OFF"];

export function nhlApiClient(base: string): ResultsClient {
  const ask = (path: string): Ask => {
    const url = addressOf(base, path);
    return { provider, url, label: url.href, format: "json", isConditional: true, sport: "nhl" };
  };
  return {
    provider,
    sports: ["nhl"],
    slate: (_sport, from, to) => spansOfDays(from, to, daysAtOnce).map((span) => ask(`/v1/schedule/${span.from}`)),
    details: (_sport, received, isWanted) =>
      finalsOf(received)
        .filter(isWanted)
        .flatMap((id) => [ask(`/v1/gamecenter/${id}/landing`), ask(`/v1/gamecenter/${id}/right-rail`)]),
    read: (_sport, received, nowMs) => readTogether(received, nowMs),
  };
}

/** The ids of a schedule's games that are over. */
function finalsOf({ payload }: ReceivedAnswer): readonly string[] {
  const days = isObject(payload) && Array.isArray(payload.gameWeek) ? (payload.gameWeek as readonly unknown[]) : [];
  const games = days.flatMap((day) => (isObject(day) && Array.isArray(day.games) ? (day.games as unknown[]) : []));
  return games.flatMap((game) => {
    if (!isObject(game) || !gameTypes.includes(game.gameType) || !finalStates.includes(game.gameState)) return [];
    return typeof game.id === "number" ? [String(game.id)] : [];
  });
}

/** One game is made of several answers, so those that are sound are read together. */
function* readTogether(received: readonly ReceivedAnswer[], nowMs: number): Generator<FeedItem> {
  const sound: ReceivedAnswer[] = [];
  yield* readEach(received, (answer) => {
    for (const _ of nhlEntries(answer.payload, answer.label));
    sound.push(answer);
    return [];
  });
  yield* readNhlApi(
    sound.map(({ payload, label }) => ({ payload, file: label })),
    nowMs,
  );
}
