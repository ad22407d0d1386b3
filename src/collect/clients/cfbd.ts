/**
 * College Football Data: games and lines of a season, one request each. A key is needed; the free one allows 1,000
 * requests a month, so this provider is asked once a night and not during games.
 */
import { datesOfSeason, seasonOf } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { readCfbd } from "../../feed/providers/cfbd.ts";
import type { Ask } from "../asking/ask.ts";
import { asksOf, type ResultsClient, resultsClient } from "./client.ts";

const provider = "cfbd";

export function cfbdClient(base: string, apiKey: string): ResultsClient {
  const ask = (sport: Sport, path: string, query: Readonly<Record<string, string>>): Ask => {
    return { ...asksOf(provider, base)(sport, path, query), headers: { authorization: `Bearer ${apiKey}` } };
  };
  return resultsClient({
    provider,
    sports: ["ncaaf"],
    slate(sport, from, to) {
      const asks: Ask[] = [];
      for (let season = seasonOf(sport, from); season <= seasonOf(sport, to); season += 1) {
        const query = { year: `${season}`, seasonType: "both" };
        const dates = datesOfSeason({ sport, season });
        // The part of the span that lies in the season.
        const days = { from: from > dates.from ? from : dates.from, to: to < dates.to ? to : dates.to };
        asks.push({ ...ask(sport, "/games", { ...query, classification: "fbs" }), days }, ask(sport, "/lines", query));
      }
      return asks;
    },
    // A season without games yet, or without lines, is an empty list, which holds nothing to be read.
    readOne: ({ payload, label }, _sport, nowMs) => readCfbd(payload, { file: label, nowMs }),
  });
}
