/** MLB StatsAPI: schedules of a span of official dates, with all details in the same answer. */
import { listAt, valueAt } from "../../feed/fields.ts";
import { isObject } from "../../feed/parse.ts";
import { readMlbStatsapi } from "../../feed/providers/mlb-statsapi.ts";
import { asksOf, type ReceivedAnswer, type ResultsClient, spansOfDays } from "./client.ts";

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
  return {
    provider,
    sports: ["mlb"],
    slate: (sport, from, to) =>
      spansOfDays(from, to, daysAtOnce).map((days) => {
        const query = { sportId, startDate: days.from, endDate: days.to, gameTypes, hydrate };
        return { ...asksOf(provider, base)(sport, "/api/v1/schedule", query), days };
      }),
    read: ({ payload, label }, _sport, nowMs) => readMlbStatsapi(payload, { file: label, nowMs }),
    lackOf,
  };
}

/** An answer says how many games it has, has no day that was not asked for, and has the parts that were asked for. */
function lackOf({ payload, days }: ReceivedAnswer): string | null {
  const totalGames = valueAt(payload, "totalGames");
  const dates = listAt(payload, "dates");
  if (typeof totalGames !== "number" || !Array.isArray(valueAt(payload, "dates"))) {
    return "it does not say how many games it has (totalGames)";
  }
  const games = dates.flatMap((day) => listAt(day, "games"));
  if (games.length !== totalGames) return `it has ${games.length} games, and says that they are ${totalGames}`;
  const other = dates
    .map((day) => String(valueAt(day, "date")))
    .find((date) => days && (date < days.from || date > days.to));
  if (other !== undefined) return `it has games of ${other}, which was not asked for`;
  const finals = games.filter((game) => ["Final", "Game Over"].includes(String(valueAt(game, "status.detailedState"))));
  if (finals.length === 0 || finals.some((game) => isObject(valueAt(game, "linescore")))) return null;
  return `none of its ${finals.length} finals has a linescore, which was asked for (hydrate)`;
}
