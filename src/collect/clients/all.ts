/** All clients that can ask: those without a key, and those whose key is set. */
import { cfbdClient } from "./cfbd.ts";
import type { OddsClient, ResultsClient } from "./client.ts";
import { espnClient } from "./espn.ts";
import { mlbStatsapiClient } from "./mlb-statsapi.ts";
import { nflverseClient } from "./nflverse.ts";
import { nhlApiClient } from "./nhl-api.ts";
import { oddsApiClient } from "./the-odds-api.ts";

/** Base addresses without a slash at their end, keys (null: not asked), and regions, as the settings have them. */
export type ClientSettings = {
  readonly espnUrl: string;
  readonly mlbStatsapiUrl: string;
  readonly nhlApiUrl: string;
  readonly nflverseUrl: string;
  readonly cfbdUrl: string;
  readonly oddsApiUrl: string;
  readonly cfbdKey: string | null;
  readonly oddsApiKey: string | null;
  readonly oddsApiRegions: readonly string[];
};

export function resultsClients(settings: ClientSettings): readonly ResultsClient[] {
  return [
    mlbStatsapiClient(settings.mlbStatsapiUrl),
    nhlApiClient(settings.nhlApiUrl),
    nflverseClient(settings.nflverseUrl),
    ...(settings.cfbdKey === null ? [] : [cfbdClient(settings.cfbdUrl, settings.cfbdKey)]),
    espnClient(settings.espnUrl),
  ];
}

/** Null without a key. */
export function oddsClient({ oddsApiUrl, oddsApiKey, oddsApiRegions }: ClientSettings): OddsClient | null {
  if (oddsApiKey === null) return null;
  return oddsApiClient({ base: oddsApiUrl, apiKey: oddsApiKey, regions: oddsApiRegions });
}
