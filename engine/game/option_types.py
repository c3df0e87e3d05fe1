"""What the declaration of a rule option carries beside its type and default value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

Option = int | str | bool | None
"""The value of an option as plain data."""


@dataclass(frozen=True, slots=True)
class Choices:
    """An option with named values, or a switch (``True``, ``False``)."""

    values: tuple[Option, ...]

    def __get_pydantic_core_schema__(self, kind: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Accept these values of the type only: a literal would take ``True`` for 1."""
        return core_schema.no_info_after_validator_function(self._one_of, handler(kind))

    def _one_of(self, value: Option) -> Option:
        if value not in self.values:
            raise ValueError(value)
        return value


@dataclass(frozen=True, slots=True)
class Span:
    """A numeric option from ``low`` to ``high``; ``or_none``: it can be switched off.

    ``house_low``: the least value of new house rules, where stored matches may have a lower one.
    """

    low: int
    high: int
    or_none: bool = False
    house_low: int | None = None

    def __get_pydantic_core_schema__(
        self, _kind: Any, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Accept whole numbers of this range."""
        number = core_schema.int_schema(ge=self.low, le=self.high)
        return core_schema.nullable_schema(number) if self.or_none else number


Values = Choices | Span


class Need(StrEnum):
    """A condition under which an option has an effect."""

    GIN = "gin"
    MAHJONG = "mahjong"
    FIXED_LIMIT = "fixed_limit"
    KNOCK_CARD = "knock_card"
    SPADES = "spades"
    LOW_ACES = "low_aces"
    KNOCKING = "knocking"
    LAYOFFS = "layoffs"
    BOXES = "boxes"
    BOXES_APART = "boxes_apart"
    FLAT_SHUTOUT = "flat_shutout"
    TARGET = "target"
    ONE_GAME = "one_game"
    GAMES = "games"
    BEST_OF = "best_of"
    ROUNDS = "rounds"
    SESSION = "session"
    HOLLYWOOD = "hollywood"
    TEAMS = "teams"
    SWEEP = "sweep"
    ADVISER = "adviser"
    FREE_DEAL = "free_deal"
    ALTERNATING = "alternating"


class Needs:
    """The conditions that an option needs to have an effect, the first missing one named first."""

    __slots__ = ("conditions",)

    def __init__(self, *conditions: Need) -> None:
        self.conditions = conditions
