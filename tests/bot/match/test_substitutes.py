"""Somebody leaves a table of three: what each of them reads and presses."""

from pathlib import Path

from engine.service import UserId
from tests.journeys.world import running_world, shown
from tests.worlds.lobbies import now, opened, play_round, seated_all, the_match


async def test_a_computer_plays_on_once_both_others_agree(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        message = await opened(world, "three_handed")
        people = await seated_all(world, message)
        first, second, leaver = world.members
        more = await world.press(leaver, now(world, message), "More")
        options = shown(more.response, more.response.components)
        await world.press(leaver, options, "Leave and let a computer play on")
        asked = now(world, message)
        assert "**Carol** wants to leave. A computer would take the seat." in asked.text
        assert "Not answered yet: Alice, Bob" in asked.text
        await world.press(first, asked, "Agree")
        assert "Not answered yet: Bob" in now(world, message).text
        await world.press(second, now(world, message), "Agree")
        table = now(world, message)
        assert "wants to leave" not in table.text
        assert not table.has("Agree")
        (live,) = await world.service.live_matches_of(UserId(second.id))
        assert live.seat_of(UserId(leaver.id)) is None
        seen = await world.press(leaver, table, "My hand")
        assert "You aren't at this table" in shown(seen.response, seen.response.components).text
        live = await play_round(world, people[:2])
        assert live.public().played


async def test_a_request_is_declined_and_everybody_plays_on(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        message = await opened(world, "three_handed")
        people = await seated_all(world, message)
        leaver, second, third = world.members
        await people[0].press("More")
        await people[0].press("Leave and let a computer play on")
        await world.press(second, now(world, message), "Decline")
        assert "wants to leave" not in now(world, message).text
        late = await world.press(third, now(world, message), "More")
        options = shown(late.response, late.response.components)
        pressed = await world.press(third, options, "Leave and let a computer play on")
        text = shown(pressed.response, pressed.response.components).text
        assert "It takes the seat when everyone else agrees." in text
        assert "**Carol** wants to leave" in now(world, message).text
        live = await the_match(world)
        assert live.seat_of(UserId(leaver.id)) is not None
