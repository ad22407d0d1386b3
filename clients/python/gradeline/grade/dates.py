"""Dates of bets: as people write them, and the days in which a game may be meant. Days are `YYYY-MM-DD`, instants milliseconds."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import List, NamedTuple, Optional, Tuple

from .known import KNOWN

DAY_MS = 86_400_000
_HOUR_MS = 3_600_000
_EPOCH = date(1970, 1, 1)


class DateRead(NamedTuple):
    # The days that may be meant: two where the order of day and month is open, the month first in the first one.
    days: List[str]
    # Milliseconds, where the text has a time with its zone.
    instant_ms: Optional[int]


def _day_of(year: int, month: int, day: int) -> Optional[str]:
    full = 2000 + year if year < 100 else year
    if not 2000 <= full <= 2100:
        return None
    try:
        return date(full, month, day).isoformat()
    except ValueError:
        return None


def _month_of(word: str) -> int:
    months = KNOWN["months"]
    return months.index(word[:3]) + 1 if word[:3] in months else 0


def _slashed(text: str) -> Optional[Tuple[int, int, int]]:
    match = re.match(r"([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4}|[0-9]{2})\b", text)
    return None if match is None else (int(match.group(1)), int(match.group(2)), int(match.group(3)))


def order_of(texts: List[str]) -> Optional[str]:
    """The order that a column shows, mdy or dmy: "both" where one cell needs one order and another the other."""
    is_day_first = is_month_first = False
    for text in texts:
        numbers = _slashed(text.strip())
        if numbers is None:
            continue
        is_day_first = is_day_first or numbers[0] > 12 or re.match(r"[0-9]{1,2}\.", text.strip()) is not None
        is_month_first = is_month_first or numbers[1] > 12
    if is_day_first and is_month_first:
        return "both"
    return "dmy" if is_day_first else "mdy" if is_month_first else None


def read_date(text: str, order: Optional[str], is_midnight_time: bool = False) -> Optional[DateRead]:
    """`is_midnight_time`: whether midnight is a time, and not what programs write for a day without one."""
    written = text.strip().lower()
    days = _days_in(written, order)
    if days is None:
        return None
    return DateRead(days, _instant_in(written, days[0], is_midnight_time) if len(days) == 1 else None)


def _only(day: Optional[str]) -> Optional[List[str]]:
    return None if day is None else [day]


def _days_in(text: str, order: Optional[str]) -> Optional[List[str]]:
    iso = re.match(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})(?=$|[t\s])", text) or re.match(
        r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?=$|\s)", text
    )
    if iso is not None:
        return _only(_day_of(int(iso.group(1)), int(iso.group(2)), int(iso.group(3))))
    numbers = _slashed(text)
    if numbers is not None:
        first, second, year = numbers
        month_first, day_first = _day_of(year, first, second), _day_of(year, second, first)
        if order is not None:
            return _only(month_first if order == "mdy" else day_first)
        if month_first is None or day_first is None or month_first == day_first:
            return _only(month_first or day_first)
        return [month_first, day_first]
    words = re.findall(r"[a-z]+|[0-9]+", re.sub(r"([0-9])(st|nd|rd|th)\b", r"\1", text))
    if words and words[0][:3] in KNOWN["weekdays"]:
        words = words[1:]
    if len(words) < 3 or re.fullmatch("[0-9]{4}", words[2]) is None:
        return None
    one, two, named_year = words[0], words[1], int(words[2])
    if one[0].isalpha() and two[0].isdigit():
        return _only(_day_of(named_year, _month_of(one), int(two)))
    if one[0].isdigit() and two[0].isalpha():
        return _only(_day_of(named_year, _month_of(two), int(one)))
    return None


def _instant_in(text: str, day: str, is_midnight_time: bool) -> Optional[int]:
    match = re.search(
        r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?\s*(z|utc|gmt|[+-][0-9]{2}:?[0-9]{2})$", text
    )
    if match is None:
        return None
    hours, minutes, seconds = int(match.group(1)), int(match.group(2)), int(match.group(3) or 0)
    if hours > 23 or minutes > 59 or seconds > 59:
        return None
    if not is_midnight_time and hours + minutes + seconds == 0:
        return None
    zone = match.group(4)
    offset = int(zone[1:3]) * 60 + int(zone[-2:]) if zone[0] in "+-" else 0
    at_utc = day_start_ms(day) + ((hours * 60 + minutes) * 60 + seconds) * 1000
    return at_utc - (-offset if zone[0] == "-" else offset) * 60_000


def day_start_ms(day: str) -> int:
    return (date.fromisoformat(day) - _EPOCH).days * DAY_MS


def slate_day_of(instant_ms: int) -> str:
    """The slate date of an instant: that of New York, where a night ends at four."""
    offset_hours = 4 if _is_new_york_summer(instant_ms) else 5
    return utc_day_of(instant_ms - (offset_hours + 4) * _HOUR_MS)


def _is_new_york_summer(instant_ms: int) -> bool:
    """From the second Sunday of March at 07:00 UTC to the first one of November at 06:00 UTC (Energy Policy Act of 2005)."""
    year = int(utc_day_of(instant_ms)[:4])

    def sunday(month: int, first: int) -> int:
        begin = date(year, month, first)
        return ((begin - _EPOCH).days + (6 - begin.weekday()) % 7) * DAY_MS

    return sunday(3, 8) + 7 * _HOUR_MS <= instant_ms < sunday(11, 1) + 6 * _HOUR_MS


def add_days(day: str, count: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=count)).isoformat()


def utc_day_of(instant_ms: int) -> str:
    return (_EPOCH + timedelta(days=instant_ms // DAY_MS)).isoformat()


def instant_of(text: str) -> Optional[int]:
    """Milliseconds of a time as the API writes it: `2025-09-05T00:20:00.000Z`."""
    try:
        moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    except ValueError:
        return None
    return round(moment.timestamp() * 1000)
