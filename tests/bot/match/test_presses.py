"""How many presses a turn takes from a panel that is open: the goal is three, two with one tap."""

from pathlib import Path

import pytest

from engine.game.round import RoundEventKind
from engine.service import Person as Named
from engine.service import Prefs, UserId
from tests.journeys.people import Person, mover_of
from tests.journeys.world import World, running_world
from tests.keys import fresh
from tests.worlds.tables import live_match, seated


async def discards_of(world: World, person: Person) -> int:
    """How many cards somebody has discarded so far."""
    live = await world.service.load(await live_match(world))
    assert live is not None
    seat = live.seat_of(UserId(person.member.id))
    table = live.public().tables[0]
    return sum(
        event.fact is RoundEventKind.DISCARDED and table.players[event.side] is seat
        for event in table.events
    )


async def whole_turn(world: World, person: Person) -> list[str]:
    """Draw and discard; the labels of the buttons that were pressed for it."""
    before, pressed = await discards_of(world, person), len(person.pressed)
    while await discards_of(world, person) == before:
        panel = person.panel()
        if panel.has("Stock"):
            await person.press("Stock")
        elif panel.has("Discard "):
            await person.press("Discard ")
        else:
            picks = [
                label
                for label, button in panel.buttons.items()
                if label[-1:] in "♣♦♥♠" and len(label) <= 3 and not button.get("disabled")
            ]
            await person.press(picks[-1])
    return person.pressed[pressed:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one_tap", "planned", "presses"),
    [(False, False, 3), (True, False, 2), (False, True, 2), (True, True, 1)],
)
async def test_presses_a_turn(
    tmp_path: Path, *, one_tap: bool, planned: bool, presses: int
) -> None:
    async with running_world(tmp_path, people=2) as world:
        for member in world.members:
            user = UserId(member.id)
            await world.service.set_prefs(fresh(), Named(user, member.name), Prefs(one_tap=one_tap))
        people, _ = await seated(world, 8)
        for _ in range(2):
            await (await mover_of(people)).press("Pass")
        first = await mover_of(people)
        other = next(person for person in people if person is not first)
        if planned:
            await other.press("More")
            await other.press("Always draw")
            await other.press("Back to the hand")
        await whole_turn(world, first)
        assert len(await whole_turn(world, other)) == presses
        assert not world.env.errors
