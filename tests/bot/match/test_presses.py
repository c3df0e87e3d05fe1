"""How many presses a turn takes from a panel that is open: the goal is three, two with one tap."""

import pytest

from engine.game.round import RoundEventKind
from engine.service import Prefs
from tests.journeys.club import Club, Who, journey
from tests.journeys.people import mover_of
from tests.keys import fresh


async def discards_of(club: Club, person: Who) -> int:
    """How many cards somebody has discarded so far."""
    live = await club.match()
    seat = live.seat_of(person.id)
    table = live.public().tables[0]
    return sum(
        event.fact is RoundEventKind.DISCARDED and table.players[event.side] is seat
        for event in table.events
    )


async def whole_turn(club: Club, person: Who) -> list[str]:
    """Draw and discard; the labels of the buttons that were pressed for it."""
    before, pressed = await discards_of(club, person), len(person.pressed)
    while await discards_of(club, person) == before:
        panel = person.hand
        if panel.has("Stock"):
            await person.presses("Stock")
        elif panel.has("Discard "):
            await person.presses("Discard ")
        else:
            picks = [
                label
                for label, button in panel.buttons.items()
                if label[-1:] in "♣♦♥♠" and len(label) <= 3 and not button.get("disabled")
            ]
            await person.presses(picks[-1])
    return person.pressed[pressed:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one_tap", "planned", "presses"),
    [(False, False, 3), (True, False, 2), (False, True, 2), (True, True, 1)],
)
@journey(people=2)
async def test_presses_a_turn(club: Club, *, one_tap: bool, planned: bool, presses: int) -> None:
    for person in club.people:
        await club.service.set_prefs(fresh(), person.named, Prefs(one_tap=one_tap))
    await club.sits(8)
    for _ in range(2):
        await (await mover_of(club.people)).presses("Pass")
    first, other = await club.turn()
    if planned:
        await other.presses("More")
        await other.presses("Always draw")
        await other.presses("Back to the hand")
    await whole_turn(club, first)
    assert len(await whole_turn(club, other)) == presses
