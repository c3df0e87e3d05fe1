"""The rules of a variant: one frozen set of independent options (rulebook 5)."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final, TypeVar, assert_never

from pydantic import ConfigDict, ModelWrapValidatorHandler, ValidationError, model_validator
from pydantic.dataclasses import dataclass
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from engine.game.cards import Card, Suit, rank, suit
from engine.game.errors import OptionError
from engine.game.melds import ACE_DEADWOODS, MeldRules, RunWrap
from engine.game.option_types import Choices, Need, Needs, Option, Span


class GameKind(StrEnum):
    """The game: gin rummy or Mahjong gin (rulebook 1, 2.9)."""

    GIN = "gin"
    MAHJONG = "mahjong"


class KnockCardSource(StrEnum):
    """The source of the knock limit (rulebook 2.6)."""

    FIXED = "fixed"
    UPCARD = "upcard"
    SECOND_DECK = "second_deck"


class OklahomaAce(StrEnum):
    """The effect of an ace as knock card: a knock with 1, or gin only (rulebook 2.6)."""

    VALUE = "value"
    GIN = "gin"


class LayoffMode(StrEnum):
    """Whether the best layoff is offered or found card by card (rulebook 1.7)."""

    AUTO = "auto"
    MANUAL = "manual"


class FirstTurn(StrEnum):
    """The beginning of a round (rulebook 1.5)."""

    UPCARD_OFFER = "upcard_offer"
    STOCK_ONLY = "stock_only"
    ELEVEN_CARDS = "eleven_cards"


class WallRule(StrEnum):
    """The consequence when the stock runs out (rulebook 1.9)."""

    VOID = "void"
    LAST_DISCARD = "last_discard"


class DealRule(StrEnum):
    """The dealer of the next round (rulebook 1.10)."""

    ALTERNATE = "alternate"
    WINNER = "winner"
    LOSER = "loser"
    BOX = "box"


class DrawDeal(StrEnum):
    """The dealer after a drawn round (rulebook 1.10)."""

    SAME = "same"
    BY_RULE = "by_rule"


class Shutout(StrEnum):
    """The reward for winning every round of a game (rulebook 1.11)."""

    NONE = "none"
    DOUBLE_POINTS = "double_points"
    FLAT = "flat"
    DOUBLE_AND_FLAT = "double_and_flat"
    DOUBLE_DIFF = "double_diff"


class WinnerRule(StrEnum):
    """The winner of a game when boxes reverse the totals (rulebook 1.11)."""

    FIRST_TO_TARGET = "first_to_target"
    HIGHEST_TOTAL = "highest_total"


class MatchFormat(StrEnum):
    """The structure of a match (rulebook 2.2-2.7)."""

    SINGLE = "single"
    BEST_OF = "best_of"
    MULTI_MATCH = "multi_match"
    HOLLYWOOD = "hollywood"
    ROUNDS = "rounds"
    """A set number of rounds; the higher sum of points wins."""

    @property
    def is_one_score(self) -> bool:
        """Whether a match is one running score: a single game, or a set number of rounds."""
        return self in (MatchFormat.SINGLE, MatchFormat.ROUNDS)


class LateEntry(StrEnum):
    """The columns for a late first win in Hollywood (rulebook 2.7)."""

    NEXT_OPEN = "next_open"
    STRICT = "strict"


class TableFormat(StrEnum):
    """The seating (rulebook 2.10, 3)."""

    TWO = "two"
    BOX = "box"
    CUTTHROAT = "cutthroat"
    CHOUETTE = "chouette"
    PARTNERSHIP = "partnership"
    CAPTAINS = "captains"
    ROTATION = "rotation"


class Pairing(StrEnum):
    """Whether opponents change every round (rulebook 3)."""

    ROTATE = "rotate"
    FIXED = "fixed"


Mark = TypeVar("Mark")
POINTS: Final = Span(0, 500)
BONUS: Final = Span(0, 1000)
TARGET: Final = Span(10, 1000)
BOXES: Final = Span(0, 4)


@dataclass(frozen=True, slots=True, config=ConfigDict(strict=True, extra="forbid"))
class Rules:
    """All options of a match; the defaults are ``standard`` gin.

    An option is declared here: its type, its values, what it needs to have an effect, and its value
    in standard gin. Raise OptionError for values and combinations that cannot be played.
    """

    game_kind: GameKind = GameKind.GIN
    run_wrap: RunWrap = RunWrap.NONE
    ace_deadwood: Annotated[int, Choices(ACE_DEADWOODS), Needs(Need.GIN)] = 1
    hand_size: Annotated[int, Span(5, 10)] = 10
    knock_limit: Annotated[int, Span(0, 10), Needs(Need.FIXED_LIMIT)] = 10
    knock_card_source: KnockCardSource = KnockCardSource.FIXED
    oklahoma_ace: Annotated[OklahomaAce, Needs(Need.KNOCK_CARD, Need.LOW_ACES)] = OklahomaAce.VALUE
    spade_doubles: Annotated[bool, Needs(Need.KNOCK_CARD)] = False
    spade_doubles_boxes: Annotated[bool, Needs(Need.SPADES, Need.TARGET, Need.BOXES)] = False
    gin_bonus: Annotated[int, POINTS, Needs(Need.GIN)] = 25
    big_gin_bonus: Annotated[int | None, Span(0, 500, or_none=True), Needs(Need.GIN)] = 31
    undercut_bonus: Annotated[int, POINTS, Needs(Need.KNOCKING)] = 25
    undercut_on_tie: Annotated[bool, Needs(Need.KNOCKING)] = True
    layoff_on_gin: Annotated[bool, Needs(Need.GIN)] = False
    layoff_mode: Annotated[LayoffMode, Needs(Need.LAYOFFS)] = LayoffMode.AUTO
    gin_extra_boxes: Annotated[int, BOXES, Needs(Need.GIN, Need.TARGET, Need.BOXES)] = 0
    undercut_extra_boxes: Annotated[int, BOXES, Needs(Need.KNOCKING, Need.TARGET, Need.BOXES)] = 0
    may_return_taken_discard: bool = False
    first_turn: FirstTurn = FirstTurn.UPCARD_OFFER
    wall_size: Annotated[int, Span(0, 10)] = 2
    wall_rule: Annotated[WallRule, Needs(Need.GIN)] = WallRule.VOID
    max_pile_draws_in_a_row: Annotated[int, Span(1, 500, house_low=2)] = 50
    dealt_knock_misdeal: Annotated[bool, Needs(Need.GIN)] = False
    deep_pickup: Annotated[bool, Needs(Need.GIN)] = False
    deal_rule: Annotated[DealRule, Needs(Need.FREE_DEAL)] = DealRule.ALTERNATE
    draw_deal: Annotated[DrawDeal, Needs(Need.FREE_DEAL, Need.ALTERNATING)] = DrawDeal.SAME
    target: Annotated[int, TARGET, Needs(Need.TARGET, Need.GAMES)] = 100
    box_bonus: Annotated[int, POINTS, Needs(Need.TARGET, Need.ONE_GAME)] = 25
    game_bonus: Annotated[int, BONUS, Needs(Need.TARGET, Need.ONE_GAME)] = 100
    boxes_count_toward_target: Annotated[bool, Needs(Need.TARGET, Need.BOXES)] = False
    shutout: Annotated[Shutout, Needs(Need.TARGET, Need.ONE_GAME)] = Shutout.DOUBLE_POINTS
    shutout_flat: Annotated[int, BONUS, Needs(Need.TARGET, Need.ONE_GAME, Need.FLAT_SHUTOUT)] = 100
    winner_rule: Annotated[WinnerRule, Needs(Need.TARGET, Need.BOXES, Need.BOXES_APART)] = (
        WinnerRule.FIRST_TO_TARGET
    )
    match_format: MatchFormat = MatchFormat.SINGLE
    best_of: Annotated[int, Span(1, 15), Needs(Need.BEST_OF)] = 5
    rounds: Annotated[int, Span(1, 32), Needs(Need.ROUNDS)] = 8
    session_target: Annotated[int, Span(10, 5000), Needs(Need.SESSION)] = 500
    mm_round_bonus: Annotated[int, POINTS, Needs(Need.SESSION)] = 25
    mm_match_bonus: Annotated[int, BONUS, Needs(Need.SESSION)] = 100
    mm_shutout_bonus: Annotated[int, BONUS, Needs(Need.SESSION)] = 100
    exact_fifty_forfeit: Annotated[bool, Needs(Need.TARGET)] = False
    hollywood_columns: Annotated[int, Span(1, 6), Needs(Need.HOLLYWOOD)] = 3
    hollywood_target: Annotated[int, TARGET, Needs(Need.HOLLYWOOD)] = 100
    hollywood_late_entry: Annotated[LateEntry, Needs(Need.HOLLYWOOD)] = LateEntry.NEXT_OPEN
    hollywood_third_double: Annotated[bool, Needs(Need.HOLLYWOOD)] = False
    table_format: TableFormat = TableFormat.TWO
    pairing: Annotated[Pairing, Needs(Need.TEAMS)] = Pairing.ROTATE
    shared_knock_card: Annotated[bool, Needs(Need.TEAMS)] = False
    sweep_bonus: Annotated[int, POINTS, Needs(Need.TEAMS)] = 0
    sweep_bonus_doubled: Annotated[bool, Needs(Need.SWEEP, Need.SPADES)] = True
    mahjong_gin_bonus: Annotated[int, POINTS, Needs(Need.MAHJONG)] = 25
    adviser_sees_hand: Annotated[bool, Needs(Need.ADVISER)] = True

    __pydantic_fields__: ClassVar[dict[str, FieldInfo]]

    @model_validator(mode="wrap")
    @classmethod
    def _refuse(cls, options: Any, handler: ModelWrapValidatorHandler["Rules"]) -> "Rules":
        try:
            return handler(options)
        except ValidationError as error:
            raise _refusal(error) from error

    def __post_init__(self) -> None:
        _check_combinations(self)

    @property
    def meld_rules(self) -> MeldRules:
        """The rules of melds and of ace deadwood."""
        return MeldRules(self.run_wrap, self.ace_deadwood)

    def knock_value(self, knock_card: Card | None) -> tuple[int, int]:
        """Return knock limit and score multiplier of a round, fixed at the deal (rulebook 2.6)."""
        if self.knock_card_source is KnockCardSource.FIXED or knock_card is None:
            return self.knock_limit, 1
        if rank(knock_card) == 0 and self.oklahoma_ace is OklahomaAce.GIN:
            limit = 0
        else:
            limit = min(rank(knock_card) + 1, 10)
        doubled = self.spade_doubles and suit(knock_card) is Suit.SPADES
        return limit, 2 if doubled else 1

    @property
    def points_to_win(self) -> int:
        """Points that win a game; in Hollywood scoring, a column."""
        is_hollywood = self.match_format is MatchFormat.HOLLYWOOD
        return self.hollywood_target if is_hollywood else self.target

    def to_points(self, points: int) -> "Rules":
        """Return the rules with another target for a game or a Hollywood column."""
        if self.match_format is MatchFormat.HOLLYWOOD:
            return replace(self, hollywood_target=points)
        return replace(self, target=points)

    def players(self) -> range:
        """The possible numbers of players (rulebook 3)."""
        match self.table_format:
            case TableFormat.TWO:
                return range(2, 3)
            case TableFormat.BOX | TableFormat.CUTTHROAT:
                return range(3, 4)
            case TableFormat.PARTNERSHIP:
                return range(4, 9, 2)
            case TableFormat.CAPTAINS:
                return range(5, 8, 2)
            case TableFormat.CHOUETTE | TableFormat.ROTATION:
                return range(3, 9)
            case _:
                assert_never(self.table_format)

    def options(self) -> dict[str, int | str | bool | None]:
        """Return every option as plain data."""
        return {
            name: value.value if isinstance(value, StrEnum) else value
            for name, value in asdict(self).items()
        }

    def differences(self, base: "Rules") -> dict[str, int | str | bool | None]:
        """Return the options that differ from ``base``."""
        theirs = base.options()
        return {name: value for name, value in self.options().items() if value != theirs[name]}


FIELDS: Final = Rules.__pydantic_fields__
"""The declaration of every option by name."""


def declared(name: str, kind: type[Mark]) -> Mark | None:
    """Return what the declaration of an option carries of this kind: ``Span``, ``Needs`` …"""
    return next((mark for mark in FIELDS[name].metadata if isinstance(mark, kind)), None)


def choices_of(name: str) -> type[StrEnum] | None:
    """Return the named values of an option; ``None`` for switches and numbers."""
    kind = FIELDS[name].annotation
    return kind if isinstance(kind, type) and issubclass(kind, StrEnum) else None


def _refusal(error: ValidationError) -> OptionError:
    """Return one objection: to a type if there is one, and else to a value."""
    return min(map(_objection, error.errors(include_url=False)), key=lambda one: _ORDER[one.code])


def _objection(fault: ErrorDetails) -> OptionError:
    name, value = str(fault["loc"][0]), fault["input"]
    match fault["type"]:
        case "unexpected_keyword_argument":
            return OptionError("unknown_option", option=name)
        case "value_error":
            return OptionError("ace_deadwood", value=value)
        case "greater_than_equal" | "less_than_equal":
            span = declared(name, Span)
            assert span is not None
            return OptionError(
                "out_of_range", option=name, value=value, low=span.low, high=span.high
            )
        case _:
            return OptionError("wrong_type", option=name, value=str(value))


_ORDER: Final = {"unknown_option": 0, "wrong_type": 1, "ace_deadwood": 2, "out_of_range": 3}


def _check_combinations(rules: Rules) -> None:
    upcard = rules.first_turn is FirstTurn.UPCARD_OFFER
    teams = rules.table_format in (TableFormat.PARTNERSHIP, TableFormat.CAPTAINS)
    mahjong = rules.game_kind is GameKind.MAHJONG
    second = rules.knock_card_source is KnockCardSource.SECOND_DECK
    objections = {
        "mahjong_hollywood": mahjong and rules.match_format is MatchFormat.HOLLYWOOD,
        "mahjong_knock_card": mahjong and rules.knock_card_source is not KnockCardSource.FIXED,
        "mahjong_two": mahjong and rules.table_format is not TableFormat.TWO,
        "mahjong_upcard": mahjong and not upcard,
        "mahjong_deep_pickup": mahjong and rules.deep_pickup,
        "mahjong_run_wrap": mahjong and rules.run_wrap is not RunWrap.NONE,
        "best_of_even": rules.best_of % 2 == 0,
        "upcard_missing": rules.knock_card_source is KnockCardSource.UPCARD and not upcard,
        "shared_knock_card": rules.shared_knock_card and not (second and teams),
        "sweep_bonus": rules.sweep_bonus > 0 and not teams,
        "deal_rule_box": rules.deal_rule is DealRule.BOX
        and rules.table_format is not TableFormat.BOX,
    }
    for code, objected in objections.items():
        if objected:
            raise OptionError(code)


def rules_from(options: Mapping[str, Option], base: Rules | None = None) -> Rules:
    """Return ``base`` (default: ``standard``) with these options."""
    read: dict[str, Any] = {name: _read(name, value) for name, value in options.items()}
    return replace(base or Rules(), **read)


def _read(name: str, value: Option) -> Option:
    choices = choices_of(name) if name in FIELDS else None
    if choices is None:
        return value
    try:
        return choices(str(value))
    except ValueError as error:
        known = ", ".join(choices)
        raise OptionError("unknown_value", option=name, value=str(value), known=known) from error
