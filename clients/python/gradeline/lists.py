"""A method for every list, and for the single game. scripts/write-clients.ts makes this file of src/contract/."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, cast

from .paging import Rows, in_path

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import filters as filters_of
    from . import rows


class Lists:
    """Each method returns the rows of a list, which are asked for when they are read."""

    def _list(self, path: str, filters: Dict[str, Any], is_paged: bool) -> Rows[Any]:
        raise NotImplementedError

    def _one(self, path: str) -> Any:
        raise NotImplementedError

    def sports(self) -> Rows[rows.Sport]:
        """Every sport with its seasons, markets and most recent completed game."""
        return self._list("/v1/sports", {}, False)

    def teams(self, **filters: Unpack[filters_of.TeamsFilters]) -> Rows[rows.Team]:
        """The teams of a sport."""
        return self._list("/v1/teams", dict(filters), False)

    def seasons(self, **filters: Unpack[filters_of.SeasonsFilters]) -> Rows[rows.Season]:
        """The seasons of a sport that have a final game, with how far each has come."""
        return self._list("/v1/seasons", dict(filters), False)

    def books(self) -> Rows[rows.Book]:
        """Every sportsbook whose odds are published, by book_id, with the seasons in which it has games."""
        return self._list("/v1/books", {}, False)

    def games(self, **filters: Unpack[filters_of.GamesFilters]) -> Rows[rows.Game]:
        """One row per completed game, with consensus lines and the result graded against them."""
        return self._list("/v1/games", dict(filters), True)

    def game(self, game_id: str) -> rows.GameDetail:
        """One completed game with period scores, weather, and the full-game and period lines of every book."""
        return cast(rows.GameDetail, self._one(f"/v1/games/{in_path(game_id)}"))

    def team_games(self, **filters: Unpack[filters_of.TeamGamesFilters]) -> Rows[rows.TeamGameRow]:
        """Two rows per completed game, one seen from each team: its result, and what was known of the team before the game began."""
        return self._list("/v1/team_games", dict(filters), True)

    def lines(self, game_id: str, **filters: Unpack[filters_of.LinesFilters]) -> Rows[rows.LineRow]:
        """How the lines of one game moved: of each period, market and book the captures before the start."""
        return self._list(f"/v1/games/{in_path(game_id)}/lines", dict(filters), True)

    def evidence(self, game_id: str, **filters: Unpack[filters_of.EvidenceFilters]) -> Rows[rows.EvidenceRow]:
        """Who states each published fact of one game, who states otherwise, and by which rule that does not count."""
        return self._list(f"/v1/games/{in_path(game_id)}/evidence", dict(filters), True)

    def odds(self, **filters: Unpack[filters_of.OddsFilters]) -> Rows[rows.OddsRow]:
        """One row per game and book, graded against that book's own close."""
        return self._list("/v1/odds", dict(filters), True)

    def snapshots(self, **filters: Unpack[filters_of.SnapshotsFilters]) -> Rows[rows.SnapshotRow]:
        """One row per game, moment before the start, period, market and book, and one for the consensus: the line and the prices of the last capture until then, how old it was, and which side won."""
        return self._list("/v1/snapshots", dict(filters), True)

    def bets(self, **filters: Unpack[filters_of.BetsFilters]) -> Rows[rows.BetRow]:
        """One row per game, bet type, selection and book, graded at the opening and at the closing line of that row, with the profit of one unit staked."""
        return self._list("/v1/bets", dict(filters), True)

    def trends(self, **filters: Unpack[filters_of.TrendsFilters]) -> Rows[rows.TrendRow]:
        """The record of a set of bets: how many won, what they returned, how sure one can be of that, and whether chance explains it."""
        return self._list("/v1/trends", dict(filters), True)

    def periods(self, **filters: Unpack[filters_of.PeriodsFilters]) -> Rows[rows.PeriodRow]:
        """One row per game and period that was played, with its score, its own consensus, and the score graded against that consensus."""
        return self._list("/v1/periods", dict(filters), True)

    def period_odds(self, **filters: Unpack[filters_of.PeriodOddsFilters]) -> Rows[rows.PeriodOddsRow]:
        """One row per game, period and book that posted anything on that period, graded against that book's own close."""
        return self._list("/v1/period_odds", dict(filters), True)

    def changes(self, **filters: Unpack[filters_of.ChangesFilters]) -> Rows[rows.Change]:
        """What each revision after `since` changed: all that a copy of the data needs to become what the API answers today."""
        return self._list("/v1/changes", dict(filters), True)

    def revisions(self, **filters: Unpack[filters_of.RevisionsFilters]) -> Rows[rows.Revision]:
        """The revisions of the archive, oldest first, with how much each changed."""
        return self._list("/v1/revisions", dict(filters), True)

    def game_ids(self, **filters: Unpack[filters_of.GameIdsFilters]) -> Rows[rows.GameIds]:
        """One row per completed game, with the ids that it has at other sources, as these write them."""
        return self._list("/v1/ids/games", dict(filters), True)

    def team_ids(self, **filters: Unpack[filters_of.TeamIdsFilters]) -> Rows[rows.TeamIds]:
        """The teams of a sport, with the ids or names that they have at other sources."""
        return self._list("/v1/ids/teams", dict(filters), True)

    def files(self, **filters: Unpack[filters_of.FilesFilters]) -> Rows[rows.SeasonFile]:
        """Whole seasons as files, Parquet and CSV, with the SHA-256 of each."""
        return self._list("/v1/files", dict(filters), True)

    def coverage(self, **filters: Unpack[filters_of.CoverageFilters]) -> Rows[rows.Coverage]:
        """How far lines go: for each season, period, market and book, in how many games it has an opening and a closing line or price."""
        return self._list("/v1/coverage", dict(filters), True)
