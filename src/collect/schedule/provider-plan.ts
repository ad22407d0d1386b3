/** Which provider is asked for which sport, and when. A new provider is an adapter, a client and a row here. */
import type { Sport } from "../../domain/sports.ts";
import type { AskedProvider } from "../asking/ask.ts";
import type { ResultsClient } from "../clients/client.ts";

/** The jobs that ask for results: schedules of the days to come, finals of the day, and the nightly second look. */
export type ResultsJob = "calendar" | "finals" | "recheck";

type Row = { readonly provider: AskedProvider; readonly jobs: readonly ResultsJob[] };

const always = ["calendar", "finals", "recheck"] as const;

/** A provider without a client, for want of a key, is passed over. */
const providerPlan: Readonly<Record<Sport, readonly Row[]>> = {
  mlb: [{ provider: "mlb-statsapi", jobs: always }],
  // nflverse states its games once a night; ESPN tells of the day.
  nfl: [
    { provider: "nflverse", jobs: ["recheck"] },
    { provider: "espn", jobs: always },
  ],
  ncaaf: [
    { provider: "cfbd", jobs: ["calendar", "recheck"] },
    { provider: "espn", jobs: always },
  ],
  nba: [{ provider: "espn", jobs: always }],
  nhl: [{ provider: "nhl-api", jobs: always }],
};

/** The clients that a job asks for a sport. */
export function clientsFor(clients: readonly ResultsClient[], sport: Sport, job: ResultsJob): ResultsClient[] {
  return providerPlan[sport]
    .filter(({ jobs }) => jobs.includes(job))
    .flatMap(({ provider }) =>
      clients.filter((client) => client.provider === provider && client.sports.includes(sport)),
    );
}
