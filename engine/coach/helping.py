"""Discards that help the opponent more than a player can know.

What a player throws may depend on the own hand and on everything that lies open, but not on the
opponent's hidden cards. So the hand that the opponent really had is, for an honest player, one of
those that were possible: a discard completes a meld in it as often as in hands sampled from what
the player knew. Whoever is told the opponent's cards and throws what they need completes melds far
more often. The comparison needs no opinion on how well somebody plays: weak players throw
dangerous cards too, but into the sampled hands as well.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import Final

from engine.game.actions import Discard
from engine.game.cards import Card, CardSet
from engine.game.match import Match, MatchPhase
from engine.game.melds import RunWrap
from engine.game.record import MatchRecord, RecordedMove, positions, without_taken_back
from engine.game.round import GinRound
from engine.game.rules import GameKind, TableFormat
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.players.position import Position, neighbourhood, step_to

HANDS: Final = 24
"""Sampled hands for each discard."""
MARGIN: Final = 0.08
"""Melds that an honest discard may complete beyond the sampled hands, because sampled hands are
somewhat less orderly than real ones; honest players of every strength stay below 0.06."""
LEAST_DISCARDS: Final = 60
LIMIT: Final = 5.0
"""The standard deviations beyond the margin from which discards are called too helpful."""
_SEEDS: Final = 2**31


@dataclass(frozen=True, slots=True)
class Help:
    """What one player's discards did for one opponent.

    ``completed``: discards that completed a meld in the opponent's hand. ``expected``: how many do
    so in sampled hands, with that number's ``variance``.
    """

    discards: int = 0
    completed: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def __add__(self, other: "Help") -> "Help":
        return Help(
            self.discards + other.discards,
            self.completed + other.completed,
            self.expected + other.expected,
            self.variance + other.variance,
        )

    @property
    def deviations(self) -> float:
        """The standard deviations by which more melds were completed than the margin allows."""
        beyond = self.completed - self.expected - MARGIN * self.discards
        return beyond / sqrt(self.variance) if self.variance else 0.0

    @property
    def is_too_much(self) -> bool:
        """Whether no honest player would help this often by chance."""
        return self.discards >= LEAST_DISCARDS and self.deviations > LIMIT


def completes_meld(card: Card, hand: CardSet, wrap: RunWrap = RunWrap.NONE) -> bool:
    """Whether a card makes a set or a run of three with two cards of a hand."""
    same, _, _ = neighbourhood(wrap)[card]
    if (hand & same).bit_count() >= 2:
        return True
    return any(hand & pair == pair for pair in _pairs(wrap)[card])


@cache
def _pairs(wrap: RunWrap) -> tuple[tuple[CardSet, ...], ...]:
    """Return, for each card, the pairs that make a run of three with it."""
    return tuple(tuple(_pairs_of(card, wrap)) for card in range(52))


def _pairs_of(card: Card, wrap: RunWrap) -> Iterator[CardSet]:
    rank = card % 13
    for steps in ((-2, -1), (-1, 1), (1, 2)):
        first, second = (_stepped(rank, step, wrap) for step in steps)
        if first is not None and second is not None:
            yield 1 << card - rank + first | 1 << card - rank + second


def _stepped(rank: int, step: int, wrap: RunWrap) -> int | None:
    """Return the rank some steps away, if a run may go through all ranks between."""
    way = 1 if step > 0 else -1
    between = step_to(rank, way, wrap)
    if between is None or abs(step) == 1:
        return between
    # A run may end with an ace on either side, but not go on behind it.
    is_end = wrap is RunWrap.HIGH_LOW and between == 0
    return None if is_end else step_to(between, way, wrap)


def help_in_match(record: MatchRecord) -> dict[Seat, Help]:
    """Return what each player's discards did for the other in a match of two at gin."""
    rules = record.rules
    if rules.table_format is not TableFormat.TWO or rules.game_kind is not GameKind.GIN:
        return {}
    record = without_taken_back(record)
    found = {Seat.ONE: Help(), Seat.TWO: Help()}
    for number, ((before, _), move) in enumerate(
        zip(pairwise(positions(record)), record.moves, strict=False)
    ):
        if move.seat is not None and before.phase is MatchPhase.PLAYING:
            found[move.seat] += help_of(before, move, record.match_id * 1000 + number)
    return found


def help_of(before: Match, move: RecordedMove, seed: int) -> Help:
    """Return the help of one move; none unless it is a discard with a choice."""
    seat = move.seat
    table = before.tables[0]
    if seat is None or not isinstance(move.action, Discard) or seat not in table.pair:
        return Help()
    view = seat_view(before, seat)
    if view.legal.discards.bit_count() < 2 or not isinstance(table.round, GinRound):
        return Help()
    wrap, card = before.rules.run_wrap, move.action.card
    hands = Position.of(view, seed % _SEEDS).likely_hands(HANDS)
    share = sum(completes_meld(card, hand, wrap) for hand in hands) / len(hands)
    real = table.round.hands[1 - table.pair.index(seat)]
    variance = share * (1 - share) * len(hands) / (len(hands) - 1)
    return Help(1, int(completes_meld(card, real, wrap)), share, variance)
