"""The study of one seat's finished round: the coach's grades, and luck versus skill."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.coach.luck import NO_LUCK, Luck, luck_of_round
from engine.coach.review import RoundReview, decisions_of, grade_round
from engine.game.machine import Round
from engine.game.match import Match
from engine.game.record import MatchRecord, positions, without_taken_back
from engine.game.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class Study:
    """One seat's round."""

    number: int
    review: RoundReview
    luck: Luck


def study(record: MatchRecord, number: int, seat: Seat) -> Study | None:
    """Study a round of a record; ``None`` if the seat did not play it or it is not finished."""
    record = without_taken_back(record)
    states = list(positions(record))
    rounds, side = _rounds_of(states, number, seat)
    if side is None or not rounds or rounds[-1].facts is None:
        return None
    review = grade_round(decisions_of(states, record.moves, seat, number))
    return Study(number, review, luck_of_round(rounds, record.rules, side))


@dataclass(frozen=True, slots=True)
class SeatLuck:
    """One seat's luck, summed over its ``rounds`` finished rounds."""

    rounds: int
    luck: Luck


def luck_of_match(record: MatchRecord) -> dict[Seat, SeatLuck]:
    """Return each seat's luck over all finished rounds; seats without one are omitted.

    Each table's points are split once and negated for the other side; so the parts of a match
    add up to the points won less the points lost at the table.
    """
    played: dict[tuple[int, int, int], tuple[tuple[Seat, Seat], list[Round]]] = {}
    for match in positions(without_taken_back(record)):
        for number, table in enumerate(match.tables):
            key = match.number, number, table.attempt
            _, states = played.setdefault(key, (table.pair, []))
            if not states or states[-1] is not table.round:
                states.append(table.round)
    found: dict[Seat, SeatLuck] = {}
    for pair, states in played.values():
        if states[-1].facts is not None:
            luck = luck_of_round(states, record.rules, Side.NON_DEALER)
            for seat, share in zip(pair, (luck, luck.mirrored), strict=True):
                before = found.get(seat, SeatLuck(0, NO_LUCK))
                found[seat] = SeatLuck(before.rounds + 1, before.luck + share)
    return found


def _rounds_of(states: Sequence[Match], number: int, seat: Seat) -> tuple[list[Round], Side | None]:
    """Return the distinct states of the seat's own table in that round."""
    found: list[Round] = []
    side: Side | None = None
    for match in states:
        index = match.table_of(seat)
        if match.number != number or index is None:
            continue
        table = match.tables[index]
        side = Side(table.pair.index(seat))
        if not found or found[-1] is not table.round:
            found.append(table.round)
    return found, side
