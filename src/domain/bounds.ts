/**
 * The bounds of every number, by sport, period and market. A number outside them is a slip of the pen, a sum, another
 * unit or an attack, and never a game or a price. They are about twice the most that was ever played or posted, because
 * a record that is broken one night must not be refused; docs/feed.md shows them to people, and a test holds the two
 * together.
 */
import type { Market, OddsPeriod, Sport } from "./sports.ts";

/** Both ends belong to it. */
export type Range = { readonly least: number; readonly most: number };

/**
 * The largest price that was ever captured is -200000 (NFL, in play). A million still has exact implied probabilities.
 */
export const largestOdds = 1_000_000;

/** Books post whole, half and (Asian) quarter lines. A line between those is an average of several books. */
export const lineStep = 0.25;

/** No total is lower: with a line of zero there would be nothing to bet on. */
const lowestTotal = 0.5;

type LineBounds = {
  /** Of the spread, on either side of zero. */
  readonly spread: number;
  readonly total: Range;
  /** Null where the sport has no market of that kind. */
  readonly teamTotal: Range | null;
};

type SportBounds = {
  /** Points of one side in a game. */
  readonly score: number;
  readonly margin: number;
  /** Entries of one side's line score, overtime and shootout included. */
  readonly periods: number;
  /** Points of one side in one entry of the line score. */
  readonly periodPoints: number;
  /** Weeks of a season, postseason included; null for sports without weeks. */
  readonly weeks: number | null;
  readonly lines: Readonly<Partial<Record<OddsPeriod, LineBounds>>>;
};

function lines(spread: number, mostTotal: number, mostTeamTotal: number | null = null): LineBounds {
  return {
    spread,
    total: { least: lowestTotal, most: mostTotal },
    teamTotal: mostTeamTotal === null ? null : { least: lowestTotal, most: mostTeamTotal },
  };
}

const nflHalf = lines(60, 110);
const nflQuarter = lines(40, 70);
const ncaafHalf = lines(90, 160);
const ncaafQuarter = lines(60, 100);

export const sportBounds: Readonly<Record<Sport, SportBounds>> = {
  // Most runs of a side since 1900: 30, by 27; in an inning: 17; longest game: 26 innings. In play, run lines reach
  // 13.5.
  mlb: {
    score: 60,
    margin: 45,
    periods: 40,
    periodPoints: 30,
    weeks: null,
    lines: { full: lines(30, 60), inn1: lines(15, 25), inn5: lines(25, 45) },
  },
  // Most points of a side: 73, all of them its margin; in a quarter: 41. A playoff game goes on until somebody wins.
  nfl: {
    score: 120,
    margin: 100,
    periods: 12,
    periodPoints: 70,
    weeks: 22,
    lines: {
      full: lines(80, 160, 110),
      "1h": nflHalf,
      "2h": nflHalf,
      q1: nflQuarter,
      q2: nflQuarter,
      q3: nflQuarter,
      q4: nflQuarter,
    },
  },
  // Sides of FBS beat those of FCS by up to 80, and posted spreads reach 60; nine overtimes are the most so far.
  ncaaf: {
    score: 180,
    margin: 150,
    periods: 24,
    periodPoints: 90,
    weeks: 25,
    lines: {
      full: lines(120, 240, 160),
      "1h": ncaafHalf,
      "2h": ncaafHalf,
      q1: ncaafQuarter,
      q2: ncaafQuarter,
      q3: ncaafQuarter,
      q4: ncaafQuarter,
    },
  },
  // Most points of a side: 186; widest margin: 73; most of a quarter: 58. Some results put all overtimes into one
  // entry.
  nba: {
    score: 280,
    margin: 140,
    periods: 14,
    periodPoints: 120,
    weeks: null,
    lines: { full: lines(100, 500, 280), "1h": lines(70, 280), q1: lines(50, 160) },
  },
  // Most goals of a side: 16; widest margin: 15; six overtimes are the most, and a shootout is an entry of its own.
  nhl: {
    score: 40,
    margin: 30,
    periods: 20,
    periodPoints: 25,
    weeks: null,
    lines: { full: lines(25, 50, 35), p1: lines(15, 25) },
  },
};

/** °F: colder than any place in Canada, hotter than Death Valley. */
export const temperatureRange: Range = { least: -60, most: 140 };
/** mph: no stadium is open in a hurricane of the fifth category. */
export const windRange: Range = { least: 0, most: 160 };

/** The ids of a day's games between two teams have one digit for their number (`-2`). */
export const mostGamesADay = 9;

export function isInside(value: number, { least, most }: Range): boolean {
  return value >= least && value <= most;
}

/** The bounds of a market's line; null for the moneyline, and for what is not published for the sport. */
export function lineRange(sport: Sport, period: OddsPeriod, market: Market): Range | null {
  const bounds = sportBounds[sport].lines[period];
  if (bounds === undefined || market === "moneyline") return null;
  if (market === "spread") return { least: -bounds.spread, most: bounds.spread };
  return market === "total" ? bounds.total : bounds.teamTotal;
}

/** Whether a number is a price that may be stored: legal American odds [D-13] that are not larger than any book's. */
export function isOdds(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) >= 100 && Math.abs(value) <= largestOdds;
}

/** Whether a line is one that a book may post: inside its bounds, and whole, half or a quarter. */
export function isPostedLine(line: number, range: Range): boolean {
  return isInside(line, range) && Number.isInteger(line / lineStep);
}

/** The widest bounds of all sports, for a schema, which cannot ask which sport it is. */
export const widest = {
  score: mostOf(({ score }) => score),
  periods: mostOf(({ periods }) => periods),
  periodPoints: mostOf(({ periodPoints }) => periodPoints),
  weeks: mostOf(({ weeks }) => weeks ?? 0),
  spread: mostOf((bounds) => Math.max(...linesOf(bounds).map(({ spread }) => spread))),
  total: mostOf((bounds) => Math.max(...linesOf(bounds).map(({ total }) => total.most))),
} as const;

function linesOf(bounds: SportBounds): LineBounds[] {
  return Object.values(bounds.lines);
}

function mostOf(number: (bounds: SportBounds) => number): number {
  return Math.max(...Object.values(sportBounds).map(number));
}
