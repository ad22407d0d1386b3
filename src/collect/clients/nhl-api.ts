/**
 * The NHL's web API: the schedule of the seven days from a date, and for each game that is over the landing page (venue
 * and city) and the right rail (line score and officials).
 */

import { isObject, type JsonObject } from "../../feed/parse.ts";
import { readNhlApi } from "../../feed/providers/nhl-api.ts";
import type { Ask } from "../asking/ask.ts";
import { addressOf, type ReceivedAnswer, type ResultsClient, resultsClient, spansOfDays } from "./client.ts";

const provider = "nhl-api";

/** An answer holds the date that was asked for and the six after it. */
const daysAtOnce = 7;

/** Regular season and playoffs. */
const gameTypes: readonly unknown[] = [2, 3];
const finalStates: readonly unknown[] = ["FINAL", "OFF"];

export function nhlApiClient(base: string): ResultsClient {
  const ask = (path: string): Ask => {
    const url = addressOf(base, path);
    return { provider, url, label: url.href, format: "json", sport: "nhl" };
  };
  return resultsClient({
    provider,
    sports: ["nhl"],
    slate: (_sport, from, to) =>
      spansOfDays(from, to, daysAtOnce).map((days) => ({ ...ask(`/v1/schedule/${days.from}`), days })),
    details: (_sport, received, isWanted) =>
      finalsOf(received)
        .filter(isWanted)
        .flatMap((id) => [ask(`/v1/gamecenter/${id}/landing`), ask(`/v1/gamecenter/${id}/right-rail`)]),
    readOne: ({ payload, label }, _sport, nowMs) => readNhlApi(payload, { file: label, nowMs }),
    lackOf,
  });
}

/** The days of a schedule, each with its games. */
function weekOf(payload: unknown): readonly JsonObject[] {
  return isObject(payload) && Array.isArray(payload.gameWeek) ? payload.gameWeek.filter(isObject) : [];
}

/** A schedule has every day that was asked for, and says of each how many games it has. */
function lackOf({ payload, days }: ReceivedAnswer): string | null {
  if (days === undefined) return null;
  const week = weekOf(payload);
  for (const { from: date } of spansOfDays(days.from, days.to, 1)) {
    const day = week.find((each) => each.date === date);
    if (day === undefined) return `it does not have ${date}, which was asked for`;
    const count = Array.isArray(day.games) ? day.games.length : 0;
    if (day.numberOfGames !== count) {
      return `it has ${count} games of ${date}, and says that they are ${String(day.numberOfGames)} (numberOfGames)`;
    }
  }
  return null;
}

/** The ids of a schedule's games that are over. */
function finalsOf({ payload }: ReceivedAnswer): readonly string[] {
  const games = weekOf(payload).flatMap((day) => (Array.isArray(day.games) ? (day.games as unknown[]) : []));
  return games.flatMap((game) => {
    if (!isObject(game) || !gameTypes.includes(game.gameType) || !finalStates.includes(game.gameState)) return [];
    return typeof game.id === "number" ? [String(game.id)] : [];
  });
}
