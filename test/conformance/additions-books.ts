/** The sentences of and: the books, and how far their lines go. */
import { type Section, testsOf } from "./sentence.ts";

const lists = testsOf("test/contract/coverage.test.ts");
const medians = testsOf("test/property/closeness.volume.test.ts");

export const additionsOfBooks: Section = {
  title: "Books",
  sentences: [
    {
      id: "A-2.1",
      text: "`/v1/books` lists every published book by `book_id`, also one that has no game yet: book_id, book, book_name, former_books, and sports with sport, season, games and games_with_closing_line.",
      tests: [lists("[A-2] books lists every published book with the seasons in which it has games")],
    },
    {
      id: "A-2.2",
      text: "It takes no parameters and is JSON only.",
      tests: [
        lists("a cursor of coverage belongs to its filters, and unknown values are told apart"),
        lists("[A-2] books answers JSON to any Accept"),
      ],
    },
    {
      id: "A-2.3",
      text: "A book has a game when it has an odds row of it [D-24], and a closing line in it when it has one, or a closing price, in any full-game market.",
      tests: [
        lists("[A-2] books lists every published book with the seasons in which it has games"),
        lists("books counts the rows of /v1/odds, and its closes are those of /v1/sports and of coverage"),
      ],
    },
    {
      id: "A-2.4",
      text: "former_books are the books that it was called before or has taken over, where that is sure: by slug, or by the key at The Odds API of one that has no rows of its own.",
      tests: [lists("[A-2] a book says which books it was before, where that is sure")],
    },
  ],
};

export const additionsOfCoverage: Section = {
  title: "Coverage",
  sentences: [
    {
      id: "A-9.1",
      text: "Coverage has, for each sport, season, period, market and book or `consensus`: games, with_open, with_close, median_minutes_before_start of the close, and within_15_minutes, a share.",
      tests: [
        lists("[A-9] coverage counts the games of each season, period, market and book, and how late its closes are"),
        lists("[A-9] sport and season narrow coverage, each alone and both together"),
      ],
    },
    {
      id: "A-9.2",
      text: "games are those in which the book has any line or price in that period and market; with_open and with_close are those of them in which it has one at the open or at the close.",
      tests: [
        lists("[A-9] coverage counts the games of each season, period, market and book, and how late its closes are"),
      ],
    },
    {
      id: "A-9.3",
      text: "The totals of both teams are one market, `team_total`: a game counts once, and the median and the share are over the closes of both.",
      tests: [
        lists("[A-9] coverage counts the games of each season, period, market and book, and how late its closes are"),
      ],
    },
    {
      id: "A-9.4",
      text: "Only closes whose time is known are in the median, in minutes with 1 decimal, and in the share of those that were captured at most 15 minutes before the start, with 4 decimals, both rounded half away from zero; both are null without any, and for the consensus.",
      tests: [
        lists("[A-9] coverage counts the games of each season, period, market and book, and how late its closes are"),
        medians("the median is the middle of the sorted times"),
        medians("the share counts what is at most so long before the start"),
      ],
    },
    {
      id: "A-9.5",
      text: "Rows come by sport as in `/v1/sports`, season, period, market, the consensus first, then book_id.",
      tests: [lists("[A-9] pages of coverage of any size have every row once, in order, in both formats")],
    },
  ],
};
