"""Habits of an opponent, from the public facts of the match's finished rounds."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.game.round_statistics import RoundEnding
from engine.game.seats import Side
from engine.game.view import SeatView


@dataclass(frozen=True, slots=True)
class Habits:
    """Sums over an opponent's finished rounds.

    ``left``: total deadwood of the ``knocks`` without gin. ``turns``: draws before its knocks and
    gins. ``caught``: rounds that the other side ended, with ``rest`` points in its hand; in
    ``waited`` of them it could have knocked. ``missed``/``made``: its layoff chances. ``kept``,
    ``dearer``, ``steps``, ``rises``: how it discarded, as in ``Discards``.
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
    kept: int = 0
    dearer: int = 0
    steps: int = 0
    rises: int = 0


STRANGER = Habits()
"""The habits of an opponent without finished rounds."""


def habits_of(view: SeatView) -> Habits:
    """Return the habits of the opponent at the table that this view shows."""
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


def habits(seen: Iterable[tuple[RoundEnding, Side]]) -> Habits:
    """Return the sums over rounds, each with the side that the opponent played."""
    rounds = list(seen)
    down = [(end.left[side], end.draws[side]) for end, side in rounds if end.knocker is side]
    caught = [(end, side) for end, side in rounds if end.knocker is not side]
    could = [end.laid_off for end, _ in caught if end.could > 0]
    discards = [end.discards[side] for end, side in rounds]
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
        kept=sum(one.kept for one in discards),
        dearer=sum(one.dearer for one in discards),
        steps=sum(one.steps for one in discards),
        rises=sum(one.rises for one in discards),
    )
