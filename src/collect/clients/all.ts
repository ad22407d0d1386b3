/**
 * All clients that can ask (those without a key, and those whose key is set), and the plan of which of them is asked for what.
 * A new provider is a line and some rows here.
 */
import type { AskedProvider } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import { cfbdClient } from "./cfbd.ts";
import type { OddsClient, ResultsClient } from "./client.ts";
import { espnClient } from "./espn.ts";
import { mlbStatsapiClient } from "./mlb-statsapi.ts";
import { nflverseClient } from "./nflverse.ts";
import { nhlApiClient } from "./nhl-api.ts";
import { oddsApiClient, oddsApiScoresClient } from "./the-odds-api.ts";

/** The part of the settings that the clients need: `CollectConfig` has these fields from here. */
export type ClientSettings = {
  /** Without a slash at their end. */
  readonly baseUrls: Readonly<Record<AskedProvider, string>>;
  /** Null: this provider is not asked. */
  readonly cfbdKey: string | null;
  readonly oddsApiKey: string | null;
  /** Regions whose books are asked for; each of them costs credits. */
  readonly oddsApiRegions: readonly string[];
};

export function resultsClients({ baseUrls, cfbdKey, oddsApiKey }: ClientSettings): readonly ResultsClient[] {
  return [
    mlbStatsapiClient(baseUrls["mlb-statsapi"]),
    nhlApiClient(baseUrls["nhl-api"]),
    nflverseClient(baseUrls.nflverse),
    ...(cfbdKey === null ? [] : [cfbdClient(baseUrls.cfbd, cfbdKey)]),
    espnClient(baseUrls.espn),
    ...(oddsApiKey === null ? [] : [oddsApiScoresClient(baseUrls["the-odds-api"], oddsApiKey)]),
  ];
}

/** Null without a key. */
export function oddsClient({ baseUrls, oddsApiKey, oddsApiRegions }: ClientSettings): OddsClient | null {
  if (oddsApiKey === null) return null;
  return oddsApiClient({ base: baseUrls["the-odds-api"], apiKey: oddsApiKey, regions: oddsApiRegions });
}

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

/** Says which provider is asked for which sport, and when. A provider whose key is not set has no client, and is passed over. */
const providerPlan: Readonly<Partial<Record<Sport, readonly Row[]>>> = {
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

/** ESPN has every sport, so it is asked for one that has no rows of its own. */
const otherwise: readonly Row[] = [{ provider: "espn", jobs: always }];

export function clientsFor(clients: readonly ResultsClient[], sport: Sport, job: ResultsJob): ResultsClient[] {
  return (providerPlan[sport] ?? otherwise)
    .filter(({ jobs }) => jobs.includes(job))
    .flatMap(({ provider, isSecond }) =>
      clients
        .filter((client) => client.provider === provider && client.sports.includes(sport))
        .map((client) => (isSecond ? secondOpinion(client) : client)),
    );
}

/**
 * A client that is asked for a second opinion about scores: for no details, and of its games only those are taken that are
 * over or suspended. Captures go by the starts of the provider that is asked all day, and what the night brings would be the
 * newest word about a game to come.
 */
export function secondOpinion(client: ResultsClient): ResultsClient {
  return { ...client, details: () => [], isTaken: isOfScore };
}

/** A suspended game has no score yet, and its record tells on which day it began. Lines are of a book, and no opinion of ESPN. */
function isOfScore({ record, refusal }: FeedItem): boolean {
  if (refusal !== undefined || record.type === "quote") return true;
  return record.type === "game" && (record.status === "final" || record.status === "suspended");
}
