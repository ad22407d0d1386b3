/** What service.md says of the data: conventions, resources, states. And the tests that hold it. */
import { type Section, testsOf } from "./sentence.ts";
import { betTypes, fieldTables } from "./service-fields.ts";

const resources = testsOf("test/contract/resources.test.ts");
const gameTest = testsOf("test/contract/game.test.ts");
const odds = testsOf("test/domain/american-odds.test.ts");
const books = testsOf("test/domain/books.test.ts");
const consensus = testsOf("test/domain/consensus.test.ts");
const fold = testsOf("test/domain/fold.test.ts");
const gameIds = testsOf("test/domain/game-ids.test.ts");
const grading = testsOf("test/domain/grading.test.ts");
const seasons = testsOf("test/domain/seasons.test.ts");
const slate = testsOf("test/domain/slate-date.test.ts");
const sports = testsOf("test/domain/sports.test.ts");
const storage = testsOf("test/database/storage.test.ts");
const oddsApi = testsOf("test/feed/the-odds-api.test.ts");
const records = testsOf("test/sample/records.volume.test.ts");
const sample = testsOf("test/sample/recompute.long.ts");
const refresh = testsOf("test/api/refresh.test.ts");
const manage = testsOf("test/web/manage.test.ts");
const commands = testsOf("test/cli/commands.test.ts");
const csv = testsOf("test/contract/csv.test.ts");
const errors = testsOf("test/contract/errors.test.ts");
const filters = testsOf("test/contract/filters.volume.test.ts");
const openapi = testsOf("test/contract/openapi.test.ts");
const fieldsTest = testsOf("test/contract/fields.test.ts");
const own = testsOf("test/contract/sentences.test.ts");
const routes = openapi("the routes and their parameters are those that exist");

export const meaning: readonly Section[] = [
  {
    title: "What the service does",
    sentences: [
      {
        id: "service/what/kind",
        text: "a read-only HTTP API that returns graded historical sports betting data as JSON or CSV.",
        tests: [
          errors("Other methods are 405, Allow: GET, HEAD"),
          errors("An unknown path under /v1"),
          csv(
            "CSV of /v1/games?sport=nfl equals the JSON row for row over a whole walk, and cursors serve both formats",
          ),
        ],
      },
      {
        id: "service/what/returns",
        text: "The service returns completed games for five sports, with final scores, graded results and betting lines.",
        tests: [
          openapi("mlb: 200 as JSON and CSV, HEAD and 304 of every endpoint are as described"),
          storage("a game is listed once it is final, with open, close and grades"),
        ],
      },
      {
        id: "service/what/sports",
        text: "Sports (enum values): `mlb`, `nfl`, `ncaaf` (FBS college football), `nba`, `nhl`.",
        tests: [sports("the sports are exactly the five of service.md")],
      },
      {
        id: "service/what/coverage",
        text: "Coverage starts in 2022 for MLB, NFL and NCAAF, with the 2022-23 season for NBA and the 2023-24 season for NHL.",
        tests: [sports("coverage starts in 2022 for mlb, nfl and ncaaf")],
      },
      {
        id: "service/what/carries",
        text: "Each game carries final and period scores, results graded against the lines, and consensus and per-book opening and closing lines.",
        tests: [
          fieldsTest("the members of GameDetail are those of its table, each of its type"),
          sample("consensus, favorite and flags computed again"),
        ],
      },
      {
        id: "service/what/markets",
        text: "Markets are moneyline, spread, total and team total, plus period markets where they exist.",
        tests: [sports("the periods and markets published for nfl are those that its bet_types name, and no others")],
      },
      {
        id: "service/what/also",
        text: "It also carries venue, weather and the lead official.",
        tests: [own("a game's venue, weather and official are those that were taken in")],
      },
      {
        id: "service/what/historical",
        text: "The data is historical only.",
        tests: [storage("a game is listed once it is final")],
      },
      {
        id: "service/what/final",
        text: "A game appears once it is final.",
        tests: [storage("a game is listed once it is final")],
      },
      {
        id: "service/what/no-upcoming",
        text: "There are no upcoming or in-play lines, and no preseason, exhibition or all-star games.",
        tests: [
          oddsApi("preseason, early seasons and games without an FBS side are outside the coverage"),
          own("every quote that D-13 refuses is counted and reported, and changes nothing [D-13]"),
          storage("a game is listed once it is final"),
        ],
      },
      {
        id: "service/what/not-offered",
        text: "Not offered in v1: betting splits, props, futures, live odds.",
        tests: [oddsApi("other markets are refused"), routes],
      },
      {
        id: "service/what/books",
        text: "Books are US-facing sportsbooks only, ten or more per game.",
        tests: [books("exactly the books that face the US are published"), records("a game has 10 to 14 books")],
        note: "how many books a game has is the data's matter: of the sample it is held",
      },
      {
        id: "service/what/book-identity",
        text: "Each book is identified by a numeric `book_id`, a lowercase string slug `book` and a display name `book_name`.",
        tests: [
          books("book ids are whole positive numbers"),
          books("book slugs are lower case, never a number"),
          books("book names are written, trimmed"),
        ],
      },
      {
        id: "service/what/nightly",
        text: "Rows for a season in progress are added nightly as games go final.",
        tests: [
          storage("a game is listed once it is final"),
          refresh("a refresh takes over the changed season"),
          commands("a server shows what is published while it runs"),
        ],
      },
      {
        id: "service/what/use",
        text: "Commercial use and redistribution inside the caller's own product are allowed.",
        none: "terms of use, no behaviour",
      },
      {
        id: "service/what/resale",
        text: "Reselling or republishing the data as an API, bulk dump or raw feed is not.",
        none: "terms of use, no behaviour",
      },
      {
        id: "service/what/base",
        text: "The service is reachable at {base_url}.",
        tests: [commands("import, publish, key create, serve and key revoke, from files to answers")],
      },
      { id: "service/what/v1", text: "Every path below begins with `/v1`.", tests: [routes] },
      {
        id: "service/what/manage",
        text: "Keys are obtained and revoked on a web page ({manage_url}), not through the API.",
        tests: [
          routes,
          manage("the trial begins once, and a key is shown once: a reload makes no other"),
          manage("a key is renamed and, after a question, revoked"),
        ],
      },
    ],
  },
  {
    title: "Conventions",
    sentences: [
      {
        id: "service/conventions/game_id",
        text: "game_id | Shape `SPORT-YYYYMMDD-AWAY-HOME`: upper-case sport, game date, away abbreviation, home abbreviation.",
        tests: [gameIds("a game id is SPORT-YYYYMMDD-AWAY-HOME in upper case")],
      },
      {
        id: "service/conventions/game_id-join",
        text: "It is the stable join key between games and odds.",
        tests: [
          fieldsTest("every odds row joins its game by game_id, and repeats its date, start and teams"),
          storage("a published id stays when the start moves"),
        ],
      },
      {
        id: "service/conventions/season",
        text: "season | `mlb`: calendar year. `nfl` and `ncaaf`: year the season started. `nba` and `nhl`: year the season ended (a season labelled 2026 is 2025-26).",
        tests: [
          seasons("the nba season from 2025-10-21 to 2026-06-19 is labelled 2026"),
          seasons("the nfl season from 2025-09-04 to 2026-02-08 is labelled 2025"),
          seasons("the mlb season from 2024-03-20 to 2024-10-30 is labelled 2024"),
          seasons("New Year's Eve and New Year's Day are in the same season"),
        ],
      },
      {
        id: "service/conventions/season_type",
        text: "season_type | `regular` or `postseason`.",
        tests: [sports("season types are regular and postseason")],
      },
      {
        id: "service/conventions/game_date",
        text: "game_date | Slate date in the America/New_York zone, `YYYY-MM-DD`.",
        tests: [slate("a start at "), slate("a calendar date is a date that exists, written YYYY-MM-DD")],
      },
      {
        id: "service/conventions/game_date-filter",
        text: "The `from` and `to` filters apply to it, both inclusive.",
        tests: [filters("from and to apply to game_date, both inclusive")],
      },
      {
        id: "service/conventions/start_time",
        text: "start_time | ISO-8601 UTC timestamp with milliseconds (kickoff, first pitch or tip).",
        tests: [fieldsTest("odds are integers, lines are decimals, and a start is UTC with milliseconds")],
      },
      {
        id: "service/conventions/odds",
        text: "Odds | American odds, integer.",
        tests: [
          fieldsTest("odds are integers, lines are decimals, and a start is UTC with milliseconds"),
          odds("a price that is not a whole number is refused"),
        ],
      },
      {
        id: "service/conventions/lines",
        text: "Lines | Decimal numbers (spread, total, team total).",
        tests: [fieldsTest("odds are integers, lines are decimals, and a start is UTC with milliseconds")],
      },
      {
        id: "service/conventions/spread",
        text: "Spread | Anchored to the home side: a negative number means home is favored.",
        tests: [
          oddsApi("spreads are the home line, whichever side the provider lists first"),
          storage("an event listed the other way round is turned to the game's home side"),
        ],
      },
      {
        id: "service/conventions/open-close",
        text: "open / close | open is the first captured number; close is the last pregame number.",
        tests: [fold("the opening is the earliest and the closing the latest capture before the start")],
      },
      {
        id: "service/conventions/juice-open",
        text: "`*_juice_open` fields are often null before 2024.",
        tests: [fold("a missing line or price is null, not 0 and not NaN")],
        note: "how often is the data's matter; that a missing price is null is held",
      },
      {
        id: "service/conventions/consensus",
        text: "Consensus | The modal line across published US books, priced at the mean implied probability of the books on that line.",
        tests: [
          consensus("the consensus is the line that most books show"),
          consensus("a side is priced at the mean of the books on the consensus line only"),
        ],
      },
      {
        id: "service/conventions/consensus-computed",
        text: "It is computed, not any single book's number.",
        tests: [sample("consensus, favorite and flags computed again")],
      },
      {
        id: "service/conventions/consensus-null",
        text: "It is null when no US book posted the market.",
        tests: [
          consensus("consensus is null when no book posted a full-game market"),
          storage("books that are not US-facing are kept and not published"),
        ],
      },
      {
        id: "service/conventions/grading-games",
        text: "Grading | On games, result flags are graded against the consensus close.",
        tests: [sample("consensus, favorite and flags computed again")],
      },
      {
        id: "service/conventions/grading-odds",
        text: "On odds rows, they are graded against that book's own close.",
        tests: [
          own("an odds row is graded against its own book's close"),
          sample("consensus, favorite and flags computed again"),
        ],
      },
      {
        id: "service/conventions/flags",
        text: "home_covered, went_over | true or false. Null on a push or when no closing line existed.",
        tests: [grading("home wins "), grading("a total of "), grading("without a close every flag is null")],
      },
      {
        id: "service/conventions/freshness",
        text: "Freshness | Data is current through the previous night's finals.",
        tests: [commands("a server shows what is published while it runs")],
        note: "when a night is imported is the operator's matter; that it shows at once is held",
      },
      {
        id: "service/conventions/or-null",
        text: '"or null" means the field is always present and may be null.',
        tests: [
          fieldsTest("the members of Game are those of its table, each of its type"),
          openapi(
            "a missing member makes any object invalid, and so does one that is not in the document when it is held strictly",
          ),
        ],
      },
    ],
  },
  {
    title: "Shared objects",
    sentences: [
      {
        id: "service/side",
        text: "**Side** (used as `home` and `away` of Game and GameDetail)",
        tests: [fieldsTest("the members of Side are those of its table, each of its type")],
      },
      {
        id: "service/venue",
        text: "**Venue** (object or null)",
        tests: [fieldsTest("the members of Venue are those of its table, each of its type")],
      },
      {
        id: "service/moneyline-set",
        text: "`home_open`, `home_close`, `away_open`, `away_close`, each an integer of American odds or null.",
        tests: [fieldsTest("the members of OddsRow are those of its table, each of its type")],
      },
    ],
  },
  ...fieldTables,
  {
    title: "Notes on fields",
    sentences: [
      {
        id: "service/GameDetail/extends",
        text: "It has every field of Game, plus the following.",
        tests: [gameTest("GameDetail has every field of Game, plus period_scores, weather, books and period_odds")],
      },
      {
        id: "service/GameDetail/periods-of-sport",
        text: "Which period keys apply to which sport: not shown.",
        none: "not shown; D-9 decides",
      },
      {
        id: "service/GameDetail/order",
        text: "Order of the elements of `books` and `period_odds`: not shown.",
        none: "not shown; D-22 decides",
      },
      {
        id: "service/PeriodOdds/no-name",
        text: "PeriodOdds has no `book_name` and no open-price fields for spread or total.",
        tests: [
          gameTest("PeriodOdds has no book_name and no open-price fields"),
          fieldsTest("the members of PeriodOdds are those of its table, each of its type"),
        ],
      },
      {
        id: "service/OddsRow/unpriced",
        text: "When a book did not price a market, its object is still present with all members null.",
        tests: [
          gameTest("When a book did not price a market, its object is still present"),
          gameTest("PeriodOdds has no book_name and no open-price fields; an unpriced market"),
        ],
      },
      {
        id: "service/Sport/season-labels",
        text: "`season_label` texts: mlb `calendar year`; nfl `year the season started (2025 = 2025-26)`; ncaaf `year the season started`; nba and nhl `year the season ended (2026 = 2025-26)`.",
        tests: [sports("season labels are the texts of service.md")],
      },
    ],
  },
  betTypes,
  {
    title: "Envelopes",
    sentences: [
      {
        id: "service/envelopes/list",
        text: "List response: `data` (array), `next_cursor` (string or null), `meta` with `count` (integer) and `request_id` (string).",
        tests: [
          resources("/v1/games?sport=nfl: list response of data, next_cursor, and meta with count and request_id"),
        ],
      },
      {
        id: "service/envelopes/single",
        text: "Single-object response: `data` (object) and `meta` with `request_id` (string).",
        tests: [gameTest("The single game returns { data: GameDetail, meta: { request_id } }")],
      },
    ],
  },
  {
    title: "States and transitions",
    sentences: [
      {
        id: "service/states/only",
        text: "The only states are statuses carried by fields.",
        none: "says how the document is written; the rows below are the states",
      },
      {
        id: "service/states/game",
        text: "Game, GameDetail | status | `final` (the only value)",
        tests: [fieldsTest("every game listed is final, and a season is published or in progress")],
      },
      {
        id: "service/states/season",
        text: "Season | status | `published` (season complete), `in_progress` (season still has unplayed games; rows are added nightly)",
        tests: [
          fieldsTest("every game listed is final, and a season is published or in progress"),
          storage("a season is in progress while a game is unplayed"),
        ],
      },
      {
        id: "service/states/goes-final",
        text: "not listed | game goes final | game completed | Game status `final` | game appears in list, detail and odds results; nightly additions for in-progress seasons",
        tests: [own("a game that goes final appears in list, detail and odds, and in none of them before")],
      },
      {
        id: "service/states/season-transitions",
        text: "Transitions of season status: not shown.",
        none: "not shown; D-7 decides",
      },
    ],
  },
];
