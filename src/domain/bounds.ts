/**
 * The bounds of every number, by sport, period and market. A number outside them is a slip of the pen, a sum, another
 * unit or an attack, and never a game or a price. They are about twice the most that was ever played or posted, because
 * a record that is broken one night must not be refused; docs/feed.md shows them to people, and a test holds the two
 * together.
 */
import type { LineBounds } from "./sports/kinds.ts";
import { bySport, type Market, type OddsPeriod, type Sport, type SportBounds, sportFacts } from "./sports.ts";

/** Both ends belong to it. */
export type Range = { readonly least: number; readonly most: number };

/**
 * The largest price that was ever captured is -200000 (NFL, in play). A million still has exact implied probabilities.
 */
export const largestOdds = 1_000_000;

/** Books post whole, half and (Asian) quarter lines. A line between those is an average of several books. */
export const lineStep = 0.25;

export const sportBounds = bySport((sport) => sportFacts[sport].bounds);

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
