/** The rows of service.md's tables of fields, word for word: what the contract tests hold answers to. */

type FieldTable = { readonly resource: string; readonly rows: readonly string[] };

export const fieldTables: readonly FieldTable[] = [
  {
    resource: "Side",
    rows: [
      "team_id | integer or null",
      "abbreviation | string or null (same value as in the teams list)",
      "name | string or null",
      "score | integer or null (final score)",
    ],
  },
  {
    resource: "Venue",
    rows: [
      "venue_id | integer or null",
      "name | string or null",
      "city | string or null",
      "indoor | boolean or null (indoor or dome)",
    ],
  },
  {
    resource: "Game",
    rows: [
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
  },
  {
    resource: "result",
    rows: [
      "margin_home | integer or null | home score minus away score",
      "home_covered | boolean or null | home covered the consensus closing spread",
      "went_over | boolean or null | final total went over the consensus closing total",
      "favorite | enum or null | `home` or `away`, the consensus closing favorite",
    ],
  },
  {
    resource: "consensus",
    rows: [
      "moneyline | MoneylineSet",
      "spread.open, spread.close | number or null (home spread)",
      "spread.home_juice_open, home_juice_close, away_juice_open, away_juice_close | integer or null",
      "total.open, total.close | number or null",
      "total.over_juice_close, total.under_juice_close | integer or null",
    ],
  },
  {
    resource: "GameDetail",
    rows: [
      "period_scores | map of object | Keyed by period: `q1` to `q4`, `1h`, `2h`, `p1` to `p3`, `inn1`, `inn5`, `ot`. Only periods that exist are present. Each value has `home` and `away`, integer or null.",
      "weather | object or null | `temp_f` number or null (°F); `wind_mph` number or null; `wind_direction` string or null; `condition` string or null (text; the value `Indoor` for domes)",
      "books | BookOdds[] | Per-book full-game odds, US books only",
      "period_odds | PeriodOdds[] | Per-book period odds",
    ],
  },
  {
    resource: "BookOdds",
    rows: [
      "book_id | integer",
      "book | string (book slug)",
      "book_name | string",
      "moneyline | MoneylineSet",
      "spread | open, close (number or null); home_juice_open, home_juice_close, away_juice_open, away_juice_close (integer or null)",
      "total | open, close (number or null); over_juice_open, over_juice_close, under_juice_open, under_juice_close (integer or null)",
      "team_total | home_open, home_close, away_open, away_close (number or null)",
    ],
  },
  {
    resource: "PeriodOdds",
    rows: [
      "period | string: `1h`, `2h`, `q1` to `q4`, `p1`, `inn1`, `inn5`",
      "book_id | integer",
      "book | string",
      "moneyline | MoneylineSet (members null when the book did not price it)",
      "spread | open, close (number or null); home_juice_close, away_juice_close (integer or null)",
      "total | open, close (number or null); over_juice_close, under_juice_close (integer or null)",
    ],
  },
  {
    resource: "OddsRow",
    rows: [
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
  },
  {
    resource: "Sport",
    rows: [
      "sport | enum",
      "name | string | full league name",
      "season_label | string | how `season` is numbered for this sport",
      "seasons | object[] | each: `season` integer; `status` enum published or in_progress; `first_game` string or null (YYYY-MM-DD); `last_game` string or null (date of the most recent completed game); `games` integer; `games_with_closing_line` integer (games where at least one US book posted a closing line)",
      "bet_types | string[] | markets published for the sport (see below)",
      "last_completed_game | string or null | YYYY-MM-DD",
      "teams | integer | number of teams",
    ],
  },
  {
    resource: "Season",
    rows: [
      "sport | enum",
      "season | integer",
      "status | enum | published or in_progress",
      "first_game, last_game | string or null | YYYY-MM-DD",
      "games | integer",
      "regular_season_games | integer or null",
      "postseason_games | integer or null",
      "weeks | integer or null | NFL and NCAAF: highest completed week; null for other sports",
    ],
  },
  {
    resource: "Team",
    rows: [
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
  },
];
