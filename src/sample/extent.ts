/**
 * Which games of which seasons the sample has.
 *
 * "full" is every season of the coverage with its whole schedule. "start" is made within seconds, so it has the seasons
 * that are in progress on the sample's day, with every game played so far and the next ones to come, and of the NFL and
 * the NBA the whole season before. No season of it is cut to some of its days.
 */
import { type Sport, sportFacts } from "../domain/sports.ts";
import type { Fixture } from "./fixture.ts";
import { latestSeasons } from "./season.ts";

type SeasonLabel = { readonly sport: Sport; readonly season: number };

/** One of the two, or single seasons with their whole schedules. */
export type Extent = "start" | "full" | readonly SeasonLabel[];

/** Finished seasons of the start sample, the latest ones of each sport. */
const finishedSeasons: Readonly<Record<Sport, number>> = { mlb: 0, nfl: 1, ncaaf: 0, nba: 0, nhl: 0 };

/** Days of scheduled games that the start sample has. */
const comingDays = 14;

export function seasonsOf(sport: Sport, extent: Extent): readonly number[] {
  if (typeof extent !== "string") return extent.filter((label) => label.sport === sport).map(({ season }) => season);
  const last = latestSeasons[sport];
  const first = extent === "full" ? sportFacts[sport].firstSeason : last - finishedSeasons[sport];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** @param today the sample's fixed day. */
export function isInExtent(fixture: Fixture, extent: Extent, today: number): boolean {
  return extent !== "start" || fixture.day < today + comingDays;
}
