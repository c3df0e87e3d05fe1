"""Rating pools: a family of rules, live or by correspondence."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from engine.clocks.clock import HOUR, ClockRules
from engine.game.melds import RunWrap
from engine.game.rules import GameKind, KnockCardSource, MatchFormat, Rules, TableFormat

ANY: Final = "any"
"""The name of all pools together, accepted in place of a pool."""


class Family(StrEnum):
    """A family of rules that need the same skill."""

    STANDARD = "standard"
    STRAIGHT = "straight"
    OKLAHOMA = "oklahoma"
    HOLLYWOOD = "hollywood"
    TEDESCO = "tedesco"
    MAHJONG = "mahjong"
    THREE_HANDED = "three_handed"
    TEAMS = "teams"


class Pace(StrEnum):
    """The pace of a match: both players present, or by correspondence."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


@dataclass(frozen=True, slots=True)
class Pool:
    """One list of ratings, written as ``standard.live``."""

    family: Family
    pace: Pace

    def __str__(self) -> str:
        return f"{self.family}.{self.pace}"


POOLS: Final = tuple(Pool(family, pace) for family in Family for pace in Pace)


def parse_pool(text: str) -> Pool:
    """Read a pool. Raise ValueError if there is none of this name.

    >>> parse_pool("teams.live").family.value
    'teams'
    """
    family, _, pace = text.partition(".")
    return Pool(Family(family), Pace(pace))


def pool_of(rules: Rules, clock: ClockRules) -> Pool:
    """Return the pool of a match."""
    live = clock.turn_ms is not None and clock.turn_ms < HOUR
    return Pool(family_of(rules), Pace.LIVE if live else Pace.CORRESPONDENCE)


def family_of(rules: Rules) -> Family:
    """Return the family of rules, by seating, then by game, then by knock rule.

    >>> family_of(Rules(knock_limit=0)).value
    'straight'
    """
    match rules.table_format:
        case TableFormat.BOX | TableFormat.CUTTHROAT | TableFormat.ROTATION:
            return Family.THREE_HANDED
        case TableFormat.PARTNERSHIP | TableFormat.CAPTAINS | TableFormat.CHOUETTE:
            return Family.TEAMS
        case TableFormat.TWO:
            pass
        case _:
            assert_never(rules.table_format)
    if rules.game_kind is GameKind.MAHJONG:
        return Family.MAHJONG
    if rules.run_wrap is not RunWrap.NONE:
        return Family.TEDESCO
    if rules.match_format is MatchFormat.HOLLYWOOD:
        return Family.HOLLYWOOD
    if rules.knock_card_source is not KnockCardSource.FIXED:
        return Family.OKLAHOMA
    return Family.STRAIGHT if rules.knock_limit == 0 else Family.STANDARD
