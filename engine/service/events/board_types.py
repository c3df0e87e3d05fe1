"""What is told of the boards of a duplicate event once they are public. All frozen values."""

from dataclasses import dataclass

from engine.service.people import MatchId, UserId


@dataclass(frozen=True, slots=True)
class BoardOf:
    """One board from one player's view, in whole points.

    ``result``: own points less the opponent's; ``None``: not played to its end. ``cards``: what the
    cards gave the seat; ``made``: what the player made of them. ``others``: the results of the same
    seat at the other tables, the best first.
    """

    number: int
    result: int | None
    cards: int
    made: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardsOf:
    """A player's boards of one public round.

    ``so_far``: what the cards gave and what play was worth in all public rounds.
    """

    round: int
    match: MatchId | None
    opponent: UserId
    boards: tuple[BoardOf, ...]
    so_far: tuple[int, int] = (0, 0)

    @property
    def cards(self) -> int:
        """What the cards gave on the boards that were played."""
        return sum(one.cards for one in self.boards if one.result is not None)

    @property
    def made(self) -> int:
        """What the player made of all boards."""
        return sum(one.made for one in self.boards)


@dataclass(frozen=True, slots=True)
class BoardsProof:
    """What anybody needs to check the boards of an event.

    ``pressed``: what the entrants pressed to be there. ``rounds``: of each public round its number,
    the id that its decks are shuffled for, and its secret in hex.
    """

    anchor: str
    pressed: str
    rounds: tuple[tuple[int, int, str], ...]
