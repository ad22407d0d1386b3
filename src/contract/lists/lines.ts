/** `/v1/games/{game_id}/lines`: how the lines of a game moved. */
import type { Static } from "typebox";
import { doubtNames } from "../../domain/evidence.ts";
import { lineMarkets, linePeriods } from "../../domain/periods.ts";
import { bookId, bookSlug, pricedLine } from "../book-members.ts";
import { endpoint, listMeta, page } from "../endpoint.ts";
import { enumTexts } from "../enum-texts.ts";
import { book } from "../filters/books.ts";
import { gameIdInPath, paging } from "../filters/games.ts";
import { linePeriod, market } from "../filters/markets.ts";
import {
  ageInMinutes,
  boolean,
  choice,
  count,
  integer,
  list,
  nullable,
  number,
  object,
  price,
  text,
  time,
} from "../members.ts";

/** The members that name a line: its period, its market and its team. */
const seriesMembers = {
  period: choice(linePeriods, enumTexts.period, "game"),
  market: choice(lineMarkets, enumTexts.market, "spread"),
  team: nullable.choice(["home", "away"], "the team whose total it is; null for other markets", null),
};

export const LineRow = object(
  "LineRow",
  "A book's line and prices in one market of one period, for as long as its captures showed them.",
  {
    book_id: bookId,
    book: bookSlug,
    ...seriesMembers,
    first_seen: nullable.time(
      "time of the first capture of the run, UTC; null for what was stated without a time",
      "2025-09-04T21:50:31.000Z",
    ),
    last_seen: nullable.time(
      "time of the last capture of the run, UTC; null as first_seen",
      "2025-09-05T00:15:38.000Z",
    ),
    captures: integer("how many captures in a row showed this line and these prices", 9, {
      minimum: 1,
      maximum: 1_000_000,
    }),
    ...pricedLine,
    is_open: boolean("whether the published opening is a capture of this run", false),
    is_close: boolean("whether the published close is a capture of this run", true),
    minutes_before_start: nullable.number("minutes from last_seen to the start; null as last_seen", 4.4, ageInMinutes),
    doubt: nullable.choice(
      doubtNames,
      "name of the rule that says these quotes cannot be true, which are in no opening, close or consensus; null: none does",
      null,
    ),
  },
);

export type LineRow = Static<typeof LineRow>;

const seconds = (what: string, example: number) =>
  number(`seconds from the move to the capture of ${what}`, example, {
    minimum: 0,
    maximum: 3600,
    "x-unit": "seconds",
  });

/** In `meta` of the list: who moved first, and how long the others took to follow. */
export const FirstMoveRow = object(
  "FirstMove",
  "A move of a line that at least two other books followed within an hour, as far as captures show it.",
  {
    ...seriesMembers,
    moved_at: time("time of the capture that showed the move first, UTC", "2025-09-04T21:50:31.000Z"),
    books: text(
      "slugs of the books that moved first, joined by `|`: several where one moment shows them all",
      "fanduel",
    ),
    from: nullable.number("spread of the home side, total or team total before; null for a moneyline", -8),
    to: nullable.number("the same after the move", -8.5),
    from_price: price("price of the home side or of over before", -110),
    to_price: price("price of the home side or of over after", -112),
    points: nullable.number("to minus from; null for a moneyline", -0.5),
    followers: count("other books that came to the new line or beyond within an hour", 6, 1000),
    first_follow_seconds: seconds("the first that followed", 40),
    median_follow_seconds: seconds("half of those that followed", 300),
    last_follow_seconds: seconds("the last that followed", 1200),
  },
);

export type FirstMoveRow = Static<typeof FirstMoveRow>;

const LineMeta = listMeta("LineMeta", "About a page of lines.", {
  first_moves: list(
    FirstMoveRow,
    "who moved first in the markets that are asked for, of all books; the same on every page",
    { maxItems: 1000 },
  ),
});

export const lines = endpoint("/games/:game_id/lines", "listLines", "List the lines of a game", {
  tag: "Odds",
  sentence: "How the lines of one game moved: of each period, market and book the captures before the start.",
  details: "There is one row per run of equal ones, in that order and then in order of time.",
  inPath: { game_id: gameIdInPath },
  parameters: { book, market, period: linePeriod, ...paging },
  answer: page("LineList", "A page of runs of captures.", LineRow, {
    meta: LineMeta,
    order: "by period, market, team, book_id and first_seen",
  }),
  shape: 3,
});
