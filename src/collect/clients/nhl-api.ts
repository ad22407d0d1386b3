/**
 * The NHL's web API: the schedule of the seven days from a date, and for each game that is over the landing page (venue
 * and city) and the right rail (line score and officials).
 */
import { listAt, valueAt } from "../../feed/fields.ts";
import { readNhlApi } from "../../feed/providers/nhl-api.ts";
import { asksOf, type ReceivedAnswer, type ResultsClient, spansOfDays } from "./client.ts";

const provider = "nhl-api";

/** An answer holds the date that was asked for and the six after it. */
const daysAtOnce = 7;

/** Regular season and playoffs. */
const gameTypes: readonly unknown[] = [2, 3];
const finalStates: readonly unknown[] = ["FINAL", "OFF"];

export function nhlApiClient(base: string): ResultsClient {
  const ask = asksOf(provider, base);
  return {
    provider,
    sports: ["nhl"],
    slate: (sport, from, to) =>
      spansOfDays(from, to, daysAtOnce).map((days) => ({ ...ask(sport, `/v1/schedule/${days.from}`), days })),
    details: (sport, received, isWanted) =>
      finalsOf(received)
        .filter(isWanted)
        .flatMap((id) => ["landing", "right-rail"].map((part) => ask(sport, `/v1/gamecenter/${id}/${part}`))),
    read: ({ payload, label }, _sport, nowMs) => readNhlApi(payload, { file: label, nowMs }),
    lackOf,
  };
}

/** A schedule has every day that was asked for, and says of each how many games it has. */
function lackOf({ payload, days }: ReceivedAnswer): string | null {
  if (days === undefined) return null;
  for (const { from: date } of spansOfDays(days.from, days.to, 1)) {
    const day = listAt(payload, "gameWeek").find((each) => valueAt(each, "date") === date);
    if (day === undefined) return `it does not have ${date}, which was asked for`;
    const [count, stated] = [listAt(day, "games").length, valueAt(day, "numberOfGames")];
    if (stated !== count) {
      return `it has ${count} games of ${date}, and says that they are ${String(stated)} (numberOfGames)`;
    }
  }
  return null;
}

/** The ids of a schedule's games that are over. */
function finalsOf({ payload }: ReceivedAnswer): readonly string[] {
  return listAt(payload, "gameWeek")
    .flatMap((day) => listAt(day, "games"))
    .filter((game) => gameTypes.includes(valueAt(game, "gameType")) && finalStates.includes(valueAt(game, "gameState")))
    .map((game) => valueAt(game, "id"))
    .flatMap((id) => (typeof id === "number" ? [String(id)] : []));
}
