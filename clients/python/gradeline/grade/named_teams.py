"""Which of the teams that a bet names play each other, and which one is bet on."""

from __future__ import annotations

from typing import List, NamedTuple, Optional, Tuple, Union

from .bet import Parts
from .bet_text import Named, Said
from .problem import quoted
from .teams import Mention


def _names(named: List[Named]) -> str:
    return quoted(" and ".join(each.mention.text for each in named))


def named_teams(texts: List[Said], has_game: bool) -> Union[Parts, str]:
    """`has_game`: whether the file has the game's id. Returns a text where it cannot be told."""
    by_field = {each.field: each for each in texts}
    home, away, event, pick_said = (by_field[name].named for name in ("home", "away", "event", "pick"))
    for field, named in (("home", home), ("away", away)):
        if len(named) > 1:
            return f"column {field} has two teams: {_names(named)}"
    in_pick = _pair_in([*pick_said, *by_field["market"].named], _is_over_under(texts))
    if in_pick is None:
        return f"it is not clear which team is bet on: {_names(pick_said)}"
    pick = _common([each.mention for each in in_pick.picks])
    if in_pick.picks and pick is None:
        return f"two teams are bet on: {_names(in_pick.picks)}"
    if len(event) > 2:
        return f"more than two teams are named: {_names(event)}"
    others = [each.mention for each in [*by_field["opponent"].named, *in_pick.others]]
    single = [each.mention for each in [*home, *away, *(event if len(event) == 1 else [])]]
    if home and away:
        return Parts((away[0].mention, home[0].mention), True, others, pick)
    if len(event) == 2:
        return Parts((event[0].mention, event[1].mention), by_field["event"].is_at, [*others, *single], pick)
    if in_pick.pair is not None:
        first, second = in_pick.pair
        return Parts((first.mention, second.mention), by_field["pick"].is_at, [*others, *single], pick)
    if not has_game and pick is None and not others and not single:
        return "no team is named that is known"
    return Parts(None, False, [*others, *single], pick)


def _is_over_under(texts: List[Said]) -> bool:
    own = [each for each in texts if each.field in ("pick", "market")]
    is_team_total = any("team_total" in each.markets for each in own)
    return not is_team_total and any(each.sides & {"over", "under"} for each in own)


class _Pair(NamedTuple):
    pair: Optional[Tuple[Named, Named]]
    picks: List[Named]
    others: List[Named]


def _pair_in(named: List[Named], is_total: bool) -> Optional[_Pair]:
    """ "Dallas -3 Dallas @ New York": the two beside the separator play, and the other one is bet on."""
    after = next((at for at, each in enumerate(named) if each.is_after_separator), -1)
    if after > 0:
        first, second = named[after - 1], named[after]
        rest = [each for at, each in enumerate(named) if at not in (after - 1, after)]
        # "Dallas -3 vs New York": words stand between the team and the separator, so it is the one that is bet on.
        return _Pair((first, second), rest if first.is_before_separator else [first, *rest], [])
    if after == 0:
        return _Pair(None, named[1:], named[:1])
    if len(named) < 2 or _common([named[0].mention, named[1].mention]) is not None:
        return _Pair(None, named, [])
    return _Pair((named[0], named[1]), [], []) if is_total and len(named) == 2 else None


def _common(mentions: List[Mention]) -> Optional[Mention]:
    """What several names mean together; None where they are of different teams."""
    if not mentions:
        return None
    teams = frozenset.intersection(*(each.teams for each in mentions))
    strongest = mentions[0]
    for each in mentions:
        if each.strength > strongest.strength:
            strongest = each
    return strongest._replace(teams=teams) if teams else None
