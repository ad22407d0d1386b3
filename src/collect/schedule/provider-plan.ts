/** Which provider is asked for which sport, and when. A new provider is an adapter, a client and a row here. */
import type { Sport } from "../../domain/sports.ts";
import type { AskedProvider } from "../asking/ask.ts";
import type { ResultsClient } from "../clients/client.ts";
import { secondOpinion } from "../clients/second-opinion.ts";

/**
 * The reasons to ask for results: schedules of the days to come, finals of the day, the nightly second look, and what was
 * played long ago.
 */
export type ResultsJob = "calendar" | "finals" | "recheck" | "backfill";

type Row = {
  readonly provider: AskedProvider;
  readonly jobs: readonly ResultsJob[];
  /** It is asked for a second opinion about scores, and for nothing else. */
  readonly isSecond?: true;
};

const always = ["calendar", "finals", "recheck", "backfill"] as const;

/** ESPN beside a league's own words, so that a wrong score of either is a dispute and is not published. */
const espnBeside = { provider: "espn", jobs: ["recheck"], isSecond: true } as const;

/** A provider without a client, for want of a key, is passed over. */
const providerPlan: Readonly<Record<Sport, readonly Row[]>> = {
  mlb: [{ provider: "mlb-statsapi", jobs: always }, espnBeside],
  // nflverse states its games once a night; ESPN tells of the day.
  nfl: [
    { provider: "nflverse", jobs: ["recheck", "backfill"] },
    { provider: "espn", jobs: always },
  ],
  ncaaf: [
    { provider: "cfbd", jobs: ["calendar", "recheck", "backfill"] },
    { provider: "espn", jobs: always },
  ],
  nba: [
    { provider: "espn", jobs: always },
    { provider: "the-odds-api", jobs: ["recheck"], isSecond: true },
  ],
  nhl: [{ provider: "nhl-api", jobs: always }, espnBeside],
};

/** The clients that a job asks for a sport. */
export function clientsFor(clients: readonly ResultsClient[], sport: Sport, job: ResultsJob): ResultsClient[] {
  return providerPlan[sport]
    .filter(({ jobs }) => jobs.includes(job))
    .flatMap(({ provider, isSecond }) =>
      clients
        .filter((client) => client.provider === provider && client.sports.includes(sport))
        .map((client) => (isSecond ? secondOpinion(client) : client)),
    );
}
