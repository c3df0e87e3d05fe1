"""A position of the course: a match that has been played up to a decision, kept as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from engine.game.actions import Action
from engine.game.cards import DECK_SIZE, Card, cards_from
from engine.game.match import Match, act, start_after
from engine.game.notation import action_text, parse_action
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players.memory import Chance


@dataclass(frozen=True, slots=True)
class CoursePosition:
    """A match up to the decision of a seat.

    ``decks``: of each table, the cards dealt and drawn so far; the others are shuffled. ``moves``:
    each with its seat, as ``0dKS``. ``scores``: the points of both parties in the rounds before.
    ``lot``: who deals. ``right``: the answer that the lesson asks for, in the engine's notation.
    """

    preset: str
    lot: int
    decks: tuple[str, ...]
    moves: tuple[str, ...]
    seat: Seat
    right: str
    scores: tuple[tuple[int, int], ...] = ()

    @property
    def players(self) -> int:
        """How many people sit in the match."""
        return 2 * len(self.decks)

    def match(self) -> Match:
        """Return the match at the decision."""
        decks = _StackedDecks(tuple(map(_filled, self.decks)))
        now = start_after(PRESETS[self.preset], self.players, self.lot, decks, self.scores)
        for text in self.moves:
            now = act(now, Seat(int(text[0])), parse_action(text[1:]), decks).match
        return now

    def view(self) -> SeatView:
        """Return what the player who decides sees."""
        return seat_view(self.match(), self.seat)

    def plain(self) -> dict[str, Any]:
        """Return the position as it is stored."""
        found: dict[str, Any] = {
            "preset": self.preset,
            "lot": self.lot,
            "decks": list(self.decks),
            "moves": " ".join(self.moves),
            "seat": int(self.seat),
            "right": self.right,
        }
        return found | ({"scores": [list(one) for one in self.scores]} if self.scores else {})

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Self:
        """Return a stored position."""
        return cls(
            plain["preset"],
            plain["lot"],
            tuple(plain["decks"]),
            tuple(plain["moves"].split()),
            Seat(plain["seat"]),
            plain["right"],
            tuple((own, other) for own, other in plain.get("scores", ())),
        )


def move_text(seat: Seat, action: Action) -> str:
    """Return a move as positions keep it."""
    return f"{int(seat)}{action_text(action)}"


@dataclass(frozen=True, slots=True)
class _StackedDecks:
    decks: tuple[tuple[Card, ...], ...]

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """Return the deck of a table."""
        return self.decks[table]

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """Return no card: no lesson has rules with a second deck."""
        raise NotImplementedError


def _filled(known: str) -> tuple[Card, ...]:
    """Return a whole deck that begins with these cards."""
    top = cards_from(known)
    rest = [card for card in range(DECK_SIZE) if card not in top]
    Chance(1).shuffle(rest, len(rest))
    return (*top, *rest)
