/** `/v1/books`, which Gradeline adds to the lists of the specification. */
import type { Static } from "typebox";
import { endpoint, page } from "../endpoint.ts";
import { season, sport } from "../game-members.ts";
import { bookIdBounds, count, date, integer, list, object, slugShape, text } from "../members.ts";

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
    book_id: integer("number of the sportsbook", 21, bookIdBounds),
    book: text("slug of the sportsbook", "espnbet", slugShape),
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

export type BookRow = Static<typeof BookRow>;

export const books = endpoint("/books", "listBooks", "List books", {
  tag: "Reference",
  sentence: "Every sportsbook whose odds are published, by book_id, with the seasons in which it has games.",
  details: "A book that has none yet is listed too. One page holds them all.",
  parameters: {},
  answer: page("BookList", "All books.", BookRow, { goesOn: false }),
  shape: 3,
});
