"""What is told of graded bets: a row for each, and the totals in words."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import List, Optional, Sequence, Union

from .csvs import write_csv
from .grading import Prepared
from .read_bets import number_text
from .settling import Compared, Graded
from .totals import Beaten, Estimate, Totals

# The columns that a graded file has after those of its own.
GRADED_COLUMNS = (
    "gl_game_id",
    "gl_market",
    "gl_period",
    "gl_side",
    "gl_line",
    "gl_result",
    "gl_profit_units",
    "gl_profit",
    "gl_book_close_line",
    "gl_book_close_price",
    "gl_book_points",
    "gl_book_value",
    "gl_book_no_vig_value",
    "gl_consensus_close_line",
    "gl_consensus_close_price",
    "gl_consensus_points",
    "gl_consensus_value",
    "gl_consensus_no_vig_value",
    "gl_why_not",
)


def _text(value: Union[str, float, None]) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else number_text(value)


def _compared(each: Optional[Compared]) -> List[str]:
    if each is None:
        return [""] * 5
    line, price = (None, None) if each.close is None else (each.close.line, each.close.price)
    return [_text(value) for value in (line, price, each.points, each.value, each.no_vig_value)]


def graded_cells(bet: Graded) -> List[str]:
    """The cells of GRADED_COLUMNS."""
    game, side, team, own = bet.match.game, bet.match.side, bet.match.team, bet.match.bet
    is_read = own.problem is None
    return [
        "" if game is None else game.id,
        own.market if is_read else "",
        own.period if is_read else "",
        " ".join(each for each in (team, side) if each is not None),
        "" if own.line is None else _text(own.line.value),
        _text(bet.result),
        _text(bet.profit),
        _text(bet.money),
        *_compared(bet.of_book),
        *_compared(bet.of_consensus),
        why_not(bet),
    ]


def why_not(bet: Graded) -> str:
    """Why a bet is not graded or not compared, and what does not agree; empty where all is well."""
    if bet.problem is not None:
        return bet.problem.text
    own = bet.match.bet
    said: List[str] = []
    if bet.is_conflict:
        became = "was a push" if bet.result == "push" else f"has {bet.result}"
        said.append(f"the file says {own.stated}, and by the score it {became}")
    if own.book_text != "" and own.book is None:
        said.append(f'the book "{own.book_text}" is not known')
    said += [each.why for each in (bet.of_book, bet.of_consensus) if each is not None and each.why is not None]
    return "; ".join(said)


def graded_csv(prepared: Prepared, bets: Sequence[Graded]) -> str:
    """The file with GRADED_COLUMNS behind its own. Cells that a spreadsheet would take for formulas are made safe."""
    width = len(prepared.file.header)
    rows = [[*bet.match.bet.cells[:width], *graded_cells(bet)] for bet in bets]
    return write_csv([[*prepared.file.header, *GRADED_COLUMNS], *rows])


def _percent(value: float) -> str:
    return f"{Decimal(100 * value).quantize(Decimal('0.1'), ROUND_HALF_UP)}%"


def _estimate_text(each: Estimate) -> str:
    if each.low is None or each.high is None:
        return _percent(each.value)
    return f"{_percent(each.value)} (95%: {_percent(each.low)} to {_percent(each.high)})"


def total_lines(totals: Totals) -> List[str]:
    """The totals as lines of text."""
    record = f"{totals.won} won, {totals.lost} lost, {totals.push} push, {totals.ungraded} not graded"
    lines = [f"{totals.bets} bets: {record}."]
    if totals.win_rate is not None:
        needed = "" if totals.break_even is None else f"; the prices needed {_percent(totals.break_even)}"
        lines.append(f"Win rate {_estimate_text(totals.win_rate)}{needed}.")
    if totals.flat_return is not None:
        lines.append(f"Return with one unit on each bet {_estimate_text(totals.flat_return)}.")
    if totals.staked_return is not None:
        sums = f"{_text(totals.profit)} on {_text(totals.staked)}"
        lines.append(f"Return on the stakes {_estimate_text(totals.staked_return)}: {sums}.")
    lines += _beaten_lines("the consensus", totals.against_consensus)
    lines += _beaten_lines("the book", totals.against_book)
    lines.append(_chance_line(totals))
    if totals.conflicts > 0:
        lines.append(f"{totals.conflicts} stated results do not agree with the score.")
    return lines


def _beaten_lines(name: str, each: Beaten) -> List[str]:
    if each.better + each.worse + each.same == 0:
        return []
    means = []
    if each.points is not None:
        means.append(f"{_text(each.points)} points on average")
    if each.value is not None:
        means.append(f"{_percent(each.value)} in probability with the vig")
    if each.no_vig_value is not None:
        means.append(f"{_percent(each.no_vig_value)} without it")
    counts = f"{each.better} better, {each.worse} worse, {each.same} the same"
    return [f"Against the close of {name}: {counts}; {', '.join(means)}."]


def _chance_line(totals: Totals) -> str:
    if totals.p_value is None:
        if totals.chance_bets == 0:
            return "Nothing can be said of chance: no decided bet has the line of its close."
        return f"Nothing can be said of chance: {totals.both_sides} bets have their opposite among them."
    is_unlikely = totals.verdict == "unlikely by chance"
    meaning = "such a record is unlikely by chance" if is_unlikely else "chance explains such a record"
    return f"p-value {_text(totals.p_value)} of {totals.chance_bets} bets at the line of the close: {meaning}."
