"""What a finished round says about one seat: the coach's grades, and luck apart from skill."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.coach.review import RoundReview, decisions_of, grade_round
from engine.luck import Luck, luck_of_round
from engine.match import Match
from engine.record import MatchRecord, positions
from engine.round import GinRound
from engine.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Study:
    """One seat's round. ``luck`` is ``None`` where points cannot be split (Mahjong gin)."""

    number: int
    review: RoundReview
    luck: Luck | None


def study(record: MatchRecord, number: int, seat: Seat) -> Study | None:
    """Study a round of a record; ``None`` if the seat played no finished round of that number."""
    states = list(positions(record))
    rounds, side = _rounds_of(states, number, seat)
    if side is None or not rounds or rounds[-1].facts is None:
        return None
    review = grade_round(decisions_of(states, record.moves, seat, number))
    return Study(number, review, luck_of_round(rounds, record.rules, side))


def _rounds_of(
    states: Sequence[Match], number: int, seat: Seat
) -> tuple[list[GinRound], Side | None]:
    """The states of the seat's own table in that round, each once."""
    found: list[GinRound] = []
    side: Side | None = None
    for match in states:
        index = match.table_of(seat)
        if match.number != number or index is None:
            continue
        table = match.tables[index]
        side = Side(table.pair.index(seat))
        state = table.round
        if isinstance(state, GinRound) and (not found or found[-1] is not state):
            found.append(state)
    return found, side
