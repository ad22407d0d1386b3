/**
 * College Football Data: games and lines of a season, one request each. A key is needed; the free one allows 1,000
 * requests a month, so this provider is asked once a night and not during games.
 */
import { datesOfSeason, seasonOf } from "../../domain/seasons.ts";
import type { Sport } from "../../domain/sports.ts";
import { slateDate } from "../../domain/times.ts";
import { isObject } from "../../feed/parse.ts";
import { readCfbd } from "../../feed/providers/cfbd.ts";
import type { Ask, SlateDays } from "../asking/ask.ts";
import { asksOf, parameterOf, type ReceivedAnswer, type ResultsClient } from "./client.ts";

const provider = "cfbd";

export function cfbdClient(base: string, apiKey: string): ResultsClient {
  const ask = (sport: Sport, path: string, query: Readonly<Record<string, string>>): Ask => {
    return { ...asksOf(provider, base)(sport, path, query), headers: { authorization: `Bearer ${apiKey}` } };
  };
  return {
    provider,
    sports: ["ncaaf"],
    slate: (sport, from, to) =>
      seasonsOf(sport, from, to).flatMap((year) => [
        {
          ...ask(sport, "/games", { year, seasonType: "both", classification: "fbs" }),
          days: daysIn(sport, year, from, to),
        },
        ask(sport, "/lines", { year, seasonType: "both" }),
      ]),
    // A season without games yet, or without lines, is an empty list, which holds nothing to be read.
    read: ({ payload, label }, _sport, nowMs) => readCfbd(payload, { file: label, nowMs }),
    lackOf,
  };
}

/** A list is of the year that was asked for. Once the season is over, it has both of its parts. */
function lackOf({ payload, label, receivedMs }: ReceivedAnswer): string | null {
  const year = parameterOf(label, "year");
  if (year === null || !Array.isArray(payload)) return null;
  const entries = (payload as readonly unknown[]).filter(isObject);
  if (entries.length === 0) return null;
  const other = entries.find(({ season }) => String(season) !== year);
  if (other !== undefined) return `it has games of the season of ${String(other.season)}, and ${year} was asked for`;
  const isOver = seasonOf("ncaaf", slateDate(receivedMs)) > Number(year);
  const hasPostseason = entries.some((entry) => (entry.seasonType ?? entry.season_type) === "postseason");
  return isOver && !hasPostseason ? `it has no postseason, and the season of ${year} is over` : null;
}

/** The part of a span of days that lies in a season. */
function daysIn(sport: Sport, year: string, from: string, to: string): SlateDays {
  const season = datesOfSeason({ sport, season: Number(year) });
  return { from: from > season.from ? from : season.from, to: to < season.to ? to : season.to };
}

function seasonsOf(sport: Sport, from: string, to: string): readonly string[] {
  const [first, last] = [seasonOf(sport, from), seasonOf(sport, to)];
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
