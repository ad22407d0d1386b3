/** MLB StatsAPI: schedules of a span of official dates, with all details in the same answer. */

import { listAt, valueAt } from "../../feed/fields.ts";
import { readMlbStatsapi } from "../../feed/providers/mlb-statsapi.ts";
import { asksOf, type ReceivedAnswer, type ResultsClient, resultsClient, spansOfDays } from "./client.ts";

const provider = "mlb-statsapi";

/** Major League Baseball; the minor leagues have numbers of their own. */
const sportId = "1";

/** Regular season, wild card, division series, league championship series, World Series. */
const gameTypes = "R,F,D,L,W";

/** The adapter reads these parts: periods, umpire, first pitch, weather, roof and city, and the home club's own venue. */
const hydrate = "team,linescore,officials,weather,gameInfo,venue(location,fieldInfo)";

/** A week has 105 games with their details. */
const daysAtOnce = 7;

export function mlbStatsapiClient(base: string): ResultsClient {
  return resultsClient({
    provider,
    sports: ["mlb"],
    slate: (sport, from, to) =>
      spansOfDays(from, to, daysAtOnce).map((days) => {
        const query = { sportId, startDate: days.from, endDate: days.to, gameTypes, hydrate };
        return { ...asksOf(provider, base)(sport, "/api/v1/schedule", query), days };
      }),
    readOne: ({ payload, label }, _sport, nowMs) => readMlbStatsapi(payload, { file: label, nowMs }),
    lackOf,
  });
}

/** An answer says how many games it has. */
function lackOf({ payload }: ReceivedAnswer): string | null {
  const count = listAt(payload, "dates").flatMap((day) => listAt(day, "games")).length;
  const stated = valueAt(payload, "totalGames");
  return stated === count ? null : `it has ${count} games, and says that they are ${String(stated)} (totalGames)`;
}
