/**
 * Which games of which seasons the sample has.
 *
 * "full" is every season of the coverage with its whole schedule. "start" is made within seconds, so it has the seasons
 * that are in progress on the sample's day, with every game played so far and the next ones to come, and of the NFL the
 * whole season before. No season of it is cut to some of its days.
 */
import type { SeasonKey } from "../../src/domain/seasons.ts";
import { type Sport, sportFacts } from "../../src/domain/sports.ts";
import type { Fixture } from "./fixture.ts";
import { sampleSports } from "./sports/registry.ts";

/** One of the two, or single seasons with their whole schedules. */
export type Extent = "start" | "full" | readonly SeasonKey[];

/** Days of scheduled games that the start sample has. */
const comingDays = 14;

export function seasonsOf(sport: Sport, extent: Extent): readonly number[] {
  if (typeof extent !== "string") return extent.filter((label) => label.sport === sport).map(({ season }) => season);
  const { latestSeason: last, finishedSeasons } = sampleSports[sport];
  const first = extent === "full" ? sportFacts[sport].firstSeason : last - finishedSeasons;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** @param today the sample's fixed day. */
export function isInExtent(fixture: Fixture, extent: Extent, today: number): boolean {
  return extent !== "start" || fixture.day < today + comingDays;
}
