"""The rows of every list, as JSON has them. scripts/write-clients.ts makes this file of src/contract/."""

from __future__ import annotations

from typing import Any, List, Literal, Optional, TypedDict


class SportSeason(TypedDict):
    """A season in the list of sports."""

    season: int
    status: Literal["published", "in_progress"]
    first_game: Optional[str]
    last_game: Optional[str]
    games: int
    games_with_closing_line: int


class Sport(TypedDict):
    """A sport with its seasons and markets."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    name: str
    season_label: str
    seasons: List[SportSeason]
    bet_types: List[str]
    last_completed_game: Optional[str]
    teams: int


class Team(TypedDict):
    """A team of a sport."""

    team_id: int
    abbreviation: str
    name: str
    city: Optional[str]
    school: Optional[str]
    mascot: Optional[str]
    conference: Optional[str]
    division: Optional[str]
    logo_url: Optional[str]


class Season(TypedDict):
    """A season of a sport."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    status: Literal["published", "in_progress"]
    first_game: Optional[str]
    last_game: Optional[str]
    games: int
    regular_season_games: Optional[int]
    postseason_games: Optional[int]
    weeks: Optional[int]


class BookName(TypedDict):
    """A name that a sportsbook had under the same slug and book_id."""

    name: str
    until: str


class BookSeason(TypedDict):
    """The games of a book in a season."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    games: int
    games_with_closing_line: int


class Book(TypedDict):
    """A sportsbook whose odds are published, with the seasons in which it has games."""

    book_id: int
    book: str
    book_name: str
    former_books: List[str]
    former_names: List[BookName]
    sports: List[BookSeason]


class Side(TypedDict):
    """A team in a game."""

    team_id: Optional[int]
    abbreviation: Optional[str]
    name: Optional[str]
    score: Optional[int]


class Venue(TypedDict):
    """Where a game was played."""

    venue_id: Optional[int]
    name: Optional[str]
    city: Optional[str]
    indoor: Optional[bool]


class Result(TypedDict):
    """A score, graded against the consensus close."""

    margin_home: Optional[int]
    home_covered: Optional[bool]
    went_over: Optional[bool]
    favorite: Optional[Literal["home", "away"]]


class MoneylineSet(TypedDict):
    """Opening and closing moneylines of both sides."""

    home_open: Optional[int]
    home_close: Optional[int]
    away_open: Optional[int]
    away_close: Optional[int]


class SpreadSet(TypedDict):
    """Opening and closing spread of the home side, with prices."""

    open: Optional[float]
    close: Optional[float]
    home_juice_open: Optional[int]
    home_juice_close: Optional[int]
    away_juice_open: Optional[int]
    away_juice_close: Optional[int]


class ShortTotal(TypedDict):
    """Opening and closing total, with closing prices only."""

    open: Optional[float]
    close: Optional[float]
    over_juice_close: Optional[int]
    under_juice_close: Optional[int]


class Consensus(TypedDict):
    """The modal line of the US books, at its mean implied probability."""

    moneyline: MoneylineSet
    spread: SpreadSet
    total: ShortTotal


class Game(TypedDict):
    """A final game with its result graded against the consensus close."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    status: Literal["final"]
    home: Side
    away: Side
    neutral_site: Optional[bool]
    overtime: Optional[bool]
    venue: Optional[Venue]
    referee: Optional[str]
    result: Result
    consensus: Optional[Consensus]


class PeriodScore(TypedDict):
    """Points of both teams in a period."""

    home: Optional[int]
    away: Optional[int]


PeriodScores = TypedDict(
    "PeriodScores",
    {
        "q1": "PeriodScore",
        "q2": "PeriodScore",
        "q3": "PeriodScore",
        "q4": "PeriodScore",
        "1h": "PeriodScore",
        "2h": "PeriodScore",
        "p1": "PeriodScore",
        "p2": "PeriodScore",
        "p3": "PeriodScore",
        "inn1": "PeriodScore",
        "inn5": "PeriodScore",
        "ot": "PeriodScore",
    }, total=False,
)


class Weather(TypedDict):
    """Weather at the start of a game."""

    temp_f: Optional[float]
    wind_mph: Optional[float]
    wind_direction: Optional[str]
    condition: Optional[str]


class TotalSet(TypedDict):
    """Opening and closing total, with prices."""

    open: Optional[float]
    close: Optional[float]
    over_juice_open: Optional[int]
    over_juice_close: Optional[int]
    under_juice_open: Optional[int]
    under_juice_close: Optional[int]


class BookTeamTotal(TypedDict):
    """Opening and closing totals of each team."""

    home_open: Optional[float]
    home_close: Optional[float]
    away_open: Optional[float]
    away_close: Optional[float]


class BookOdds(TypedDict):
    """One book's full-game lines of a game."""

    book_id: int
    book: str
    book_name: str
    moneyline: MoneylineSet
    spread: SpreadSet
    total: TotalSet
    team_total: BookTeamTotal


class ShortSpread(TypedDict):
    """Opening and closing spread of the home side, with closing prices only."""

    open: Optional[float]
    close: Optional[float]
    home_juice_close: Optional[int]
    away_juice_close: Optional[int]


class PeriodOdds(TypedDict):
    """One book's lines of a period of a game."""

    period: Literal["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    book_id: int
    book: str
    moneyline: MoneylineSet
    spread: ShortSpread
    total: ShortTotal


class GameDetail(TypedDict):
    """A final game with its period scores, weather and the lines of every book."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    status: Literal["final"]
    home: Side
    away: Side
    neutral_site: Optional[bool]
    overtime: Optional[bool]
    venue: Optional[Venue]
    referee: Optional[str]
    result: Result
    consensus: Optional[Consensus]
    period_scores: PeriodScores
    weather: Optional[Weather]
    books: List[BookOdds]
    period_odds: List[PeriodOdds]


class TeamScore(TypedDict):
    """Final score, overtime and shootout included."""

    team: Optional[int]
    opponent: Optional[int]


class TeamResult(TypedDict):
    """What became of the game."""

    straight_up: Optional[Literal["won", "lost", "tied"]]
    spread: Optional[Literal["covered", "failed", "push"]]
    total: Optional[Literal["over", "under", "push"]]


class TeamRecord(TypedDict):
    """What the team had done in the season before this game began."""

    games: int
    won: int
    lost: int
    tied: int
    win_share: Optional[float]
    covered: int
    failed: int
    spread_push: int
    over: int
    under: int
    total_push: int
    streak: Optional[int]
    spread_streak: Optional[int]
    total_streak: Optional[int]


class LastGame(TypedDict):
    """The game that the team played before this one in the season."""

    game_id: str
    game_date: str
    opponent: str
    side: Literal["home", "away"]
    neutral_site: Optional[bool]
    straight_up: Optional[Literal["won", "lost", "tied"]]
    spread: Optional[Literal["covered", "failed", "push"]]
    total: Optional[Literal["over", "under", "push"]]
    role: Optional[Literal["favorite", "underdog"]]
    margin: Optional[int]
    margin_against_line: Optional[float]
    overtime: Optional[bool]


class LastMeeting(TypedDict):
    """The last game of the two teams, in this season or the one before."""

    game_id: str
    season: int
    game_date: str
    side: Literal["home", "away"]
    neutral_site: Optional[bool]
    straight_up: Optional[Literal["won", "lost", "tied"]]
    spread: Optional[Literal["covered", "failed", "push"]]
    total: Optional[Literal["over", "under", "push"]]
    margin: Optional[int]
    margin_against_line: Optional[float]


class Starter(TypedDict):
    """Who started the game: the pitcher of baseball, the goalie of hockey."""

    id: str
    name: str
    hand: Optional[Literal["L", "R", "S"]]


class TeamGameRow(TypedDict):
    """A game seen from one of its teams, with what was known before it began."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    home: Optional[str]
    away: Optional[str]
    team: str
    opponent: str
    side: Literal["home", "away"]
    neutral_site: Optional[bool]
    overtime: Optional[bool]
    innings: Optional[float]
    shortened: Optional[bool]
    score: TeamScore
    result: TeamResult
    role: Optional[Literal["favorite", "underdog"]]
    line: Optional[float]
    total: Optional[float]
    margin: Optional[int]
    margin_against_line: Optional[float]
    rest: Optional[int]
    opponent_rest: Optional[int]
    before: TeamRecord
    last: Optional[LastGame]
    meetings: int
    last_meeting: Optional[LastMeeting]
    starter: Optional[Starter]
    opponent_starter: Optional[Starter]


class LineRow(TypedDict):
    """A book's line and prices in one market of one period, for as long as its captures showed them."""

    book_id: int
    book: str
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    market: Literal["moneyline", "spread", "total", "team_total"]
    team: Optional[Literal["home", "away"]]
    first_seen: Optional[str]
    last_seen: Optional[str]
    captures: int
    line: Optional[float]
    home_price: Optional[int]
    away_price: Optional[int]
    over_price: Optional[int]
    under_price: Optional[int]
    is_open: bool
    is_close: bool
    minutes_before_start: Optional[float]
    doubt: Optional[Literal["price_missing", "pair_of_prices", "line_never_posted", "alternate_line", "markets_disagree", "against_books", "books_split", "period_against_game", "books_leap", "start_disputed", "dropped", "final_too_soon", "twice_a_day", "tie_that_cannot_be", "sides_disputed", "same_final_as_the_day_before"]]


class EvidenceRow(TypedDict):
    """What one source states of one fact of a game. Of each published fact exactly one row is used, and equals what is published."""

    fact: Literal["start", "score", "period_scores", "venue", "official", "neutral_site", "open", "close"]
    book: Optional[str]
    period: Optional[Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]]
    market: Optional[Literal["moneyline", "spread", "total", "team_total"]]
    team: Optional[Literal["home", "away"]]
    source: str
    value: str
    stated_at: Optional[str]
    used: bool
    rule: Optional[Literal["price_missing", "pair_of_prices", "line_never_posted", "alternate_line", "markets_disagree", "against_books", "books_split", "period_against_game", "books_leap", "start_disputed", "dropped", "final_too_soon", "twice_a_day", "tie_that_cannot_be", "sides_disputed", "same_final_as_the_day_before", "outvoted_start", "stated_in_play", "impossible_actual_start", "resolved", "withheld_periods", "impossible_venue", "untimed", "same_moment", "stale_close", "disputed"]]
    captures: Optional[int]
    minutes_before_start: Optional[float]
    is_first_seen: bool


class OddsTeamTotal(TypedDict):
    """Opening and closing totals of each team, with closing prices."""

    home_open: Optional[float]
    home_close: Optional[float]
    away_open: Optional[float]
    away_close: Optional[float]
    home_over_juice_close: Optional[int]
    home_under_juice_close: Optional[int]
    away_over_juice_close: Optional[int]
    away_under_juice_close: Optional[int]


class OddsResult(TypedDict):
    """A score, graded against one book's own close."""

    home_covered: Optional[bool]
    spread_push: Optional[bool]
    went_over: Optional[bool]
    total_push: Optional[bool]


class OddsRow(TypedDict):
    """One book's full-game lines of a game, graded against that book's close."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    game_date: str
    start_time: str
    home: Optional[str]
    away: Optional[str]
    book_id: int
    book: str
    book_name: str
    moneyline: MoneylineSet
    spread: SpreadSet
    total: TotalSet
    team_total: OddsTeamTotal
    result: OddsResult


class SnapshotRow(TypedDict):
    """A line as one book, or the consensus, had it at a moment before the start, and which side of it won."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    home: Optional[str]
    away: Optional[str]
    minutes_before: int
    moment: str
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    market: Literal["moneyline", "spread", "total", "team_total"]
    team: Optional[Literal["home", "away"]]
    book_id: Optional[int]
    book: str
    book_name: str
    line: Optional[float]
    home_price: Optional[int]
    away_price: Optional[int]
    over_price: Optional[int]
    under_price: Optional[int]
    age_minutes: float
    winner: Optional[Literal["home", "away", "over", "under", "push", "void"]]


class BetOpen(TypedDict):
    """The first captured line and price of a bet."""

    line: Optional[float]
    price: Optional[int]
    captured_at: Optional[str]


class BetClose(TypedDict):
    """The last line and price of a bet before the start."""

    line: Optional[float]
    price: Optional[int]
    captured_at: Optional[str]
    no_vig_probability: Optional[float]


class BetScore(TypedDict):
    """Points of both teams that decide a bet."""

    home: int
    away: int


class BetResult(TypedDict):
    """What became of a bet at the opening and at the closing line."""

    open: Optional[Literal["won", "lost", "push", "void"]]
    close: Optional[Literal["won", "lost", "push", "void"]]


class BetProfit(TypedDict):
    """Units won on a stake of one unit at the opening and at the closing price."""

    open: Optional[float]
    close: Optional[float]


class BetClosingLine(TypedDict):
    """Whether the open was better for the bettor than the close, and by how much."""

    beat: Optional[bool]
    points: Optional[float]
    probability: Optional[float]


class BetAtMoment(TypedDict):
    """A bet at the line and the price of a moment before the start."""

    minutes_before: int
    line: Optional[float]
    price: Optional[int]
    age_minutes: Optional[float]
    result: Optional[Literal["won", "lost", "push", "void"]]
    profit: Optional[float]


class BetRow(TypedDict):
    """One side of a bet at one book or at the consensus, settled against its own lines."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    home: Optional[str]
    away: Optional[str]
    bet_type: str
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    market: Literal["moneyline", "spread", "total", "team_total"]
    selection: Literal["home", "away", "over", "under"]
    side_team: Optional[str]
    book_id: Optional[int]
    book: str
    book_name: str
    books: int
    open: BetOpen
    close: BetClose
    score: BetScore
    result: BetResult
    profit: BetProfit
    role: Optional[Literal["favorite", "underdog"]]
    rule: Optional[Literal["football_game", "football_first_half", "football_second_half", "football_quarter", "basketball_game", "basketball_period", "hockey_game", "hockey_first_period", "baseball_length_unknown", "baseball_moneyline_short", "baseball_moneyline", "baseball_run_line_short", "baseball_total_short", "baseball_nine_innings", "baseball_first_five_short_draftkings", "baseball_first_five_short", "baseball_first_five", "baseball_first_inning"]]
    closing_line: BetClosingLine
    at_moment: Optional[BetAtMoment]


class TrendEstimate(TypedDict):
    """What a set shows, and the 95% interval of what is behind it."""

    value: Optional[float]
    low: Optional[float]
    high: Optional[float]


class TrendReturns(TypedDict):
    """Units won on a stake of one unit at the closing and at the opening price."""

    close: TrendEstimate
    open: TrendEstimate


class TrendClosingLine(TypedDict):
    """Whether the opens of the set were better than its closes; all null where the set was chosen by what the close knows."""

    better: Optional[int]
    worse: Optional[int]
    same: Optional[int]
    beat: TrendEstimate
    points: Optional[float]
    probability: Optional[float]
    probability_bets: Optional[int]


class TrendAtMoment(TypedDict):
    """What the bets returned at the lines and the prices of a moment before the start."""

    minutes_before: int
    bets: int
    won: int
    lost: int
    push: int
    return_on_investment: TrendEstimate


class TrendRow(TypedDict):
    """The record of a set of bets, or of one group of it, and what it is worth."""

    group: Optional[str]
    bets: int
    won: int
    lost: int
    push: int
    void: int
    ungraded: int
    shared: int
    both_sides: int
    win_rate: TrendEstimate
    design_effect: Optional[float]
    break_even: Optional[float]
    return_on_investment: TrendReturns
    closing_line_value: Optional[float]
    closing_line: TrendClosingLine
    p_value: Optional[float]
    p_adjusted: Optional[float]
    verdict: Optional[Literal["no evidence", "unlikely by chance"]]
    at_moment: Optional[TrendAtMoment]


class PeriodConsensus(TypedDict):
    """The modal line of the US books on a period, at its mean implied probability."""

    moneyline: MoneylineSet
    spread: SpreadSet
    total: TotalSet


class PeriodRow(TypedDict):
    """A period that was played, with its score graded against its own consensus close."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    home: Optional[str]
    away: Optional[str]
    period: Literal["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5", "p2", "p3", "ot"]
    score: PeriodScore
    consensus: Optional[PeriodConsensus]
    result: Result


class PeriodOddsRow(TypedDict):
    """One book's lines of a period of a game, graded against that book's close."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    home: Optional[str]
    away: Optional[str]
    period: Literal["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    book_id: int
    book: str
    book_name: str
    moneyline: MoneylineSet
    spread: SpreadSet
    total: TotalSet
    result: OddsResult


FieldChange = TypedDict(
    "FieldChange",
    {
        "path": "str",
        "from": "Any",
        "to": "Any",
    },
)


class Change(TypedDict):
    """What one revision changed of one game."""

    revision: int
    published_at: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    game_id: str
    change: Literal["added", "changed", "removed"]
    fields: List[FieldChange]
    more: int


class TouchedSeason(TypedDict):
    """A season that a revision touched."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int


class Revision(TypedDict):
    """A revision of the archive, and how much it changed."""

    revision: int
    published_at: str
    added: Optional[int]
    changed: Optional[int]
    removed: Optional[int]
    odds_rows: Optional[int]
    seasons: Optional[List[TouchedSeason]]


class GameIds(TypedDict):
    """A game with its ids at other sources."""

    game_id: str
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    season_type: Optional[Literal["regular", "postseason"]]
    week: Optional[int]
    game_date: str
    start_time: str
    home: Optional[str]
    away: Optional[str]
    nflverse: Optional[str]
    espn: Optional[str]
    mlb: Optional[str]
    nhl: Optional[str]
    cfbd: Optional[str]
    retrosheet: Optional[str]
    the_odds_api: List[str]


class FormerTeamId(TypedDict):
    """An id or a name that a source had for a team before."""

    source: str
    id: str


class TeamIds(TypedDict):
    """A team with its ids and names at other sources."""

    team_id: int
    abbreviation: str
    nflverse: Optional[str]
    espn: Optional[str]
    mlb: Optional[str]
    nhl: Optional[str]
    cfbd: Optional[str]
    retrosheet: Optional[str]
    the_odds_api: List[str]
    former: List[FormerTeamId]


class SeasonFile(TypedDict):
    """A file of a whole season."""

    path: str
    data_set: Literal["games", "odds", "periods", "period_odds", "bets", "lines", "evidence", "snapshots", "team_games", "ids"]
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    format: Literal["parquet", "csv.gz"]
    rows: int
    bytes: int
    sha256: str
    revision: int
    columns_version: int


class Coverage(TypedDict):
    """How far the lines of one book, or of the consensus, go in a season, for one market of a period."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    market: Literal["moneyline", "spread", "total", "team_total"]
    book: str
    games: int
    with_open: int
    with_close: int
    median_minutes_before_start: Optional[float]
    within_15_minutes: Optional[float]
