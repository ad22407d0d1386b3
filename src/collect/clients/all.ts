/** All clients that can ask: those without a key, and those whose key is set. */
import { cfbdClient } from "./cfbd.ts";
import type { OddsClient, ResultsClient } from "./client.ts";
import { espnClient } from "./espn.ts";
import { mlbStatsapiClient } from "./mlb-statsapi.ts";
import { nflverseClient } from "./nflverse.ts";
import { nhlApiClient } from "./nhl-api.ts";
import { oddsApiClient } from "./the-odds-api.ts";
import { oddsApiScoresClient } from "./the-odds-api-scores.ts";

/** The part of the settings that the clients need: `CollectConfig` has these fields from here. */
export type ClientSettings = {
  /** Base addresses, without a slash at their end. */
  readonly espnUrl: string;
  readonly mlbStatsapiUrl: string;
  readonly nhlApiUrl: string;
  readonly nflverseUrl: string;
  readonly cfbdUrl: string;
  readonly oddsApiUrl: string;
  /** Null: this provider is not asked. */
  readonly cfbdKey: string | null;
  readonly oddsApiKey: string | null;
  /** Regions whose books are asked for; each of them costs credits. */
  readonly oddsApiRegions: readonly string[];
};

export function resultsClients(settings: ClientSettings): readonly ResultsClient[] {
  return [
    mlbStatsapiClient(settings.mlbStatsapiUrl),
    nhlApiClient(settings.nhlApiUrl),
    nflverseClient(settings.nflverseUrl),
    ...(settings.cfbdKey === null ? [] : [cfbdClient(settings.cfbdUrl, settings.cfbdKey)]),
    espnClient(settings.espnUrl),
    ...(settings.oddsApiKey === null ? [] : [oddsApiScoresClient(settings.oddsApiUrl, settings.oddsApiKey)]),
  ];
}

/** Null without a key. */
export function oddsClient({ oddsApiUrl, oddsApiKey, oddsApiRegions }: ClientSettings): OddsClient | null {
  if (oddsApiKey === null) return null;
  return oddsApiClient({ base: oddsApiUrl, apiKey: oddsApiKey, regions: oddsApiRegions });
}
