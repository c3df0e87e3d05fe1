"""The rules of a variant: one frozen set of independent options (rulebook 5)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Final, assert_never

from engine.game.cards import Card, Suit, rank, suit
from engine.game.errors import OptionError
from engine.game.melds import MeldRules, RunWrap


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


@dataclass(frozen=True, slots=True)
class Rules:
    """All options of a match; the defaults are ``standard`` gin."""

    game_kind: GameKind = GameKind.GIN
    run_wrap: RunWrap = RunWrap.NONE
    ace_deadwood: int = 1
    hand_size: int = 10
    knock_limit: int = 10
    knock_card_source: KnockCardSource = KnockCardSource.FIXED
    oklahoma_ace: OklahomaAce = OklahomaAce.VALUE
    spade_doubles: bool = False
    spade_doubles_boxes: bool = False
    gin_bonus: int = 25
    big_gin_bonus: int | None = 31
    undercut_bonus: int = 25
    undercut_on_tie: bool = True
    layoff_on_gin: bool = False
    layoff_mode: LayoffMode = LayoffMode.AUTO
    gin_extra_boxes: int = 0
    undercut_extra_boxes: int = 0
    may_return_taken_discard: bool = False
    first_turn: FirstTurn = FirstTurn.UPCARD_OFFER
    wall_size: int = 2
    wall_rule: WallRule = WallRule.VOID
    max_pile_draws_in_a_row: int = 50
    dealt_knock_misdeal: bool = False
    deep_pickup: bool = False
    deal_rule: DealRule = DealRule.ALTERNATE
    draw_deal: DrawDeal = DrawDeal.SAME
    target: int = 100
    box_bonus: int = 25
    game_bonus: int = 100
    boxes_count_toward_target: bool = False
    shutout: Shutout = Shutout.DOUBLE_POINTS
    shutout_flat: int = 100
    winner_rule: WinnerRule = WinnerRule.FIRST_TO_TARGET
    match_format: MatchFormat = MatchFormat.SINGLE
    best_of: int = 5
    rounds: int = 8
    session_target: int = 500
    mm_round_bonus: int = 25
    mm_match_bonus: int = 100
    mm_shutout_bonus: int = 100
    exact_fifty_forfeit: bool = False
    hollywood_columns: int = 3
    hollywood_target: int = 100
    hollywood_late_entry: LateEntry = LateEntry.NEXT_OPEN
    hollywood_third_double: bool = False
    table_format: TableFormat = TableFormat.TWO
    pairing: Pairing = Pairing.ROTATE
    shared_knock_card: bool = False
    sweep_bonus: int = 0
    sweep_bonus_doubled: bool = True
    mahjong_gin_bonus: int = 25
    adviser_sees_hand: bool = True

    def __post_init__(self) -> None:
        _check_types(self)
        _check_ranges(self)
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


Option = int | str | bool | None
_FIELDS: Final = {field.name: field for field in fields(Rules)}
_ENUMS: Final[dict[str, type[StrEnum]]] = {
    name: type(field.default)
    for name, field in _FIELDS.items()
    if isinstance(field.default, StrEnum)
}
RANGES: Final[dict[str, tuple[int, int]]] = {
    "hand_size": (5, 10),
    "knock_limit": (0, 10),
    "gin_bonus": (0, 500),
    "big_gin_bonus": (0, 500),
    "undercut_bonus": (0, 500),
    "gin_extra_boxes": (0, 4),
    "undercut_extra_boxes": (0, 4),
    "wall_size": (0, 10),
    "max_pile_draws_in_a_row": (1, 500),
    "target": (10, 1000),
    "box_bonus": (0, 500),
    "game_bonus": (0, 1000),
    "shutout_flat": (0, 1000),
    "best_of": (1, 15),
    "rounds": (1, 32),
    "session_target": (10, 5000),
    "mm_round_bonus": (0, 500),
    "mm_match_bonus": (0, 1000),
    "mm_shutout_bonus": (0, 1000),
    "hollywood_columns": (1, 6),
    "hollywood_target": (10, 1000),
    "sweep_bonus": (0, 500),
    "mahjong_gin_bonus": (0, 500),
}
"""The least and the greatest value of every numeric option."""


def _check_types(rules: Rules) -> None:
    for name, field in _FIELDS.items():
        value, default = getattr(rules, name), field.default
        if isinstance(default, StrEnum):
            good = isinstance(value, type(default))
        elif isinstance(default, bool):
            good = isinstance(value, bool)
        else:
            whole = isinstance(value, int) and not isinstance(value, bool)
            good = whole or (name == "big_gin_bonus" and value is None)
        if not good:
            raise OptionError("wrong_type", option=name, value=str(value))


def _check_ranges(rules: Rules) -> None:
    if rules.ace_deadwood not in (1, 15):
        raise OptionError("ace_deadwood", value=rules.ace_deadwood)
    for name, (low, high) in RANGES.items():
        value = getattr(rules, name)
        if value is not None and not low <= value <= high:
            raise OptionError("out_of_range", option=name, value=value, low=low, high=high)


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
    read: dict[str, Option] = {}
    for name, value in options.items():
        if name not in _FIELDS:
            raise OptionError("unknown_option", option=name)
        kind = _ENUMS.get(name) or (RunWrap if name == "run_wrap" else None)
        if kind is not None:
            allowed = [member.value for member in kind]
            if value not in allowed:
                known = ", ".join(allowed)
                raise OptionError("unknown_value", option=name, value=str(value), known=known)
            value = kind(str(value))
        read[name] = value
    return replace(base or Rules(), **read)  # type: ignore[arg-type]
