/**
 * Which days of which seasons the sample has.
 *
 * "full" is every season of the coverage. "start" is the two latest of each sport, cut to whole days: of a finished
 * season its opening days, its last regular days and the postseason; of the season in progress what is near the
 * sample's day. The NFL has both seasons whole up to the coming weeks.
 */
import { type Sport, sportFacts } from "../domain/sports.ts";
import { latestSeasons, type SampleSeason } from "./season.ts";

export type Extent = "start" | "full";

export function seasonsOf(sport: Sport, extent: Extent): readonly number[] {
  const last = latestSeasons[sport];
  const first = extent === "full" ? sportFacts[sport].firstSeason : last - 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

type Slice = {
  readonly openingDays: number;
  /** Last days of the finished regular season; all of the postseason follows. */
  readonly closingDays: number;
  /** Of the season in progress: days before and after the sample's day. */
  readonly pastDays: number;
  readonly comingDays: number;
};

const slices: Readonly<Record<Sport, Slice>> = {
  // The regular season of MLB in progress is over as well: its last days are within a month of the sample's day.
  mlb: { openingDays: 5, closingDays: 5, pastDays: 34, comingDays: 10 },
  nfl: { openingDays: 200, closingDays: 200, pastDays: 200, comingDays: 14 },
  ncaaf: { openingDays: 11, closingDays: 16, pastDays: 8, comingDays: 6 },
  nba: { openingDays: 8, closingDays: 8, pastDays: 30, comingDays: 6 },
  nhl: { openingDays: 4, closingDays: 4, pastDays: 30, comingDays: 6 },
};

export function isInExtent(season: SampleSeason, extent: Extent): (day: number) => boolean {
  if (extent === "full") return () => true;
  const { context, fixtures, isComplete } = season;
  const slice = slices[context.sport];
  const opening = fixtures[0]?.day ?? 0;
  if (!isComplete) {
    const openingEnd = Math.min(opening + slice.openingDays, context.today);
    return (day) =>
      day < openingEnd || (day >= context.today - slice.pastDays && day < context.today + slice.comingDays);
  }
  const lastRegular = Math.max(...fixtures.filter((f) => f.seasonType === "regular").map((f) => f.day));
  return (day) => day < opening + slice.openingDays || day > lastRegular - slice.closingDays;
}
