/** Every row of service.md's tables of fields, and the tests that hold it. The contract tests read the rows themselves. */
import { type HoldingTest, type Section, testsOf } from "./sentence.ts";

const resources = testsOf("test/contract/resources.test.ts");
const gameTest = testsOf("test/contract/game.test.ts");
const fieldsTest = testsOf("test/contract/fields.test.ts");
const own = testsOf("test/contract/sentences.test.ts");
const books = testsOf("test/domain/books.test.ts");
const consensus = testsOf("test/domain/consensus.test.ts");
const gameIds = testsOf("test/domain/game-ids.test.ts");
const grading = testsOf("test/domain/grading.test.ts");
const periods = testsOf("test/domain/period-scores.test.ts");
const seasons = testsOf("test/domain/seasons.test.ts");
const sports = testsOf("test/domain/sports.test.ts");
const teams = testsOf("test/domain/teams.test.ts");
const storage = testsOf("test/database/storage.test.ts");
const nflverse = testsOf("test/feed/nflverse.test.ts");
const sample = testsOf("test/sample/recompute.long.ts");

export type FieldTable = Section & { readonly resource: string; readonly rows: readonly string[] };

/** A table whose every row is held by the test of the resource's members, and by what holds its notes. */
function fields(
  resource: string,
  rows: readonly string[],
  notes: Readonly<Record<string, readonly HoldingTest[]>> = {},
): FieldTable {
  const sentences = rows.map((text) => {
    const name = /^[\w.]+/.exec(text)?.[0] ?? text;
    return {
      id: `service/${resource}/${name}`,
      text,
      tests: [
        fieldsTest(`the members of ${resource} are those of its table, each of its type`),
        ...(notes[name] ?? []),
      ],
    };
  });
  return { title: `Fields of ${resource}`, resource, rows, sentences };
}

export const fieldTables: readonly FieldTable[] = [
  fields(
    "Side",
    [
      "team_id | integer or null",
      "abbreviation | string or null (same value as in the teams list)",
      "name | string or null",
      "score | integer or null (final score)",
    ],
    {
      abbreviation: [fieldsTest("a side's abbreviation and id are those of the teams list")],
      score: [storage("two providers that disagree on the score keep the game out")],
    },
  ),
  fields(
    "Venue",
    [
      "venue_id | integer or null",
      "name | string or null",
      "city | string or null",
      "indoor | boolean or null (indoor or dome)",
    ],
    {
      indoor: [nflverse("a dome or a closed roof is indoors")],
    },
  ),
  fields(
    "Game",
    [
      "game_id | string",
      "sport | enum | mlb, nfl, ncaaf, nba, nhl",
      "season | integer",
      "season_type | string or null | regular or postseason",
      "week | integer or null | NFL and NCAAF week",
      "game_date | string | YYYY-MM-DD",
      "start_time | string | ISO-8601 UTC",
      "status | enum | `final` only",
      "home, away | Side",
      "neutral_site | boolean or null",
      "overtime | boolean or null | overtime, extra innings or shootout",
      "venue | Venue or null",
      "referee | string or null | lead official or home-plate umpire name",
      "result | object | see below",
      "consensus | object | see below; null when no US book posted the market",
    ],
    {
      game_id: [gameIds("a game id is SPORT-YYYYMMDD-AWAY-HOME")],
      week: [sports("only nfl and ncaaf have weeks")],
      overtime: [fieldsTest("overtime is true exactly when there is a score of ot [D-11]")],
      season_type: [sports("season types are regular and postseason")],
      consensus: [consensus("consensus is null when no book posted a full-game market")],
    },
  ),
  fields(
    "result",
    [
      "margin_home | integer or null | home score minus away score",
      "home_covered | boolean or null | home covered the consensus closing spread",
      "went_over | boolean or null | final total went over the consensus closing total",
      "favorite | enum or null | `home` or `away`, the consensus closing favorite",
    ],
    {
      margin_home: [sample("consensus, favorite and flags computed again")],
      home_covered: [sample("consensus, favorite and flags computed again"), grading("home wins ")],
      went_over: [sample("consensus, favorite and flags computed again"), grading("a total of ")],
      favorite: [grading("the nfl favorite follows the sign of the closing spread, then the moneyline [D-20]")],
    },
  ),
  fields("consensus", [
    "moneyline | MoneylineSet",
    "spread.open, spread.close | number or null (home spread)",
    "spread.home_juice_open, home_juice_close, away_juice_open, away_juice_close | integer or null",
    "total.open, total.close | number or null",
    "total.over_juice_close, total.under_juice_close | integer or null",
  ]),
  fields(
    "GameDetail",
    [
      "period_scores | map of object | Keyed by period: `q1` to `q4`, `1h`, `2h`, `p1` to `p3`, `inn1`, `inn5`, `ot`. Only periods that exist are present. Each value has `home` and `away`, integer or null.",
      "weather | object or null | `temp_f` number or null (°F); `wind_mph` number or null; `wind_direction` string or null; `condition` string or null (text; the value `Indoor` for domes)",
      "books | BookOdds[] | Per-book full-game odds, US books only",
      "period_odds | PeriodOdds[] | Per-book period odds",
    ],
    {
      period_scores: [
        sports("the period_scores keys are those of service.md"),
        periods("nba has four quarters and two halves, and no ot in a game of regulation time [D-9]"),
      ],
      weather: [nflverse("a dome or a closed roof is indoors")],
      books: [
        sample("the books of a game's detail are its odds rows"),
        storage("books that are not US-facing are kept and not published"),
      ],
      period_odds: [gameTest("period_odds come by period in the order 1h, 2h, q1-q4, p1, inn1, inn5, then book_id")],
    },
  ),
  fields(
    "BookOdds",
    [
      "book_id | integer",
      "book | string (book slug)",
      "book_name | string",
      "moneyline | MoneylineSet",
      "spread | open, close (number or null); home_juice_open, home_juice_close, away_juice_open, away_juice_close (integer or null)",
      "total | open, close (number or null); over_juice_open, over_juice_close, under_juice_open, under_juice_close (integer or null)",
      "team_total | home_open, home_close, away_open, away_close (number or null)",
    ],
    {
      book: [books("book slugs are lower case, never a number")],
    },
  ),
  fields(
    "PeriodOdds",
    [
      "period | string: `1h`, `2h`, `q1` to `q4`, `p1`, `inn1`, `inn5`",
      "book_id | integer",
      "book | string",
      "moneyline | MoneylineSet (members null when the book did not price it)",
      "spread | open, close (number or null); home_juice_close, away_juice_close (integer or null)",
      "total | open, close (number or null); over_juice_close, under_juice_close (integer or null)",
    ],
    {
      moneyline: [
        gameTest("When a book did not price a market, its object is still present"),
        gameTest("PeriodOdds has no book_name and no open-price fields; an unpriced market"),
      ],
      period: [sports("period odds come in the order 1h, 2h, q1 to q4")],
    },
  ),
  fields(
    "OddsRow",
    [
      "game_id | string",
      "sport | enum",
      "game_date | string | YYYY-MM-DD",
      "start_time | string | ISO-8601 UTC",
      "home, away | string or null | team abbreviations",
      "book_id | integer",
      "book | string | slug",
      "book_name | string",
      "moneyline | MoneylineSet",
      "spread | open, close (number or null); home_juice_open, home_juice_close, away_juice_open, away_juice_close (integer or null)",
      "total | open, close (number or null); over_juice_open, over_juice_close, under_juice_open, under_juice_close (integer or null)",
      "team_total | home_open, home_close, away_open, away_close (number or null); home_over_juice_close, home_under_juice_close, away_over_juice_close, away_under_juice_close (integer or null)",
      "result | object | Graded against THIS book's close: `home_covered`, `spread_push`, `went_over`, `total_push`, each boolean or null",
    ],
    {
      result: [
        storage("a game is listed once it is final, with open, close and grades"),
        sample("consensus, favorite and flags computed again"),
      ],
      home: [fieldsTest("a side's abbreviation and id are those of the teams list")],
    },
  ),
  fields(
    "Sport",
    [
      "sport | enum",
      "name | string | full league name",
      "season_label | string | how `season` is numbered for this sport",
      "seasons | object[] | each: `season` integer; `status` enum published or in_progress; `first_game` string or null (YYYY-MM-DD); `last_game` string or null (date of the most recent completed game); `games` integer; `games_with_closing_line` integer (games where at least one US book posted a closing line)",
      "bet_types | string[] | markets published for the sport (see below)",
      "last_completed_game | string or null | YYYY-MM-DD",
      "teams | integer | number of teams",
    ],
    {
      name: [
        resources("Lists every sport, with its full league name, season_label and bet_types"),
        sports("every sport has its full league name"),
      ],
      season_label: [sports("season labels are the texts of service.md")],
      seasons: [
        fieldsTest("a sport's seasons, last game and teams are what the other lists say"),
        own("games_with_closing_line counts the games in which a US book closed"),
      ],
      bet_types: [fieldsTest("the bet types of every sport are those of service.md, in its order")],
      last_completed_game: [fieldsTest("a sport's seasons, last game and teams are what the other lists say")],
      teams: [fieldsTest("a sport's seasons, last game and teams are what the other lists say")],
    },
  ),
  fields(
    "Season",
    [
      "sport | enum",
      "season | integer",
      "status | enum | published or in_progress",
      "first_game, last_game | string or null | YYYY-MM-DD",
      "games | integer",
      "regular_season_games | integer or null",
      "postseason_games | integer or null",
      "weeks | integer or null | NFL and NCAAF: highest completed week; null for other sports",
    ],
    {
      status: [storage("a season is in progress while a game is unplayed")],
      first_game: [fieldsTest("a season's row counts and dates the games of its list")],
      games: [fieldsTest("a season's row counts and dates the games of its list")],
      regular_season_games: [fieldsTest("a season's row counts and dates the games of its list")],
      postseason_games: [fieldsTest("a season's row counts and dates the games of its list")],
      weeks: [
        seasons("weeks is the highest week of which every game is final"),
        seasons("weeks is null before a week is complete"),
      ],
    },
  ),
  fields(
    "Team",
    [
      "team_id | integer",
      "abbreviation | string",
      "name | string",
      "city | string or null",
      "school | string or null | college only",
      "mascot | string or null",
      "conference | string or null",
      "division | string or null",
      "logo_url | string or null | URL",
    ],
    {
      school: [teams("a professional team has a city, a division and no school")],
      logo_url: [teams("every team has a name of its own")],
    },
  ),
];

export const betTypeRows: readonly string[] = [
  "mlb | moneyline, run_line, total, first_5_moneyline, first_5_runline, inn5_total, inn1_total",
  "nfl, ncaaf | moneyline, spread, total, team_total_over, team_total_under, first_half_moneyline, first_half_spread, first_half_total, second_half_moneyline, second_half_spread, second_half_total, q1_moneyline, q1_spread, q1_total, q2_moneyline, q2_spread, q2_total, q3_moneyline, q3_spread, q3_total, q4_moneyline, q4_spread, q4_total",
  "nba | moneyline, spread, total, team_total_over, team_total_under, first_half_moneyline, first_half_spread, first_half_total, q1_moneyline, q1_spread, q1_total",
  "nhl | moneyline, puck_line, total, team_total_over, team_total_under, p1_moneyline, p1_spread, p1_total",
];

export const betTypes: Section = {
  title: "bet_types per sport",
  sentences: betTypeRows.map((text) => ({
    id: `service/bet_types/${text.slice(0, text.indexOf(" "))}`,
    text,
    tests: [fieldsTest("the bet types of every sport are those of service.md, in its order")],
  })),
};
