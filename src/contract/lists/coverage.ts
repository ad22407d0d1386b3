/** `/v1/coverage`: how far lines go. */
import type { Static } from "typebox";
import { doubtNames } from "../../domain/evidence.ts";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { endpoint, listMeta, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { anySport, gamesFilters, paging } from "../filters/games.ts";
import { season, sport } from "../game-members.ts";
import { choice, count, fromZeroToOne, list, minutes, nullable, object, slugShape, text } from "../members.ts";

export const CoverageRow = object(
  "Coverage",
  "How far the lines of one book, or of the consensus, go in a season, for one market of a period.",
  {
    sport,
    season,
    period: choice(linePeriods, enumTexts.period, "1h"),
    market: choice(
      lineMarkets,
      enumTexts.market.replace("of one team", "of one team; both teams' count together"),
      "spread",
    ),
    book: text("slug of the sportsbook, or `consensus`", "draftkings", slugShape),
    games: count("games in which the book has any line or price in this period and market", 283),
    with_open: count("those of them in which it has an opening line or price", 283),
    with_close: count("those of them in which it has a closing line or price", 281),
    median_minutes_before_start: nullable.number(
      "median of the minutes from the capture of its closes to the start, 1 decimal; null for the consensus, and when no " +
        "close has a known time",
      4.5,
      { minimum: -1_000_000, maximum: 1_000_000, ...minutes },
    ),
    within_15_minutes: nullable.number(
      "share of its closes with a known time that were captured at most 15 minutes before the start, 4 decimals",
      0.9395,
      fromZeroToOne,
    ),
  },
);

/** How many captures a rule has left out of a season's lines [D-51]. */
export const CoverageDoubt = object(
  "CoverageDoubt",
  "How many quotes of a season one rule has left out of its lines.",
  {
    sport,
    season,
    rule: choice(doubtNames, "name of the rule that doubts them", "against_books"),
    games: count("games that have such quotes", 1),
    captures: count("captures of such quotes before the starts", 2),
  },
);

export type CoverageRow = Static<typeof CoverageRow>;
export type CoverageDoubt = Static<typeof CoverageDoubt>;

const CoverageMeta = listMeta("CoverageMeta", "About a page of coverage.", {
  doubts: list(CoverageDoubt, "quotes that were left out of the lines of these seasons, by rule"),
});

export const coverage = endpoint("/coverage", "listCoverage", "List coverage", {
  tag: "Reference",
  sentence:
    "How far lines go: for each season, period, market and book, in how many games it has an opening and a closing line or " +
    "price.",
  details:
    "Look before you build on them. It also says how long before the start the closes were captured. Rows come by sport, as " +
    "/v1/sports has them, season, period, market and book, the consensus first. Team totals of both teams count together. " +
    "Where a book has nothing there is no row.",
  parameters: { sport: anySport, season: gamesFilters.season, ...paging },
  answer: page("CoverageList", "A page of coverage.", CoverageRow, { meta: CoverageMeta }),
  shape: 2,
});
