/** The rows of the lists of books and of coverage, which Gradeline adds to those of the specification. */
import type { Static } from "typebox";
import { doubtNames } from "../../domain/doubt-names.ts";
import { lineMarkets, linePeriods } from "../../domain/market-names.ts";
import { columnsOf } from "../csv.ts";
import { enumTexts } from "../enum-texts.ts";
import { aShare, aSlug, choice, count, date, integer, list, minutes, nullable, object, text } from "../members.ts";
import { season, sport } from "./game-head.ts";

const BookSeason = object("BookSeason", "The games of a book in a season.", {
  sport,
  season,
  games: count("games of which the book has a row in /v1/odds", 285),
  games_with_closing_line: count(
    "those of them in which the book has a closing line or price in any full-game market",
    284,
  ),
});

export const BookRow = object(
  "Book",
  "A sportsbook whose odds are published, with the seasons in which it has games.",
  {
    book_id: integer("number of the sportsbook", 21, { minimum: 1, maximum: 65_535 }),
    book: text("slug of the sportsbook", "espnbet", aSlug),
    book_name: text("name of the sportsbook", "theScore Bet"),
    former_books: list(
      text("slug of the earlier book", "barstool"),
      "slugs, here or at The Odds API, of the books that this one was called before or has taken over, where that is sure; " +
        "one that was published keeps its own rows",
    ),
    former_names: list(
      object("BookName", "A name that a sportsbook had under the same slug and book_id.", {
        name: text("the name", "ESPN BET"),
        until: date("day from which it has another name", "2025-12-01"),
      }),
      "names that the book had before under this slug, the latest first",
    ),
    sports: list(BookSeason, "seasons in which the book has a game, by sport as /v1/sports has them, and season"),
  },
);

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
    book: text("slug of the sportsbook, or `consensus`", "draftkings", aSlug),
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
      aShare,
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

export type BookRow = Static<typeof BookRow>;
export type CoverageRow = Static<typeof CoverageRow>;
export type CoverageDoubt = Static<typeof CoverageDoubt>;

export const coverageColumns = columnsOf(CoverageRow);
