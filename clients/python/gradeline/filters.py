"""The filters of every list; a name that Python keeps for itself ends in `_`: `from_`. scripts/write-clients.ts makes this file of src/contract/."""

from __future__ import annotations

from datetime import date
from typing import Literal, Sequence, TypedDict, Union

# Several values are joined by commas, and a date is written as the API wants it.
Words = Union[str, int, date, Sequence[Union[str, int]]]


class TeamsFilters(TypedDict, total=False):
    """The filters of /v1/teams."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]


class SeasonsFilters(TypedDict, total=False):
    """The filters of /v1/seasons."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]


class GamesFilters(TypedDict, total=False):
    """The filters of /v1/games."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]


class TeamGamesFilters(TypedDict, total=False):
    """The filters of /v1/team_games."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]
    game_id: Words
    shortened: Literal["true", "false"]


class LinesFilters(TypedDict, total=False):
    """The filters of /v1/games/{game_id}/lines."""

    book: Words
    market: Literal["moneyline", "spread", "total", "team_total"]
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]


class EvidenceFilters(TypedDict, total=False):
    """The filters of /v1/games/{game_id}/evidence."""

    book: Words
    market: Literal["moneyline", "spread", "total", "team_total"]
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]


class OddsFilters(TypedDict, total=False):
    """The filters of /v1/odds."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    game_id: Words
    book: Words
    market: Literal["moneyline", "spread", "total", "team_total"]


class SnapshotsFilters(TypedDict, total=False):
    """The filters of /v1/snapshots."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]
    game_id: Words
    book: Words
    market: Literal["moneyline", "spread", "total", "team_total"]
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    minutes_before: Words
    max_age_minutes: int


class BetsFilters(TypedDict, total=False):
    """The filters of /v1/bets."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]
    game_id: Words
    bet_type: Words
    market: Literal["moneyline", "spread", "total", "team_total"]
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    selection: Literal["home", "away", "over", "under"]
    role: Literal["favorite", "underdog"]
    result: Literal["won", "lost", "push", "void"]
    rules: Literal["house", "score"]
    min_line: float
    max_line: float
    min_price: int
    max_price: int
    book: Words
    home_rest_min: int
    home_rest_max: int
    away_rest_min: int
    away_rest_max: int
    month: int
    weekday: Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    start_hour_min: int
    start_hour_max: int
    conference: Words
    division: Words
    open_moved: Literal["toward", "away", "none"]
    wind_min: float
    wind_max: float
    temperature_min: float
    temperature_max: float
    indoor: Literal["true", "false"]
    shortened: Literal["true", "false"]
    on: Words
    rest_min: int
    rest_max: int
    opponent_rest_min: int
    opponent_rest_max: int
    team_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    team_last_margin_min: int
    team_last_margin_max: int
    team_last_role: Literal["favorite", "underdog"]
    team_streak_min: int
    team_streak_max: int
    team_ats_streak_min: int
    team_ats_streak_max: int
    team_total_streak_min: int
    team_total_streak_max: int
    team_win_share_min: float
    team_win_share_max: float
    team_games_min: int
    team_starter: Words
    team_starter_hand: Literal["L", "R", "S"]
    opponent_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    opponent_last_margin_min: int
    opponent_last_margin_max: int
    opponent_last_role: Literal["favorite", "underdog"]
    opponent_streak_min: int
    opponent_streak_max: int
    opponent_ats_streak_min: int
    opponent_ats_streak_max: int
    opponent_total_streak_min: int
    opponent_total_streak_max: int
    opponent_win_share_min: float
    opponent_win_share_max: float
    opponent_games_min: int
    opponent_starter: Words
    opponent_starter_hand: Literal["L", "R", "S"]
    either_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    either_last_margin_min: int
    either_last_margin_max: int
    either_last_role: Literal["favorite", "underdog"]
    either_streak_min: int
    either_streak_max: int
    either_ats_streak_min: int
    either_ats_streak_max: int
    either_total_streak_min: int
    either_total_streak_max: int
    either_win_share_min: float
    either_win_share_max: float
    either_games_min: int
    either_starter: Words
    either_starter_hand: Literal["L", "R", "S"]
    both_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    both_last_margin_min: int
    both_last_margin_max: int
    both_last_role: Literal["favorite", "underdog"]
    both_streak_min: int
    both_streak_max: int
    both_ats_streak_min: int
    both_ats_streak_max: int
    both_total_streak_min: int
    both_total_streak_max: int
    both_win_share_min: float
    both_win_share_max: float
    both_games_min: int
    both_starter: Words
    both_starter_hand: Literal["L", "R", "S"]
    meeting: Literal["first", "rematch"]
    meeting_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    week_min: int
    week_max: int
    same_division: Literal["true"]
    same_conference: Literal["true"]
    price_at: Literal[1440, 720, 360, 180, 60, 30, 15, 5]
    max_age_minutes: int


class TrendsFilters(TypedDict, total=False):
    """The filters of /v1/trends."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]
    game_id: Words
    bet_type: Words
    market: Literal["moneyline", "spread", "total", "team_total"]
    period: Literal["game", "1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    selection: Literal["home", "away", "over", "under"]
    role: Literal["favorite", "underdog"]
    result: Literal["won", "lost", "push", "void"]
    rules: Literal["house", "score"]
    min_line: float
    max_line: float
    min_price: int
    max_price: int
    book: Words
    home_rest_min: int
    home_rest_max: int
    away_rest_min: int
    away_rest_max: int
    month: int
    weekday: Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    start_hour_min: int
    start_hour_max: int
    conference: Words
    division: Words
    open_moved: Literal["toward", "away", "none"]
    wind_min: float
    wind_max: float
    temperature_min: float
    temperature_max: float
    indoor: Literal["true", "false"]
    shortened: Literal["true", "false"]
    on: Words
    rest_min: int
    rest_max: int
    opponent_rest_min: int
    opponent_rest_max: int
    team_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    team_last_margin_min: int
    team_last_margin_max: int
    team_last_role: Literal["favorite", "underdog"]
    team_streak_min: int
    team_streak_max: int
    team_ats_streak_min: int
    team_ats_streak_max: int
    team_total_streak_min: int
    team_total_streak_max: int
    team_win_share_min: float
    team_win_share_max: float
    team_games_min: int
    team_starter: Words
    team_starter_hand: Literal["L", "R", "S"]
    opponent_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    opponent_last_margin_min: int
    opponent_last_margin_max: int
    opponent_last_role: Literal["favorite", "underdog"]
    opponent_streak_min: int
    opponent_streak_max: int
    opponent_ats_streak_min: int
    opponent_ats_streak_max: int
    opponent_total_streak_min: int
    opponent_total_streak_max: int
    opponent_win_share_min: float
    opponent_win_share_max: float
    opponent_games_min: int
    opponent_starter: Words
    opponent_starter_hand: Literal["L", "R", "S"]
    either_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    either_last_margin_min: int
    either_last_margin_max: int
    either_last_role: Literal["favorite", "underdog"]
    either_streak_min: int
    either_streak_max: int
    either_ats_streak_min: int
    either_ats_streak_max: int
    either_total_streak_min: int
    either_total_streak_max: int
    either_win_share_min: float
    either_win_share_max: float
    either_games_min: int
    either_starter: Words
    either_starter_hand: Literal["L", "R", "S"]
    both_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    both_last_margin_min: int
    both_last_margin_max: int
    both_last_role: Literal["favorite", "underdog"]
    both_streak_min: int
    both_streak_max: int
    both_ats_streak_min: int
    both_ats_streak_max: int
    both_total_streak_min: int
    both_total_streak_max: int
    both_win_share_min: float
    both_win_share_max: float
    both_games_min: int
    both_starter: Words
    both_starter_hand: Literal["L", "R", "S"]
    meeting: Literal["first", "rematch"]
    meeting_last: Literal["won", "lost", "covered", "failed", "over", "under"]
    week_min: int
    week_max: int
    same_division: Literal["true"]
    same_conference: Literal["true"]
    price_at: Literal[1440, 720, 360, 180, 60, 30, 15, 5]
    max_age_minutes: int
    group_by: Literal["none", "season", "week", "month", "team", "book", "bet_type", "selection", "role", "line"]
    tries: int
    split: Words
    tries_since: int


class PeriodsFilters(TypedDict, total=False):
    """The filters of /v1/periods."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]
    game_id: Words
    period: Literal["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5", "p2", "p3", "ot"]


class PeriodOddsFilters(TypedDict, total=False):
    """The filters of /v1/period_odds."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]
    game_id: Words
    period: Literal["1h", "2h", "q1", "q2", "q3", "q4", "p1", "inn1", "inn5"]
    book: Words
    market: Literal["moneyline", "spread", "total"]


class ChangesFilters(TypedDict, total=False):
    """The filters of /v1/changes."""

    since: int
    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    archive: Words


class RevisionsFilters(TypedDict, total=False):
    """The filters of /v1/revisions."""

    since: int


class GameIdsFilters(TypedDict, total=False):
    """The filters of /v1/ids/games."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    from_: Words
    to: Words
    season: int
    team: Words
    home: Words
    away: Words
    week: int
    season_type: Literal["regular", "postseason", "all"]
    game_id: Words


class TeamIdsFilters(TypedDict, total=False):
    """The filters of /v1/ids/teams."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]


class FilesFilters(TypedDict, total=False):
    """The filters of /v1/files."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
    data_set: Literal["games", "odds", "periods", "period_odds", "bets", "lines", "evidence", "snapshots", "team_games", "ids"]
    file_format: Literal["parquet", "csv.gz"]


class CoverageFilters(TypedDict, total=False):
    """The filters of /v1/coverage."""

    sport: Literal["mlb", "nfl", "ncaaf", "nba", "nhl"]
    season: int
