/** The rows of every answer. Written by scripts/write-clients.ts out of the contract of /v1. Do not edit. */

/** What there is under /v1. */
export type Contents = {
  /** every endpoint, in the order of the reference */
  readonly endpoints: readonly Endpoint[];
  /** path of the documentation for people */
  readonly documentation: string;
  /** path of the OpenAPI document */
  readonly openapi: string;
};

/** An endpoint of the API. */
export type Endpoint = {
  /** path on this server, with a name in braces where a value goes */
  readonly path: string;
  /** what the endpoint does */
  readonly summary: string;
};

/** About an answer that holds one object. */
export type ObjectMeta = {
  /** the X-Request-Id of this answer */
  readonly request_id: string;
};

/** A sport with its seasons and markets. */
export type Sport = {
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** full name */
  readonly name: string;
  /** how season is numbered for this sport */
  readonly season_label: string;
  /** seasons that have a final game */
  readonly seasons: readonly SportSeason[];
  /** markets published for the sport */
  readonly bet_types: readonly string[];
  /** date of the most recent final game */
  readonly last_completed_game: string | null;
  /** number of teams */
  readonly teams: number;
};

/** A season in the list of sports. */
export type SportSeason = {
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** in_progress while games of the season are unplayed, then published */
  readonly status: "published" | "in_progress";
  /** date of the first final game */
  readonly first_game: string | null;
  /** date of the most recent final game */
  readonly last_game: string | null;
  /** final games */
  readonly games: number;
  /** games for which a US book posted a closing line */
  readonly games_with_closing_line: number;
};

/** About a page. */
export type FixedListMeta = {
  /** rows in this page */
  readonly count: number;
  /** the X-Request-Id of this answer */
  readonly request_id: string;
};

/** A team of a sport. */
export type Team = {
  /** number of the team */
  readonly team_id: number;
  /** abbreviation, unique in its sport */
  readonly abbreviation: string;
  /** full name */
  readonly name: string;
  /** city */
  readonly city: string | null;
  /** school; college only */
  readonly school: string | null;
  /** nickname or mascot */
  readonly mascot: string | null;
  /** conference or league */
  readonly conference: string | null;
  /** division */
  readonly division: string | null;
  /** address of the team's logo */
  readonly logo_url: string | null;
};

/** A season of a sport. */
export type Season = {
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** in_progress while games of the season are unplayed, then published */
  readonly status: "published" | "in_progress";
  /** date of the first final game */
  readonly first_game: string | null;
  /** date of the most recent final game */
  readonly last_game: string | null;
  /** final games */
  readonly games: number;
  /** final games of the regular season */
  readonly regular_season_games: number | null;
  /** final games of the postseason */
  readonly postseason_games: number | null;
  /** highest week of which every game is final; null without weeks */
  readonly weeks: number | null;
};

/** A sportsbook whose odds are published, with the seasons in which it has games. */
export type Book = {
  /** number of the sportsbook */
  readonly book_id: number;
  /** slug of the sportsbook */
  readonly book: string;
  /** name of the sportsbook */
  readonly book_name: string;
  /** slugs, here or at The Odds API, of the books that this one was called before or has taken over, where that is sure; one that was published keeps its own rows */
  readonly former_books: readonly string[];
  /** names that the book had before under this slug, the latest first */
  readonly former_names: readonly BookName[];
  /** seasons in which the book has a game, by sport as /v1/sports has them, and season */
  readonly sports: readonly BookSeason[];
};

/** A name that a sportsbook had under the same slug and book_id. */
export type BookName = {
  /** the name */
  readonly name: string;
  /** day from which it has another name */
  readonly until: string;
};

/** The games of a book in a season. */
export type BookSeason = {
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** games of which the book has a row in /v1/odds */
  readonly games: number;
  /** those of them in which the book has a closing line or price in any full-game market */
  readonly games_with_closing_line: number;
};

/** About a page, and the revision that it is of. */
export type ListMeta = {
  /** rows in this page */
  readonly count: number;
  /** the X-Request-Id of this answer */
  readonly request_id: string;
  /** the newest revision when this answer was made */
  readonly revision: number;
};

/** A final game with its result graded against the consensus close. */
export type Game = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** always final: a game appears once it is */
  readonly status: "final";
  /** home side */
  readonly home: Side;
  /** away side */
  readonly away: Side;
  /** whether neither team played at home */
  readonly neutral_site: boolean | null;
  /** whether it took overtime, extra innings or a shootout */
  readonly overtime: boolean | null;
  /** Where a game was played. */
  readonly venue: Venue | null;
  /** lead official or home-plate umpire */
  readonly referee: string | null;
  /** graded against the consensus close */
  readonly result: Result;
  /** The modal line of the US books, at its mean implied probability. */
  readonly consensus: Consensus | null;
};

/** A team in a game. */
export type Side = {
  /** number of the team */
  readonly team_id: number | null;
  /** abbreviation, unique in its sport */
  readonly abbreviation: string | null;
  /** full name */
  readonly name: string | null;
  /** final score, overtime and shootout included */
  readonly score: number | null;
};

/** Where a game was played. */
export type Venue = {
  /** number of the venue */
  readonly venue_id: number | null;
  /** full name */
  readonly name: string | null;
  /** city */
  readonly city: string | null;
  /** indoor or dome */
  readonly indoor: boolean | null;
};

/** A score, graded against the consensus close. */
export type Result = {
  /** home score minus away score */
  readonly margin_home: number | null;
  /** whether home covered the closing spread; null on a push or without a close */
  readonly home_covered: boolean | null;
  /** whether the score went over the closing total; null on a push or without a close */
  readonly went_over: boolean | null;
  /** consensus closing favorite; null when there is none to tell */
  readonly favorite: "home" | "away" | null;
};

/** The modal line of the US books, at its mean implied probability. */
export type Consensus = {
  /** full-game winner; all members null when not priced */
  readonly moneyline: MoneylineSet;
  /** home side's spread: negative means home is favored */
  readonly spread: SpreadSet;
  /** total score of both teams */
  readonly total: ShortTotal;
};

/** Opening and closing moneylines of both sides. */
export type MoneylineSet = {
  /** first captured price, American odds */
  readonly home_open: number | null;
  /** last price before the start, American odds */
  readonly home_close: number | null;
  /** first captured price, American odds */
  readonly away_open: number | null;
  /** last price before the start, American odds */
  readonly away_close: number | null;
};

/** Opening and closing spread of the home side, with prices. */
export type SpreadSet = {
  /** first captured line */
  readonly open: number | null;
  /** last line before the start */
  readonly close: number | null;
  /** first captured price, American odds; often null before 2024 (home) */
  readonly home_juice_open: number | null;
  /** last price before the start, American odds (home) */
  readonly home_juice_close: number | null;
  /** first captured price, American odds; often null before 2024 (away) */
  readonly away_juice_open: number | null;
  /** last price before the start, American odds (away) */
  readonly away_juice_close: number | null;
};

/** Opening and closing total, with closing prices only. */
export type ShortTotal = {
  /** first captured line */
  readonly open: number | null;
  /** last line before the start */
  readonly close: number | null;
  /** last price before the start, American odds (over) */
  readonly over_juice_close: number | null;
  /** last price before the start, American odds (under) */
  readonly under_juice_close: number | null;
};

/** A final game with its period scores, weather and the lines of every book. */
export type GameDetail = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** always final: a game appears once it is */
  readonly status: "final";
  /** home side */
  readonly home: Side;
  /** away side */
  readonly away: Side;
  /** whether neither team played at home */
  readonly neutral_site: boolean | null;
  /** whether it took overtime, extra innings or a shootout */
  readonly overtime: boolean | null;
  /** Where a game was played. */
  readonly venue: Venue | null;
  /** lead official or home-plate umpire */
  readonly referee: string | null;
  /** graded against the consensus close */
  readonly result: Result;
  /** The modal line of the US books, at its mean implied probability. */
  readonly consensus: Consensus | null;
  /** scores by period; only periods that exist are present */
  readonly period_scores: PeriodScores;
  /** Weather at the start of a game. */
  readonly weather: Weather | null;
  /** full-game odds by book, in the order of book_id */
  readonly books: readonly BookOdds[];
  /** odds by period and book */
  readonly period_odds: readonly PeriodOdds[];
};

/** Scores by period; only periods that exist are present. */
export type PeriodScores = {
  /** first quarter */
  readonly q1?: PeriodScore;
  /** second quarter */
  readonly q2?: PeriodScore;
  /** third quarter */
  readonly q3?: PeriodScore;
  /** fourth quarter */
  readonly q4?: PeriodScore;
  /** first half */
  readonly "1h"?: PeriodScore;
  /** second half, without overtime */
  readonly "2h"?: PeriodScore;
  /** first period */
  readonly p1?: PeriodScore;
  /** second period */
  readonly p2?: PeriodScore;
  /** third period */
  readonly p3?: PeriodScore;
  /** first inning */
  readonly inn1?: PeriodScore;
  /** through five innings */
  readonly inn5?: PeriodScore;
  /** everything after regulation */
  readonly ot?: PeriodScore;
};

/** Points of both teams in a period. */
export type PeriodScore = {
  /** points of the home team */
  readonly home: number | null;
  /** points of the away team */
  readonly away: number | null;
};

/** Weather at the start of a game. */
export type Weather = {
  /** temperature, °F */
  readonly temp_f: number | null;
  /** wind speed, miles per hour */
  readonly wind_mph: number | null;
  /** where the wind blows from or to */
  readonly wind_direction: string | null;
  /** weather in words; Indoor for domes */
  readonly condition: string | null;
};

/** One book's full-game lines of a game. */
export type BookOdds = {
  /** number of the sportsbook */
  readonly book_id: number;
  /** slug of the sportsbook */
  readonly book: string;
  /** name of the sportsbook */
  readonly book_name: string;
  /** full-game winner; all members null when not priced */
  readonly moneyline: MoneylineSet;
  /** home side's spread: negative means home is favored */
  readonly spread: SpreadSet;
  /** total score of both teams */
  readonly total: TotalSet;
  /** score of each team */
  readonly team_total: BookTeamTotal;
};

/** Opening and closing total, with prices. */
export type TotalSet = {
  /** first captured line */
  readonly open: number | null;
  /** last line before the start */
  readonly close: number | null;
  /** first captured price, American odds; often null before 2024 (over) */
  readonly over_juice_open: number | null;
  /** last price before the start, American odds (over) */
  readonly over_juice_close: number | null;
  /** first captured price, American odds; often null before 2024 (under) */
  readonly under_juice_open: number | null;
  /** last price before the start, American odds (under) */
  readonly under_juice_close: number | null;
};

/** Opening and closing totals of each team. */
export type BookTeamTotal = {
  /** first captured line of the home team's total */
  readonly home_open: number | null;
  /** last line before the start of the home team's total */
  readonly home_close: number | null;
  /** first captured line of the away team's total */
  readonly away_open: number | null;
  /** last line before the start of the away team's total */
  readonly away_close: number | null;
};

/** One book's lines of a period of a game. */
export type PeriodOdds = {
  /** `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings */
  readonly period: "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5";
  /** number of the sportsbook */
  readonly book_id: number;
  /** slug of the sportsbook */
  readonly book: string;
  /** winner of the period; all members null when not priced */
  readonly moneyline: MoneylineSet;
  /** home side's spread: negative means home is favored */
  readonly spread: ShortSpread;
  /** total score of both teams */
  readonly total: ShortTotal;
};

/** Opening and closing spread of the home side, with closing prices only. */
export type ShortSpread = {
  /** first captured line */
  readonly open: number | null;
  /** last line before the start */
  readonly close: number | null;
  /** last price before the start, American odds (home) */
  readonly home_juice_close: number | null;
  /** last price before the start, American odds (away) */
  readonly away_juice_close: number | null;
};

/** A game seen from one of its teams, with what was known before it began. */
export type TeamGameRow = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** abbreviation of the home team */
  readonly home: string | null;
  /** abbreviation of the away team */
  readonly away: string | null;
  /** abbreviation of the team that the row is of */
  readonly team: string;
  /** abbreviation of the other team */
  readonly opponent: string;
  /** side of the team in this game */
  readonly side: "home" | "away";
  /** whether neither team played at home in this game */
  readonly neutral_site: boolean | null;
  /** whether this game took overtime, extra innings or a shootout */
  readonly overtime: boolean | null;
  /** innings that were played, half ones as .5: 8.5 where the home team did not bat in the ninth; null in other sports, and where it is not known */
  readonly innings: number | null;
  /** whether fewer than nine innings (eight and a half with the home team ahead) were played; null where innings is */
  readonly shortened: boolean | null;
  /** final score */
  readonly score: TeamScore;
  /** what became of the game */
  readonly result: TeamResult;
  /** by the consensus close of this game; null when neither side is favored */
  readonly role: "favorite" | "underdog" | null;
  /** consensus closing spread as the team sees it; null without one */
  readonly line: number | null;
  /** consensus closing total; null without one */
  readonly total: number | null;
  /** points of the team minus those of its opponent in this game */
  readonly margin: number | null;
  /** margin of this game plus the consensus closing spread as the team sees it; null without one */
  readonly margin_against_line: number | null;
  /** days from the last game of the team in the season to this one; null in its first */
  readonly rest: number | null;
  /** the same of the opponent */
  readonly opponent_rest: number | null;
  /** what the team had done in the season before this game began */
  readonly before: TeamRecord;
  /** The game that the team played before this one in the season. */
  readonly last: LastGame | null;
  /** games of the two teams in the season before this one */
  readonly meetings: number;
  /** The last game of the two teams, in this season or the one before. */
  readonly last_meeting: LastMeeting | null;
  /** Who started the game: the pitcher of baseball, the goalie of hockey. */
  readonly starter: Starter | null;
  /** Who started the game: the pitcher of baseball, the goalie of hockey. */
  readonly opponent_starter: Starter | null;
};

/** Final score, overtime and shootout included. */
export type TeamScore = {
  /** points of the team */
  readonly team: number | null;
  /** points of the opponent */
  readonly opponent: number | null;
};

/** What became of the game. */
export type TeamResult = {
  /** result of this game by the score alone */
  readonly straight_up: "won" | "lost" | "tied" | null;
  /** result of this game against the consensus closing spread; null without one */
  readonly spread: "covered" | "failed" | "push" | null;
  /** result of this game against the consensus closing total; null without one */
  readonly total: "over" | "under" | "push" | null;
};

/** What the team had done in the season before this game began. */
export type TeamRecord = {
  /** games of the season before this one that the team has played */
  readonly games: number;
  /** games of the season before this one won */
  readonly won: number;
  /** games of the season before this one lost */
  readonly lost: number;
  /** games of the season before this one tied */
  readonly tied: number;
  /** games won as a share of those played, a tie being half of one, 4 decimals; null before the first */
  readonly win_share: number | null;
  /** games of the season before this one in which the consensus closing spread was covered */
  readonly covered: number;
  /** games of the season before this one in which it was not */
  readonly failed: number;
  /** games of the season before this one in which it was a push */
  readonly spread_push: number;
  /** games of the season before this one that went over the consensus closing total */
  readonly over: number;
  /** games of the season before this one that stayed under it */
  readonly under: number;
  /** games of the season before this one in which it was a push */
  readonly total_push: number;
  /** games in a row before this one by the score alone: above 0 won, below 0 lost, 0 after a push or tie; null before the first */
  readonly streak: number | null;
  /** games in a row before this one against the spread: above 0 covered, below 0 failed, 0 after a push or tie; null before the first */
  readonly spread_streak: number | null;
  /** games in a row before this one on totals: above 0 over, below 0 under, 0 after a push or tie; null before the first */
  readonly total_streak: number | null;
};

/** The game that the team played before this one in the season. */
export type LastGame = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** abbreviation of the opponent in that game */
  readonly opponent: string;
  /** side of the team in that game */
  readonly side: "home" | "away";
  /** whether neither team played at home in that game */
  readonly neutral_site: boolean | null;
  /** result of that game by the score alone */
  readonly straight_up: "won" | "lost" | "tied" | null;
  /** result of that game against the consensus closing spread; null without one */
  readonly spread: "covered" | "failed" | "push" | null;
  /** result of that game against the consensus closing total; null without one */
  readonly total: "over" | "under" | "push" | null;
  /** by the consensus close of that game; null when neither side is favored */
  readonly role: "favorite" | "underdog" | null;
  /** points of the team minus those of its opponent in that game */
  readonly margin: number | null;
  /** margin of that game plus the consensus closing spread as the team sees it; null without one */
  readonly margin_against_line: number | null;
  /** whether that game took overtime, extra innings or a shootout */
  readonly overtime: boolean | null;
};

/** The last game of the two teams, in this season or the one before. */
export type LastMeeting = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** side of the team in that game */
  readonly side: "home" | "away";
  /** whether neither team played at home in that game */
  readonly neutral_site: boolean | null;
  /** result of that game by the score alone */
  readonly straight_up: "won" | "lost" | "tied" | null;
  /** result of that game against the consensus closing spread; null without one */
  readonly spread: "covered" | "failed" | "push" | null;
  /** result of that game against the consensus closing total; null without one */
  readonly total: "over" | "under" | "push" | null;
  /** points of the team minus those of its opponent in that game */
  readonly margin: number | null;
  /** margin of that game plus the consensus closing spread as the team sees it; null without one */
  readonly margin_against_line: number | null;
};

/** Who started the game: the pitcher of baseball, the goalie of hockey. */
export type Starter = {
  /** id at the source that names the starter, as it writes it */
  readonly id: string;
  /** name, as the source writes it */
  readonly name: string;
  /** hand of the throw or catch: L, R, or S for both; null where the source says none */
  readonly hand: "L" | "R" | "S" | null;
};

/** A book's line and prices in one market of one period, for as long as its captures showed them. */
export type LineRow = {
  /** number of the sportsbook */
  readonly book_id: number;
  /** slug of the sportsbook */
  readonly book: string;
  /** `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation */
  readonly period: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5";
  /** `moneyline`: who wins; `spread`: by how much; run line in mlb, puck line in nhl; `total`: points of both teams; `team_total`: points of one team */
  readonly market: "moneyline" | "spread" | "total" | "team_total";
  /** the team whose total it is; null for other markets */
  readonly team: "home" | "away" | null;
  /** time of the first capture of the run, UTC; null for what was stated without a time */
  readonly first_seen: string | null;
  /** time of the last capture of the run, UTC; null as first_seen */
  readonly last_seen: string | null;
  /** how many captures in a row showed this line and these prices */
  readonly captures: number;
  /** spread of the home side, total or team total; null for a moneyline */
  readonly line: number | null;
  /** price of the home side, American odds; null for totals */
  readonly home_price: number | null;
  /** price of the away side, American odds; null for totals */
  readonly away_price: number | null;
  /** price of over, American odds; null except for totals */
  readonly over_price: number | null;
  /** price of under, American odds; null except for totals */
  readonly under_price: number | null;
  /** whether the published opening is a capture of this run */
  readonly is_open: boolean;
  /** whether the published close is a capture of this run */
  readonly is_close: boolean;
  /** minutes from last_seen to the start; null as last_seen */
  readonly minutes_before_start: number | null;
  /** name of the rule that says these quotes cannot be true, which are in no opening, close or consensus; null: none does */
  readonly doubt:
    | "price_missing"
    | "pair_of_prices"
    | "line_never_posted"
    | "alternate_line"
    | "markets_disagree"
    | "against_books"
    | "books_split"
    | "period_against_game"
    | "books_leap"
    | "start_disputed"
    | "dropped"
    | "final_too_soon"
    | "twice_a_day"
    | "tie_that_cannot_be"
    | "sides_disputed"
    | "same_final_as_the_day_before"
    | null;
};

/** About a page of lines. */
export type LineMeta = {
  /** rows in this page */
  readonly count: number;
  /** the X-Request-Id of this answer */
  readonly request_id: string;
  /** the newest revision when this answer was made */
  readonly revision: number;
  /** who moved first in the markets that are asked for, of all books; the same on every page */
  readonly first_moves: readonly FirstMove[];
};

/** A move of a line that at least two other books followed within an hour, as far as captures show it. */
export type FirstMove = {
  /** `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation */
  readonly period: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5";
  /** `moneyline`: who wins; `spread`: by how much; run line in mlb, puck line in nhl; `total`: points of both teams; `team_total`: points of one team */
  readonly market: "moneyline" | "spread" | "total" | "team_total";
  /** the team whose total it is; null for other markets */
  readonly team: "home" | "away" | null;
  /** time of the capture that showed the move first, UTC */
  readonly moved_at: string;
  /** slugs of the books that moved first, joined by `|`: several where one moment shows them all */
  readonly books: string;
  /** spread of the home side, total or team total before; null for a moneyline */
  readonly from: number | null;
  /** the same after the move */
  readonly to: number | null;
  /** price of the home side or of over before */
  readonly from_price: number | null;
  /** price of the home side or of over after */
  readonly to_price: number | null;
  /** to minus from; null for a moneyline */
  readonly points: number | null;
  /** other books that came to the new line or beyond within an hour */
  readonly followers: number;
  /** seconds from the move to the capture of the first that followed */
  readonly first_follow_seconds: number;
  /** seconds from the move to the capture of half of those that followed */
  readonly median_follow_seconds: number;
  /** seconds from the move to the capture of the last that followed */
  readonly last_follow_seconds: number;
};

/** What one source states of one fact of a game. Of each published fact exactly one row is used, and equals what is published. */
export type EvidenceRow = {
  /** `start, score, period_scores, venue, official, neutral_site`: of the game; `open, close`: of a book's line */
  readonly fact: "start" | "score" | "period_scores" | "venue" | "official" | "neutral_site" | "open" | "close";
  /** slug of the sportsbook; null where the fact is none of a line */
  readonly book: string | null;
  /** `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation; null as book */
  readonly period: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | null;
  /** `moneyline`: who wins; `spread`: by how much; run line in mlb, puck line in nhl; `total`: points of both teams; `team_total`: points of one team; null as book */
  readonly market: "moneyline" | "spread" | "total" | "team_total" | null;
  /** the team whose total it is; null for all else */
  readonly team: "home" | "away" | null;
  /** name of the source that states it */
  readonly source: string;
  /** what is stated, as text; docs/evidence has the form for each fact */
  readonly value: string;
  /** when the source stated it, or the book showed it, UTC; null where nothing tells */
  readonly stated_at: string | null;
  /** whether this statement is the published one */
  readonly used: boolean;
  /** name of the rule by which it is not used; null where it is, and where it says the same or is believed after the one that is */
  readonly rule:
    | "price_missing"
    | "pair_of_prices"
    | "line_never_posted"
    | "alternate_line"
    | "markets_disagree"
    | "against_books"
    | "books_split"
    | "period_against_game"
    | "books_leap"
    | "start_disputed"
    | "dropped"
    | "final_too_soon"
    | "twice_a_day"
    | "tie_that_cannot_be"
    | "sides_disputed"
    | "same_final_as_the_day_before"
    | "outvoted_start"
    | "stated_in_play"
    | "impossible_actual_start"
    | "resolved"
    | "withheld_periods"
    | "impossible_venue"
    | "untimed"
    | "same_moment"
    | "stale_close"
    | "disputed"
    | null;
  /** how many captures in a row showed this line and these prices; null as book */
  readonly captures: number | null;
  /** minutes from stated_at to the start; null as book, and as stated_at */
  readonly minutes_before_start: number | null;
  /** whether it is the opening only because it is the first capture: earlier prices may have existed */
  readonly is_first_seen: boolean;
};

/** One book's full-game lines of a game, graded against that book's close. */
export type OddsRow = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** abbreviation of the home team */
  readonly home: string | null;
  /** abbreviation of the away team */
  readonly away: string | null;
  /** number of the sportsbook */
  readonly book_id: number;
  /** slug of the sportsbook */
  readonly book: string;
  /** name of the sportsbook */
  readonly book_name: string;
  /** full-game winner; all members null when not priced */
  readonly moneyline: MoneylineSet;
  /** home side's spread: negative means home is favored */
  readonly spread: SpreadSet;
  /** total score of both teams */
  readonly total: TotalSet;
  /** score of each team */
  readonly team_total: OddsTeamTotal;
  /** graded against this book's own close */
  readonly result: OddsResult;
};

/** Opening and closing totals of each team, with closing prices. */
export type OddsTeamTotal = {
  /** first captured line of the home team's total */
  readonly home_open: number | null;
  /** last line before the start of the home team's total */
  readonly home_close: number | null;
  /** first captured line of the away team's total */
  readonly away_open: number | null;
  /** last line before the start of the away team's total */
  readonly away_close: number | null;
  /** last price before the start, American odds (over the home team's total) */
  readonly home_over_juice_close: number | null;
  /** last price before the start, American odds (under the home team's total) */
  readonly home_under_juice_close: number | null;
  /** last price before the start, American odds (over the away team's total) */
  readonly away_over_juice_close: number | null;
  /** last price before the start, American odds (under the away team's total) */
  readonly away_under_juice_close: number | null;
};

/** A score, graded against one book's own close. */
export type OddsResult = {
  /** whether home covered the closing spread; null on a push or without a close */
  readonly home_covered: boolean | null;
  /** whether the spread was a push; null without a close */
  readonly spread_push: boolean | null;
  /** whether the score went over the closing total; null on a push or without a close */
  readonly went_over: boolean | null;
  /** whether the total was a push; null without a close */
  readonly total_push: boolean | null;
};

/** A line as one book, or the consensus, had it at a moment before the start, and which side of it won. */
export type SnapshotRow = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** abbreviation of the home team */
  readonly home: string | null;
  /** abbreviation of the away team */
  readonly away: string | null;
  /** how many minutes before the start the moment is */
  readonly minutes_before: number;
  /** the moment in UTC: start_time less minutes_before */
  readonly moment: string;
  /** the period of the line; `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation */
  readonly period: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5";
  /** `moneyline`: who wins; `spread`: by how much; run line in mlb, puck line in nhl; `total`: points of both teams; `team_total`: points of one team */
  readonly market: "moneyline" | "spread" | "total" | "team_total";
  /** whose total a team total is; null for other markets */
  readonly team: "home" | "away" | null;
  /** number of the sportsbook; null for the consensus */
  readonly book_id: number | null;
  /** slug of the sportsbook; consensus for the consensus */
  readonly book: string;
  /** name of the sportsbook; Consensus for the consensus */
  readonly book_name: string;
  /** spread of the home side, total or team total; null for a moneyline */
  readonly line: number | null;
  /** price of the home side, American odds; null for totals */
  readonly home_price: number | null;
  /** price of the away side, American odds; null for totals */
  readonly away_price: number | null;
  /** price of over, American odds; null except for totals */
  readonly over_price: number | null;
  /** price of under, American odds; null except for totals */
  readonly under_price: number | null;
  /** minutes from the last capture that showed this until then to the moment, 1 decimal; 0 where a later one showed it still; of the consensus that of the oldest capture that it was made of */
  readonly age_minutes: number;
  /** the side that won against this line by the house rules, as in /v1/bets; null where the period was not played */
  readonly winner: "home" | "away" | "over" | "under" | "push" | "void" | null;
};

/** One side of a bet at one book or at the consensus, settled against its own lines. */
export type BetRow = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** abbreviation of the home team */
  readonly home: string | null;
  /** abbreviation of the away team */
  readonly away: string | null;
  /** one of the sport's bet_types */
  readonly bet_type: string;
  /** the period that is bet on; `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation */
  readonly period: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5";
  /** `moneyline`: who wins; `spread`: by how much; run line in mlb, puck line in nhl; `total`: points of both teams; `team_total`: points of one team */
  readonly market: "moneyline" | "spread" | "total" | "team_total";
  /** `home`: the home team; `away`: the away team; `over`: more points than the line; `under`: fewer points than the line */
  readonly selection: "home" | "away" | "over" | "under";
  /** abbreviation of the team that is bet on, or whose total it is; null for the total of both teams */
  readonly side_team: string | null;
  /** number of the sportsbook; null for the consensus */
  readonly book_id: number | null;
  /** slug of the sportsbook; consensus for the consensus */
  readonly book: string;
  /** name of the sportsbook; Consensus for the consensus */
  readonly book_name: string;
  /** how many books posted this market of this period; 1 on a book's own row */
  readonly books: number;
  /** what the selection could be bet at when it was first captured */
  readonly open: BetOpen;
  /** what the selection could be bet at before the start */
  readonly close: BetClose;
  /** score that decides: that of the period, and of a second half with overtime (without it for rules=score) */
  readonly score: BetScore;
  /** how the bet was settled against this row's own lines */
  readonly result: BetResult;
  /** units won on a stake of one unit */
  readonly profit: BetProfit;
  /** by this row's own closing spread, else by the closing moneyline of the same book and period; null for totals, and when neither side is favored */
  readonly role: "favorite" | "underdog" | null;
  /** row of the house rules that settled the bet, see /rules; null for rules=score */
  readonly rule:
    | "football_game"
    | "football_first_half"
    | "football_second_half"
    | "football_quarter"
    | "basketball_game"
    | "basketball_period"
    | "hockey_game"
    | "hockey_first_period"
    | "baseball_length_unknown"
    | "baseball_moneyline_short"
    | "baseball_moneyline"
    | "baseball_run_line_short"
    | "baseball_total_short"
    | "baseball_nine_innings"
    | "baseball_first_five_short_draftkings"
    | "baseball_first_five_short"
    | "baseball_first_five"
    | "baseball_first_inning"
    | null;
  /** whether the open was better for the bettor than the close, and by how much */
  readonly closing_line: BetClosingLine;
  /** A bet at the line and the price of a moment before the start. */
  readonly at_moment: BetAtMoment | null;
};

/** The first captured line and price of a bet. */
export type BetOpen = {
  /** line as the selection sees it: the away line is minus the home line, over and under share theirs; null for a moneyline, and where no line was captured */
  readonly line: number | null;
  /** price of the selection, American odds; null where none was captured */
  readonly price: number | null;
  /** when the line was captured, ISO 8601 UTC with milliseconds; null for the consensus, and where the source says no time */
  readonly captured_at: string | null;
};

/** The last line and price of a bet before the start. */
export type BetClose = {
  /** line as the selection sees it: the away line is minus the home line, over and under share theirs; null for a moneyline, and where no line was captured */
  readonly line: number | null;
  /** price of the selection, American odds; null where none was captured */
  readonly price: number | null;
  /** when the line was captured, ISO 8601 UTC with milliseconds; null for the consensus, and where the source says no time */
  readonly captured_at: string | null;
  /** implied probability of this price without the vig, as a share of both sides' implied probabilities, 4 decimals; null when either side has no price */
  readonly no_vig_probability: number | null;
};

/** Points of both teams that decide a bet. */
export type BetScore = {
  /** points of the home team */
  readonly home: number;
  /** points of the away team */
  readonly away: number;
};

/** What became of a bet at the opening and at the closing line. */
export type BetResult = {
  /** result against the opening line; null without one */
  readonly open: "won" | "lost" | "push" | "void" | null;
  /** result against the closing line; null without one */
  readonly close: "won" | "lost" | "push" | "void" | null;
};

/** Units won on a stake of one unit at the opening and at the closing price. */
export type BetProfit = {
  /** profit at the opening line and price, 4 decimals; null without a price or a result */
  readonly open: number | null;
  /** profit at the closing line and price, 4 decimals; null without a price or a result */
  readonly close: number | null;
};

/** Whether the open was better for the bettor than the close, and by how much. */
export type BetClosingLine = {
  /** whether the open was better than the close: a higher line for a team and for under, a lower one for over; at the same line the price that pays more; null where both are the same, and where a line or price is missing that decides */
  readonly beat: boolean | null;
  /** points by which the open was better than the close, below 0 where it was worse; null for a moneyline, and without both lines */
  readonly points: number | null;
  /** the close's no-vig probability minus the open's, both exact and the difference rounded to 4 decimals; null where the line moved, and without all four prices */
  readonly probability: number | null;
};

/** A bet at the line and the price of a moment before the start. */
export type BetAtMoment = {
  /** how many minutes before the start the moment is */
  readonly minutes_before: number;
  /** line as the selection sees it; null for a moneyline, and where no capture is young enough */
  readonly line: number | null;
  /** price of the selection, American odds; null where no capture is young enough */
  readonly price: number | null;
  /** age of the capture at the moment, as in /v1/snapshots; null without one */
  readonly age_minutes: number | null;
  /** result against this line; null without one */
  readonly result: "won" | "lost" | "push" | "void" | null;
  /** profit at the moment's line and price, 4 decimals; null without a price or a result */
  readonly profit: number | null;
};

/** The record of a set of bets, or of one group of it, and what it is worth. */
export type TrendRow = {
  /** the value of group_by that the row is of; none where its bets have no such value; null: all bets of the set */
  readonly group: string | null;
  /** bets of the set or of the group */
  readonly bets: number;
  /** bets that won against their closing line */
  readonly won: number;
  /** bets that lost against their closing line */
  readonly lost: number;
  /** bets whose stake came back, the score being exactly the line */
  readonly push: number;
  /** bets whose stake came back by a house rule, which are in no rate and no return */
  readonly void: number;
  /** bets without a close, which are in no rate */
  readonly ungraded: number;
  /** how many of the bets are in another group, too: totals of both teams when the groups are teams, else 0; in the row of all, bets that are in two groups */
  readonly shared: number;
  /** how many of the bets have their opposite among them: the other side of the same market and period of the same game, at the same book */
  readonly both_sides: number;
  /** share of the won bets in those won and lost, with Wilson's 95% interval of so many bets divided by design_effect; all null without any */
  readonly win_rate: TrendEstimate;
  /** how many bets won or lost are as good as one independent fact, since bets of one game are not: next to 1 with one bet a game; 4 decimals; null without any */
  readonly design_effect: number | null;
  /** mean implied probability of the closing prices, void bets aside: the win rate that wins and loses nothing when all prices are alike; null without any */
  readonly break_even: number | null;
  /** mean profit of a bet in units, with a 95% interval by game, which is null below ten games */
  readonly return_on_investment: TrendReturns;
  /** mean of the no-vig probability of the close minus that of the open, of all bets that have both, 4 decimals; null without any */
  readonly closing_line_value: number | null;
  /** whether the opens were better for the bettor than the closes; all null with open_moved or result, which choose the bets by what the close knows */
  readonly closing_line: TrendClosingLine;
  /** chance of so many or so few wins, or of a record as far to the other side, if the no-vig probabilities of the closes are right: twice the smaller of the two tails, at most 1; 6 decimals; null below ten games with such a bet, with result, and where more than half of the bets are both_sides */
  readonly p_value: number | null;
  /** p_value, allowed for tries and, in the row of a group, for how many groups there are (Holm); at most 1 */
  readonly p_adjusted: number | null;
  /** `no evidence`: chance explains the record: p_adjusted is above 0.05, or there is nothing to judge by; `unlikely by chance`: p_adjusted is 0.05 or less; null where p_value is */
  readonly verdict: "no evidence" | "unlikely by chance" | null;
  /** What the bets returned at the lines and the prices of a moment before the start. */
  readonly at_moment: TrendAtMoment | null;
};

/** What a set shows, and the 95% interval of what is behind it. */
export type TrendEstimate = {
  /** what the bets show, 4 decimals */
  readonly value: number | null;
  /** lower end of the 95% interval, 4 decimals */
  readonly low: number | null;
  /** upper end of the 95% interval, 4 decimals */
  readonly high: number | null;
};

/** Units won on a stake of one unit at the closing and at the opening price. */
export type TrendReturns = {
  /** at the closing prices */
  readonly close: TrendEstimate;
  /** at the opening prices, against the opening lines */
  readonly open: TrendEstimate;
};

/** Whether the opens of the set were better than its closes; all null where the set was chosen by what the close knows. */
export type TrendClosingLine = {
  /** bets whose open was better for the bettor than the close: by the line, else by the price; null with open_moved or result */
  readonly better: number | null;
  /** bets whose open was worse for the bettor than the close; null with open_moved or result */
  readonly worse: number | null;
  /** bets whose close has the line and the price of the open; null with open_moved or result */
  readonly same: number | null;
  /** better / (better + worse), with the 95% interval of a rate; all null without any */
  readonly beat: TrendEstimate;
  /** mean of the points by which the open was better than the close, above 0 good for the bettor, 2 decimals; null for moneylines */
  readonly points: number | null;
  /** mean of the close's no-vig probability minus the open's, of the bets whose line did not move and that have all four prices, 4 decimals; null without any */
  readonly probability: number | null;
  /** how many bets probability is of; null with open_moved or result */
  readonly probability_bets: number | null;
};

/** What the bets returned at the lines and the prices of a moment before the start. */
export type TrendAtMoment = {
  /** how many minutes before the start the moment is */
  readonly minutes_before: number;
  /** bets with a price and a result at the moment; all other numbers here are of these */
  readonly bets: number;
  /** bets that won against the line of the moment */
  readonly won: number;
  /** bets that lost against it */
  readonly lost: number;
  /** bets whose stake came back */
  readonly push: number;
  /** mean profit of a bet in units at the prices of the moment, with its interval; all null where that at the open is */
  readonly return_on_investment: TrendEstimate;
};

/** About a page of trends. */
export type TrendMeta = {
  /** rows in this page */
  readonly count: number;
  /** the X-Request-Id of this answer */
  readonly request_id: string;
  /** the newest revision when this answer was made */
  readonly revision: number;
  /** what the rows after the first are of */
  readonly group_by:
    | "none"
    | "season"
    | "week"
    | "month"
    | "team"
    | "book"
    | "bet_type"
    | "selection"
    | "role"
    | "line";
  /** the tries that p_adjusted and verdict allow for */
  readonly tries: number;
  /** the day that divides the set into before and since; null without one */
  readonly split: string | null;
  /** the tries that p_adjusted of since allows for; null without split */
  readonly tries_since: number | null;
  /** how many groups have a p_value, on all pages: p_adjusted of a group allows for so many */
  readonly family: number;
};

/** A period that was played, with its score graded against its own consensus close. */
export type PeriodRow = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** abbreviation of the home team */
  readonly home: string | null;
  /** abbreviation of the away team */
  readonly away: string | null;
  /** `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation */
  readonly period: "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5" | "p2" | "p3" | "ot";
  /** score of the period */
  readonly score: PeriodScore;
  /** The modal line of the US books on a period, at its mean implied probability. */
  readonly consensus: PeriodConsensus | null;
  /** the period's score, graded against the period's own consensus close */
  readonly result: Result;
};

/** The modal line of the US books on a period, at its mean implied probability. */
export type PeriodConsensus = {
  /** winner of the period; all members null when not priced */
  readonly moneyline: MoneylineSet;
  /** home side's spread: negative means home is favored */
  readonly spread: SpreadSet;
  /** total score of both teams */
  readonly total: TotalSet;
};

/** One book's lines of a period of a game, graded against that book's close. */
export type PeriodOddsRow = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** abbreviation of the home team */
  readonly home: string | null;
  /** abbreviation of the away team */
  readonly away: string | null;
  /** `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation */
  readonly period: "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5";
  /** number of the sportsbook */
  readonly book_id: number;
  /** slug of the sportsbook */
  readonly book: string;
  /** name of the sportsbook */
  readonly book_name: string;
  /** winner of the period; all members null when not priced */
  readonly moneyline: MoneylineSet;
  /** home side's spread: negative means home is favored */
  readonly spread: SpreadSet;
  /** total score of both teams */
  readonly total: TotalSet;
  /** the period's score, graded against this book's own close; all members null when it was not played */
  readonly result: OddsResult;
};

/** What one revision changed of one game. */
export type Change = {
  /** number of the revision */
  readonly revision: number;
  /** when the revision was published, in UTC */
  readonly published_at: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `added`: the game came in; `changed`: values of it are other ones; `removed`: the game was taken out */
  readonly change: "added" | "changed" | "removed";
  /** values that changed, for changed games; of a night that changes thousands of games, or of a game with many, not all */
  readonly fields: readonly FieldChange[];
  /** how many further values changed at least: when it is above 0, fetch the game */
  readonly more: number;
};

/** A value that callers see, before and after. */
export type FieldChange = {
  /** path of the value in the answer for a single game, with books by slug; below odds what only odds rows have */
  readonly path: string;
  /** value before; null when there was none */
  readonly from: unknown;
  /** value now; null when there is none */
  readonly to: unknown;
};

/** About a page, and the archive that it is of. */
export type RevisionMeta = {
  /** rows in this page */
  readonly count: number;
  /** the X-Request-Id of this answer */
  readonly request_id: string;
  /** the newest revision; on the last page of changes, your next since */
  readonly revision: number;
  /** which archive the revisions are of; it is another after a restored backup, and you begin anew */
  readonly archive: string;
};

/** A revision of the archive, and how much it changed. */
export type Revision = {
  /** number of the revision */
  readonly revision: number;
  /** when the revision was published, in UTC */
  readonly published_at: string;
  /** games that came in; null in revisions from before this was counted */
  readonly added: number | null;
  /** games of which values changed; null as with added */
  readonly changed: number | null;
  /** games that were taken out; null as with added */
  readonly removed: number | null;
  /** odds rows that there were then; null when nobody counted */
  readonly odds_rows: number | null;
  /** seasons that the revision touched: their games, or their own row; null as with added */
  readonly seasons: readonly TouchedSeason[] | null;
};

/** A season that a revision touched. */
export type TouchedSeason = {
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
};

/** A game with its ids at other sources. */
export type GameIds = {
  /** SPORT-YYYYMMDD-AWAY-HOME; -2 follows for the second game of a doubleheader. Joins games and odds */
  readonly game_id: string;
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** part of the season; NBA play-in games are postseason */
  readonly season_type: "regular" | "postseason" | null;
  /** NFL and NCAAF week, which never restarts; null for other sports */
  readonly week: number | null;
  /** slate date in America/New_York, YYYY-MM-DD */
  readonly game_date: string;
  /** kickoff, first pitch or tip in UTC, ISO 8601 with milliseconds */
  readonly start_time: string;
  /** abbreviation of the home team */
  readonly home: string | null;
  /** abbreviation of the away team */
  readonly away: string | null;
  /** nflverse's game_id, such as 2025_01_DAL_PHI */
  readonly nflverse: string | null;
  /** ESPN's id of the event */
  readonly espn: string | null;
  /** gamePk of MLB StatsAPI */
  readonly mlb: string | null;
  /** id of the game in the NHL's web API */
  readonly nhl: string | null;
  /** id of the game at College Football Data */
  readonly cfbd: string | null;
  /** Retrosheet's id: home, date and number of the day's game, such as MIL202304030 */
  readonly retrosheet: string | null;
  /** ids of the game's events at The Odds API; several when its start has moved */
  readonly the_odds_api: readonly string[];
};

/** A team with its ids and names at other sources. */
export type TeamIds = {
  /** number of the team */
  readonly team_id: number;
  /** abbreviation, unique in its sport */
  readonly abbreviation: string;
  /** abbreviation at nflverse */
  readonly nflverse: string | null;
  /** ESPN's id of the team */
  readonly espn: string | null;
  /** id of the club at MLB StatsAPI */
  readonly mlb: string | null;
  /** abbreviation in the NHL's web API */
  readonly nhl: string | null;
  /** name of the school at College Football Data, whose ids of teams are ESPN's */
  readonly cfbd: string | null;
  /** Retrosheet's code of the club */
  readonly retrosheet: string | null;
  /** names at The Odds API, the present one first; empty for colleges, whose names there are not known */
  readonly the_odds_api: readonly string[];
  /** ids and names that sources had for the team earlier in the coverage */
  readonly former: readonly FormerTeamId[];
};

/** An id or a name that a source had for a team before. */
export type FormerTeamId = {
  /** the column of this row to which the id belongs */
  readonly source: string;
  /** the earlier id or name */
  readonly id: string;
};

/** A file of a whole season. */
export type SeasonFile = {
  /** where it is on this server */
  readonly path: string;
  /** `games`: completed games with results and the consensus; `odds`: the full game's lines of each book; `periods`: scores and the consensus of halves, quarters and innings; `period_odds`: the lines of each book on each period; `bets`: every side of every bet at the consensus, graded; `lines`: how every line moved before the start; `evidence`: who states each published fact, and who states otherwise; `snapshots`: each book's line and prices at eight moments before the start, graded; `team_games`: each game seen from its two teams, with what was known before; `ids`: the games' ids at other sources */
  readonly data_set:
    | "games"
    | "odds"
    | "periods"
    | "period_odds"
    | "bets"
    | "lines"
    | "evidence"
    | "snapshots"
    | "team_games"
    | "ids";
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** `parquet`: Parquet, compressed by ZSTD; `csv.gz`: CSV, compressed by gzip */
  readonly format: "parquet" | "csv.gz";
  /** rows of the file */
  readonly rows: number;
  /** length of the file in bytes */
  readonly bytes: number;
  /** SHA-256 of the file; its ETag, and the value of sha256 */
  readonly sha256: string;
  /** the revision that last changed a value of the season when the file was made */
  readonly revision: number;
  /** rises when columns come or go, or mean something else */
  readonly columns_version: number;
};

/** About a page of files. */
export type FileListMeta = {
  /** rows in this page */
  readonly count: number;
  /** the X-Request-Id of this answer */
  readonly request_id: string;
  /** the newest revision; files of what it changed may still be on their way */
  readonly revision: number;
  /** the seasons, of those that are asked for, whose files are not made yet or are of an earlier revision */
  readonly not_made: readonly string[];
};

/** An address that opens one file without a key, for an hour or two. */
export type FileLink = {
  /** the file's address with a signature; whoever has it reads the file, and you are counted */
  readonly url: string;
  /** until when the address opens the file */
  readonly expires_at: string;
};

/** How far the lines of one book, or of the consensus, go in a season, for one market of a period. */
export type Coverage = {
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** `game`: the whole game; `1h`: first half; `2h`: second half; `q1 to q4`: quarters; `p1`: first period; `inn1`: first inning; `inn5`: first five innings; `p2, p3`: second and third period; `ot`: everything after regulation */
  readonly period: "game" | "1h" | "2h" | "q1" | "q2" | "q3" | "q4" | "p1" | "inn1" | "inn5";
  /** `moneyline`: who wins; `spread`: by how much; run line in mlb, puck line in nhl; `total`: points of both teams; `team_total`: points of one team; both teams' count together */
  readonly market: "moneyline" | "spread" | "total" | "team_total";
  /** slug of the sportsbook, or `consensus` */
  readonly book: string;
  /** games in which the book has any line or price in this period and market */
  readonly games: number;
  /** those of them in which it has an opening line or price */
  readonly with_open: number;
  /** those of them in which it has a closing line or price */
  readonly with_close: number;
  /** median of the minutes from the capture of its closes to the start, 1 decimal; null for the consensus, and when no close has a known time */
  readonly median_minutes_before_start: number | null;
  /** share of its closes with a known time that were captured at most 15 minutes before the start, 4 decimals */
  readonly within_15_minutes: number | null;
};

/** About a page of coverage. */
export type CoverageMeta = {
  /** rows in this page */
  readonly count: number;
  /** the X-Request-Id of this answer */
  readonly request_id: string;
  /** the newest revision when this answer was made */
  readonly revision: number;
  /** quotes that were left out of the lines of these seasons, by rule */
  readonly doubts: readonly CoverageDoubt[];
};

/** How many quotes of a season one rule has left out of its lines. */
export type CoverageDoubt = {
  /** `mlb`: Major League Baseball; `nfl`: National Football League; `ncaaf`: NCAA Football (FBS); `nba`: National Basketball Association; `nhl`: National Hockey League */
  readonly sport: "mlb" | "nfl" | "ncaaf" | "nba" | "nhl";
  /** mlb: calendar year; nfl, ncaaf: year the season started; nba, nhl: year the season ended (2026 = 2025-26) */
  readonly season: number;
  /** name of the rule that doubts them */
  readonly rule:
    | "price_missing"
    | "pair_of_prices"
    | "line_never_posted"
    | "alternate_line"
    | "markets_disagree"
    | "against_books"
    | "books_split"
    | "period_against_game"
    | "books_leap"
    | "start_disputed"
    | "dropped"
    | "final_too_soon"
    | "twice_a_day"
    | "tie_that_cannot_be"
    | "sides_disputed"
    | "same_final_as_the_day_before";
  /** games that have such quotes */
  readonly games: number;
  /** captures of such quotes before the starts */
  readonly captures: number;
};
