/** The sentences of, which all additions share, and of: the path of the lines of a game. */
import { type Section, testsOf } from "./sentence.ts";

const parameters = testsOf("test/contract/parameters.volume.test.ts");
const lines = testsOf("test/contract/lines.test.ts");
const paths = testsOf("test/property/line-path.volume.test.ts");
const oracle = testsOf("test/oracle/paths.test.ts");
const pages = testsOf("test/oracle/pages.test.ts");
const random = testsOf("test/oracle/random.volume.test.ts");
const periods = testsOf("test/contract/period-lists.test.ts");
const openapi = testsOf("test/contract/openapi.test.ts");

export const additionsInCommon: Section = {
  title: "What the additions have in common",
  sentences: [
    {
      id: "A-1.1",
      text: "List envelope, strict parameters, keyset cursor bound to endpoint and filters, `limit` 1-1000 (default 100), JSON and CSV (dotted columns, arrays joined by a bar), ETag and 304, one request of quota each.",
      tests: [
        parameters("every endpoint and every parameter is covered: the tables of service.md, by name"),
        openapi("mlb: 200 as JSON and CSV, HEAD and 304 of every endpoint are as described"),
        random("every page of 300 random requests of bets is what the oracle's filters leave"),
      ],
    },
    {
      id: "A-1.2",
      text: "Filters that rows of games share; at least one of season, from/to, team, game_id as in [D-27].",
      tests: [
        periods("/v1/periods: the filters of games keep the rows of the games that match"),
        periods("/v1/periods: at least one of season, from/to, team and game_id must say which games are meant"),
        random("every page of 300 random requests of periods is what the oracle's filters leave"),
      ],
    },
    {
      id: "A-1.3",
      text: "Rows of games begin with game_id, sport, season, season_type, week, game_date, start_time, home, away, and are ordered by start_time, game_id, then the keys named below.",
      tests: [
        periods("/v1/periods: every row begins with the columns of its game, as /v1/games has them"),
        pages("every row of mlb in JSON is what the oracle says, in its order"),
      ],
    },
  ],
};

export const additionsOfLines: Section = {
  title: "Lines of a game",
  sentences: [
    {
      id: "A-6.1",
      text: "The path of every line before the start. One row per book, market, period and run of equal captures.",
      tests: [
        lines("a row is a run of equal captures; rows come by period, market, team, book and time"),
        paths("a run is of captures that were made, no two neighbours are equal, and every moment is counted once"),
        oracle("every row of every path of mlb is what the oracle says, in its order, in JSON and in CSV"),
      ],
    },
    {
      id: "A-6.2",
      text: "book_id, book, period, market, team (team totals: `home`, `away`), first_seen, last_seen, captures, line, home_price, away_price, over_price, under_price, is_open, is_close, minutes_before_start (of last_seen, 1 decimal).",
      tests: [lines("a row has its book, its times in UTC, and the prices of the sides of its market alone")],
    },
    {
      id: "A-6.3",
      text: "Filters `book`, `market`, `period`. Order: period, market, team, book_id, first_seen.",
      tests: [
        lines("filters keep the rows of books, of a market and of a period, and pages the rows of all of them"),
        oracle("paths of mlb by book, market and period are parts of the whole, in its order"),
      ],
    },
    {
      id: "A-6.4",
      text: "Open and close of the rows equal the published ones.",
      tests: [
        lines("the opening and the close of the rows are those of the game and of its odds rows"),
        paths("the first run of a series is the published opening, the last its close, as the packed lines have them"),
      ],
    },
  ],
};
