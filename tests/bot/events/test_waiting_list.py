"""A full event on the real bot: who waits, how they see it, and how they hear of their place."""

from pathlib import Path

import pytest

from engine.events.kinds import SWISS
from engine.events.plan import check_in_ms
from engine.service import UserId
from engine.service.events.types import EventState
from tests.bot.events.evening import evening, person
from tests.keys import fresh


@pytest.mark.slow
async def test_the_first_who_waits_gets_a_place_and_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path, 7) as here:
        event = await here.announce(SWISS, most="4")
        assert event.plan.most == 4
        for player in here.players[:4]:
            await here.world.service.events.enter(fresh(), event.id, person(player))
        for place, player in enumerate(here.players[4:], 1):
            entered = await here.panel(player, event, "Enter")
            assert "⏳ The event is full. You'll get a spot when someone leaves." in entered.text
            assert f"You're number {place} on the waiting list." in entered.text
            assert entered.has("Withdraw")
            assert not entered.has("Enter")
        again = await here.panel(here.players[5], event, "Enter")
        assert again.text == "You're already on the waiting list."
        message = here.message(event)
        assert "at most 4 players" in message.text
        assert "**Waiting list:** Player 5, Player 6, Player 7" in message.text
        entries = await here.panel(here.players[0], event, "Entries")
        assert "Player 5 ⏳" in entries.text
        await here.world.restart()
        await here.panel(here.players[1], event, "Withdraw")
        assert "**Waiting list:** Player 6, Player 7" in here.message(event).text
        told = "\n".join(one.text for one in here.thread(await here.event(event)))
        assert told.count(f"✋ <@{here.players[4].id}> has got a spot.") == 1

        await here.until(event.plan.starts_ms - check_in_ms(event.plan))
        waiting = await here.panel(here.players[6], event, "Check in")
        assert "You're number 2 on the waiting list. You're checked in." in waiting.text
        for number in (0, 2):
            await here.panel(here.players[number], event, "Check in")
        await here.until(event.plan.starts_ms)
        event = await here.event(event)
        assert event.state is EventState.RUNNING
        playing = {one.user_id for one in event.standings}
        assert playing == {UserId(here.players[number].id) for number in (0, 2, 6)}
        left = await here.panel(here.players[5], event, "My match")
        assert "No spot opened up for you." in left.text
        assert not here.world.env.errors
