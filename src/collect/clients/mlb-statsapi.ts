/** MLB StatsAPI: schedules of a span of official dates, with all details in the same answer. */
import { readMlbStatsapi } from "../../feed/providers/mlb-statsapi.ts";
import { addressOf, spansOfDays } from "./address.ts";
import type { ResultsClient } from "./client.ts";
import { readEach } from "./read-each.ts";

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
      spansOfDays(from, to, daysAtOnce).map((span) => {
        const url = addressOf(base, "/api/v1/schedule", {
          sportId,
          startDate: span.from,
          endDate: span.to,
          gameTypes,
          hydrate,
        });
        return { provider, url, label: url.href, format: "json", isConditional: true, sport };
      }),
    details: () => [],
    read: (_sport, received, nowMs) =>
      readEach(received, ({ payload, label }) => readMlbStatsapi(payload, { file: label, nowMs })),
  };
}
