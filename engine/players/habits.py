"""What everybody has seen of an opponent in the finished rounds of the match."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.game.round_statistics import Ending
from engine.game.seats import Side
from engine.game.view import SeatView


@dataclass(frozen=True, slots=True)
class Habits:
    """Sums over the rounds that an opponent has finished.

    ``knocks`` without gin left ``left`` points together; knocks and gins came after ``turns``
    draws. ``caught``: rounds that it did not end, with ``rest`` points in its hand; in ``waited``
    of them it could have knocked. ``missed`` and ``made``: rounds in which it could lay off.
    """

    rounds: int = 0
    knocks: int = 0
    gins: int = 0
    left: int = 0
    turns: int = 0
    waited: int = 0
    caught: int = 0
    rest: int = 0
    missed: int = 0
    made: int = 0


STRANGER = Habits()
"""Of whom nothing has been seen."""


def habits_of(view: SeatView) -> Habits:
    """What the player of this view has seen of the opponent at the table."""
    table, side = view.table, view.side
    if table is None or side is None:
        return STRANGER
    seat = table.players[side.other]
    return habits(
        (played.ending, Side(played.result.pair.index(seat)))
        for finished in view.public.played
        for played in finished.tables
        if played.ending is not None and seat in played.result.pair
    )


def habits(seen: Iterable[tuple[Ending, Side]]) -> Habits:
    """The sums over rounds, each with the side that the opponent played."""
    rounds = list(seen)
    down = [(end.left[side], end.draws[side]) for end, side in rounds if end.knocker is side]
    caught = [(end, side) for end, side in rounds if end.knocker is not side]
    could = [end.laid_off for end, _ in caught if end.could > 0]
    return Habits(
        rounds=len(rounds),
        knocks=sum(left > 0 for left, _ in down),
        gins=sum(left == 0 for left, _ in down),
        left=sum(left for left, _ in down),
        turns=sum(draws for _, draws in down),
        waited=sum(end.draws[side] > 0 and end.left[side] <= end.limit for end, side in caught),
        caught=len(caught),
        rest=sum(end.left[side] for end, side in caught),
        missed=could.count(False),
        made=could.count(True),
    )
