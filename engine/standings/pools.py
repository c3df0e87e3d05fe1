"""Which matches are measured with which: a family of rules, live or by correspondence."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, assert_never

from engine.clocks.clock import HOUR, ClockRules
from engine.game.melds import RunWrap
from engine.game.rules import GameKind, KnockCardSource, MatchFormat, Rules, TableFormat

ANY: Final = "any"
"""Stands for all pools together where a pool can be named."""


class Family(StrEnum):
    """Rules that ask for the same skill."""

    STANDARD = "standard"
    STRAIGHT = "straight"
    OKLAHOMA = "oklahoma"
    HOLLYWOOD = "hollywood"
    TEDESCO = "tedesco"
    MAHJONG = "mahjong"
    THREE_HANDED = "three_handed"
    TEAMS = "teams"


class Pace(StrEnum):
    """Whether both sit at the table at the same time."""

    LIVE = "live"
    CORRESPONDENCE = "correspondence"


@dataclass(frozen=True, slots=True)
class Pool:
    """One list of ratings. Written as ``standard.live``."""

    family: Family
    pace: Pace

    def __str__(self) -> str:
        return f"{self.family}.{self.pace}"


POOLS: Final = tuple(Pool(family, pace) for family in Family for pace in Pace)


def parse_pool(text: str) -> Pool:
    """The pool that is written so; ValueError if there is none.

    >>> parse_pool("teams.live").family.value
    'teams'
    """
    family, _, pace = text.partition(".")
    return Pool(Family(family), Pace(pace))


def pool_of(rules: Rules, clock: ClockRules) -> Pool:
    """The pool of a match."""
    live = clock.turn_ms is not None and clock.turn_ms < HOUR
    return Pool(family_of(rules), Pace.LIVE if live else Pace.CORRESPONDENCE)


def family_of(rules: Rules) -> Family:
    """The family of rules: first who sits where, then what is played, then the knock.

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
