"""The two sides of a team match, from the choices of the people in a lobby. Pure."""

from collections.abc import Sequence
from typing import assert_never

from engine.game.formats.base import Parties
from engine.game.rules import Rules, TableFormat
from engine.game.seats import Seat


def side_sizes(rules: Rules, players: int) -> tuple[int, int] | None:
    """Return the size of each of two sides; ``None`` where everyone plays alone (rulebook 3)."""
    match rules.table_format:
        case TableFormat.PARTNERSHIP:
            return players // 2, players // 2
        case TableFormat.CAPTAINS:
            return players // 2, players - players // 2
        case TableFormat.CHOUETTE:
            return 1, players - 1
        case TableFormat.TWO | TableFormat.BOX | TableFormat.CUTTHROAT | TableFormat.ROTATION:
            return None
        case _:
            assert_never(rules.table_format)


def parties_from(rules: Rules, chosen: Sequence[int | None]) -> Parties | None:
    """Return the parties for seats that chose side 0, side 1 or neither (``None``).

    ``None`` if no seat chose: the format decides. Seats without a choice fill the free places.
    Raises ValueError if too many chose one side.

    >>> from engine.game.presets import PRESETS
    >>> parties_from(PRESETS["partnership_4"], [1, None, None, 1])
    ((<Seat.TWO: 1>, <Seat.THREE: 2>), (<Seat.ONE: 0>, <Seat.FOUR: 3>))
    """
    sizes = side_sizes(rules, len(chosen))
    if sizes is None or all(side is None for side in chosen):
        return None
    free = rules.table_format is TableFormat.CAPTAINS
    counts = [sum(side == number for side in chosen) for number in (0, 1)]
    if free and counts[0] > sizes[0]:
        # The smaller side is always the first one, whatever its number on the screen.
        chosen = [None if side is None else 1 - side for side in chosen]
    members: tuple[list[Seat], list[Seat]] = ([], [])
    for seat, side in enumerate(chosen):
        if side is not None:
            members[side].append(Seat(seat))
    if any(len(members[number]) > sizes[number] for number in (0, 1)):
        raise ValueError("too many chose one side")
    for seat, side in enumerate(chosen):
        if side is None:
            members[0 if len(members[0]) < sizes[0] else 1].append(Seat(seat))
    first, second = (tuple(sorted(side)) for side in members)
    return first, second


def room_on(rules: Rules, max_seats: int, side: int) -> int:
    """Return how many people may choose ``side`` while the lobby is open."""
    sizes = side_sizes(rules, max_seats)
    if sizes is None:
        return 0
    return max(sizes) if rules.table_format is TableFormat.CAPTAINS else sizes[side]
