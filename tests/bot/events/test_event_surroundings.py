"""What Discord has around an event: its message, thread, calendar, roles and direct messages."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest
from sqlalchemy import update

from engine.clocks import HOUR, MINUTE
from engine.events.kinds import ARENA, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS
from engine.events.plan import EventKind
from engine.service import Notify, Prefs, UserId
from engine.service.events.outcomes import EventChanged
from engine.service.events.rows import plan_text
from engine.service.events.types import Announce, Event, EventState
from engine.service.matches import match_timers
from engine.service.people import ChannelId
from engine.service.scheduler import Timer, TimerKind
from engine.service.tx import Tx
from engine.store.schema import events
from tests.bot.events.evening import Evening, evening, person
from tests.journeys.world import Shown, allow_only, invited, shown
from tests.keys import fresh
from tests.waiting import until
from tests.worlds.servers import settled

FEW = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)


async def redraw(here: Evening) -> int:
    """Draw what is behind, as the bot does every half minute."""
    parts = here.world.bot.parts
    parts.events.backoff._rests.clear()
    drawn = await parts.events.redraw()
    await here.world.settle()
    return drawn


def scheduled(here: Evening) -> list[Any]:
    return list(here.world.env.backend.get_guild(here.guild).scheduled_events.values())


def allow(here: Evening, permissions: discord.Permissions) -> None:
    """Give the bot these permissions only."""
    allow_only(here.world.env, here.world.env.guild, permissions)


async def prefer(here: Evening, number: int, **choices: object) -> None:
    who = person(here.players[number])
    await here.world.service.set_prefs(fresh(), who, Prefs.model_validate(choices))
    here.world.bot.parts.messenger.preferences.forget(who.user_id)


async def test_a_deleted_message_is_posted_again_and_only_once(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.announce(SWISS)
        here.world.env.backend.delete_message(event.channel, event.message or 0)
        await here.world.service.events.enter(fresh(), event.id, person(here.players[0]))
        await here.world.settle()
        after = await here.event(event)
        assert after.message not in (None, event.message)
        assert "Player 1" in here.message(after).text
        await here.world.service.events.enter(fresh(), event.id, person(here.players[1]))
        await here.world.settle()
        assert (await here.event(event)).message == after.message
        assert "Player 2" in here.message(after).text


@pytest.mark.slow
async def test_a_channel_that_cannot_be_written_is_caught_up_with(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.announce(SWISS)
        allow(here, discord.Permissions(send_messages=True))
        await here.world.service.events.enter(fresh(), event.id, person(here.players[0]))
        await here.world.settle()
        assert await redraw(here) == 0, "the bot's permission is known to be missing"
        assert "No entries yet." in here.message(event).text
        allow(here, FEW)
        assert await redraw(here) == 1
        assert "Player 1" in here.message(event).text
        assert (await here.event(event)).message == event.message
        assert await redraw(here) == 0


async def test_a_message_too_old_to_edit_is_replaced(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.announce(SWISS)
        pattern = f"/channels/*/messages/{event.message}"
        here.world.env.inject_error("PATCH", pattern, status=429, code=30046)
        await here.world.service.events.enter(fresh(), event.id, person(here.players[0]))
        await here.world.settle()
        await redraw(here)
        after = await here.event(event)
        assert after.message not in (None, event.message)
        assert after.rendered_version == after.version
        assert "Player 1" in here.message(after).text
        there = here.world.env.backend.messages[here.world.channel.id]
        assert event.message not in there, "an event has one message"
        assert not here.world.env.errors


async def test_an_event_whose_channel_is_gone_moves_to_one_that_the_server_allows(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.announce(SWISS)
        other = here.world.env.guild.create_text_channel("gin-only")
        await settled(here.world, channels=[other.id])
        for method in ("PATCH", "POST"):
            here.world.env.inject_error(
                method,
                f"/channels/{here.world.channel.id}/messages*",
                status=404,
                code=10003,
                times=None,
            )
        await here.world.service.events.enter(fresh(), event.id, person(here.players[0]))
        await here.world.settle()
        await redraw(here)
        after = await here.event(event)
        assert after.channel == other.id
        assert after.rendered_version == after.version
        here.world.channel = other
        assert "Player 1" in here.message(after).text
        await here.world.service.events.enter(fresh(), event.id, person(here.players[1]))
        await here.world.settle()
        await redraw(here)
        assert "Player 2" in here.message(await here.event(event)).text
        assert not here.world.env.errors


async def test_an_announcement_that_was_lost_is_posted_later(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        plan = (await here.announce(SWISS)).plan
        here.world.bot.parts.events.left_alone_s = 3600.0
        ask = Announce(
            fresh(), here.guild, ChannelId(here.world.channel.id), person(here.host), plan
        )
        lost = await here.world.service.events.announce(ask)
        assert isinstance(lost, EventChanged)
        assert await redraw(here) == 0, "its answer may still be on its way"
        here.world.bot.parts.events.left_alone_s = 0.0
        assert await redraw(here) == 1
        assert "**Start:**" in here.message(await here.event(lost.event)).text


@pytest.mark.slow
async def test_many_entries_are_one_edit(tmp_path: Path) -> None:
    async with evening(tmp_path, 16) as here:
        event = await here.announce(SWISS)
        events = here.world.bot.parts.events
        events._interval = 3600.0
        sent = len(here.world.env.http_requests)

        def edits() -> int:
            return sum(one.method == "PATCH" for one in here.world.env.http_requests[sent:])

        for player in here.players:
            await here.world.service.events.enter(fresh(), event.id, person(player))
        await here.world.settle()
        assert edits() == 0, "it waits for further entries"
        await events.draw(await here.event(event))
        assert "Player 16" in here.message(event).text
        assert edits() == 1


async def test_news_that_were_gathered_are_told_before_the_end(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.start(await here.announce(ROUND_ROBIN))
        events = here.world.bot.parts.events
        events._interval = 3600.0
        (pairing,) = event.pairings
        await here.decide(pairing, pairing.first)
        await here.world.settle()
        told = "\n".join(one.text for one in here.thread(await here.event(event)))
        assert "🏁" not in told
        await events.stop()
        await here.world.settle()
        told = "\n".join(one.text for one in here.thread(await here.event(event)))
        assert told.count("🏁") == 1


@pytest.mark.slow
async def test_without_threads_the_rounds_are_told_in_the_channel(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        allow(here, FEW)
        event = await here.start(await here.announce(ROUND_ROBIN))
        await here.play_out(event)
        event = await here.event(event)
        assert event.thread is None
        told = [one.text for one in here.world.public() if "Round 1 of" in one.text]
        assert len(told) == 1
        assert not here.world.env.errors


async def test_an_event_is_in_the_calendar(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        allow(here, invited() | discord.Permissions(manage_events=True))
        event = await here.announce(ARENA)
        (found,) = scheduled(here)
        assert found.name == "Arena"
        assert str(event.message) in found.entity_metadata["location"]
        for player in here.players:
            await here.world.service.events.enter(fresh(), event.id, person(player))
        later = event.plan.starts_ms + 48 * HOUR
        text = f"{datetime.fromtimestamp(later / 1000, UTC):%Y-%m-%d %H:%M}"
        tools = await here.panel(here.host, event, "Organise")
        await here.fill(here.host, tools, "Postpone", text)
        (found,) = scheduled(here)
        assert found.scheduled_start_time.startswith(text[:10])
        await here.world.restart()
        tools = await here.panel(here.host, event, "Organise", "Cancel event", "Cancel event")
        assert "Event cancelled." in tools.text
        (found,) = scheduled(here)
        assert found.status == discord.EventStatus.canceled.value
        assert not here.world.env.errors


@pytest.mark.slow
async def test_the_calendar_follows_start_and_end(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        allow(here, invited() | discord.Permissions(manage_events=True))
        event = await here.announce(SWISS)
        event = await here.start(event)
        (found,) = scheduled(here)
        assert found.status == discord.EventStatus.active.value
        await here.play_out(event)
        (found,) = scheduled(here)
        assert found.status == discord.EventStatus.completed.value


async def test_without_the_permission_the_calendar_stays_empty(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        allow(here, invited())
        event = await here.announce(SWISS)
        assert scheduled(here) == []
        assert event.message is not None
        assert not here.world.env.errors


async def holders(here: Evening, role: int) -> list[int]:
    members = here.world.env.backend.get_guild(here.guild).members.values()
    return [one.user_id for one in members if role in one.role_ids]


async def finished_with_role(here: Evening, role: Any) -> Event:
    event = await here.announce(SWISS, role=role, repeat="weekly")
    assert event.plan.winner_role == role.id
    return await here.play_out(await here.start(event))


@pytest.mark.slow
async def test_the_winner_gets_the_role_until_the_next_one(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        role = here.world.env.guild.create_role("Champion")
        allow(here, invited() | discord.Permissions(manage_roles=True))
        event = await finished_with_role(here, role)
        assert await holders(here, role.id) == [here.players[0].id]
        assert f"<@&{role.id}>" in here.message(event).text
        (following,) = (await here.world.service.events.of_guild(here.guild)).current
        assert following.plan.winner_role == role.id
        here.players.reverse()
        await here.play_out(await here.start(following))
        assert await holders(here, role.id) == [here.players[0].id]
        assert not here.world.env.errors


@pytest.mark.slow
async def test_a_role_that_is_gone_stops_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        role = here.world.env.guild.create_role("Champion")
        allow(here, invited() | discord.Permissions(manage_roles=True))
        event = await here.announce(SWISS, role=role)
        here.world.env.backend.delete_role(here.guild, role.id)
        event = await here.play_out(await here.start(event))
        assert "🥇 Player 1" in here.message(event).text
        assert event.rendered_version == event.version


@pytest.mark.slow
async def test_who_wants_direct_messages_gets_one_and_no_mention(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        await prefer(here, 0, notify=Notify.DIRECT)
        await prefer(here, 1, notify=Notify.NONE)
        minute = here.world.time.now_ms() // 60_000 % 1440
        await prefer(here, 2, quiet_hours=((minute - 60) % 1440, (minute + 600) % 1440))
        event = await here.start(await here.announce(SWISS))
        told = "\n".join(one.text for one in here.thread(await here.event(event)))
        mentioned = [player.id for player in here.players if f"<@{player.id}>" in told]
        assert mentioned == [here.players[3].id]
        for name in ("Player 1", "Player 2", "Player 3"):
            assert f"**{name}**" in told
        direct = [
            one
            for messages in direct_messages(here, here.players[0].id)
            for one in messages
            if "you're playing" in one
        ]
        assert len(direct) == 1


@pytest.mark.slow
async def test_who_is_in_a_cancelled_event_is_told_once_by_their_preferences(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, 6) as here:
        await prefer(here, 0, notify=Notify.DIRECT)
        await prefer(here, 1, notify=Notify.NONE)
        minute = here.world.time.now_ms() // 60_000 % 1440
        await prefer(here, 2, quiet_hours=((minute - 60) % 1440, (minute + 600) % 1440))
        event = await here.announce(SWISS)
        for player in here.players[:5]:
            await here.world.service.events.enter(fresh(), event.id, person(player))
        await here.panel(here.players[4], event, "Withdraw")
        await here.panel(here.host, event, "Organise", "Cancel event", "Cancel event")
        await here.world.settle()
        await here.world.restart()
        await here.wait(2 * MINUTE)
        told = "\n".join(one.text for one in here.thread(await here.event(event)))
        mentioned = [one.id for one in here.players for _ in range(told.count(f"<@{one.id}>"))]
        assert mentioned == [here.players[3].id]
        by_whom = "An organiser cancelled this event."
        assert told.count(by_whom) == 1
        written = [
            sum(by_whom in one for messages in direct_messages(here, player.id) for one in messages)
            for player in here.players
        ]
        assert written == [1, 0, 0, 0, 0, 0]


async def test_an_event_of_a_kind_that_went_ends_with_one_message_that_says_why(
    tmp_path: Path,
) -> None:
    """What the migration leaves of it: the plan is marked, and a timer is due."""
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(SWISS), by_buttons=0)
        before = len(here.thread(await here.event(event)))

        def mark(tx: Tx) -> None:
            plan = plan_text(replace(event.plan, dropped=True))
            own = events.c.event_id == event.id
            tx.execute(update(events).where(own).values(plan=plan))
            step = Timer(TimerKind.EVENT_STEP, event.id, 1, event.version, 0)
            match_timers.put(tx, step)

        await here.world.service._repeat(mark)
        await here.wait(MINUTE)
        event = await here.event(event)
        assert event.state is EventState.CANCELLED
        why = "Gin no longer runs this kind of event, so this one ended without a result."
        [said] = here.thread(event)[before:]
        assert why in said.text
        assert why in here.message(event).text
        await here.wait(HOUR)
        assert len(here.thread(event)) == before + 1


@pytest.mark.slow
async def test_without_threads_a_cancelled_event_is_told_in_the_channel(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        allow(here, FEW)
        event = await here.announce(SWISS)
        player = here.players[0]
        await here.world.service.events.enter(fresh(), event.id, person(player))
        await here.panel(here.host, event, "Organise", "Cancel event", "Cancel event")
        await here.world.settle()
        assert (await here.event(event)).thread is None
        lines = [one.text for one in here.world.public() if f"<@{player.id}>" in one.text]
        assert len(lines) == 1
        assert "An organiser cancelled this event." in lines[0]


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.0, 0.5], ids=["the turn first", "the pairing first"])
async def test_a_pairing_and_the_first_turn_are_one_mention(tmp_path: Path, delay: float) -> None:
    async with evening(tmp_path, 2) as here:
        parts = here.world.bot.parts
        parts.display.pings.delay = delay
        if not delay:
            parts.events._interval = 0.1  # the news are gathered a little longer
        event = await here.start(await here.announce(ROUND_ROBIN))

        def mentions(user: int) -> int:
            """How often somebody is called to their match."""
            backend = here.world.env.backend
            return sum(
                f"<@{user}>" in line and " vs " in line
                for messages in backend.messages.values()
                for one in messages.values()
                for line in shown(one, one.components).text.splitlines()
            )

        both = [player.id for player in here.players]
        await until(lambda: all(mentions(one) for one in both))
        await here.world.settle()
        assert [mentions(one) for one in both] == [1, 1]
        assert event.state is EventState.RUNNING


def direct_messages(here: Evening, user: int) -> list[list[str]]:
    backend = here.world.env.backend
    found = []
    for channel, messages in backend.messages.items():
        place = backend.channels.get(channel)
        if place is not None and user in getattr(place, "recipient_ids", ()):
            found.append([shown(one, one.components).text for one in messages.values()])
    return found


async def in_text_mode(here: Evening, event: Event, label: str) -> Shown:
    await prefer(here, 0, text_mode=True)
    return await here.panel(here.players[0], event, label)


@pytest.mark.parametrize(
    ("kind", "label"),
    [
        (KNOCKOUT, "Bracket"),
        pytest.param(SWISS, "Standings", marks=pytest.mark.slow),
        pytest.param(LEAGUE, "Standings", marks=pytest.mark.slow),
    ],
)
async def test_text_mode_says_what_the_picture_shows(
    tmp_path: Path, kind: EventKind, label: str
) -> None:
    async with evening(tmp_path, 5) as here:
        event = await here.start(await here.announce(kind))
        event = await here.play_round(event)
        picture = await here.panel(here.players[1], event, label)
        assert len(picture.pictures) == 1
        said = await in_text_mode(here, event, label)
        assert not said.pictures
        for number in range(1, 6):
            assert f"Player {number}" in said.text
        assert not here.world.env.errors


@pytest.mark.slow
async def test_a_large_bracket_is_seen_in_parts(tmp_path: Path) -> None:
    async with evening(tmp_path, 40) as here:
        event = await here.start(await here.announce(KNOCKOUT), by_buttons=0)
        assert event.state is EventState.RUNNING
        part = await here.panel(here.players[0], event, "Bracket")
        assert len(part.menus) == 1
        assert len(part.menus[0]["options"]) == 5
        end = await here.choose(here.players[0], part, "event-section", "4")
        assert "Final rounds" in str(end.menus)
        assert UserId(here.players[0].id) in {one.user_id for one in event.entries}


async def test_the_rules_are_shown_to_whoever_presses_and_leave_the_message(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, 1) as here:
        event = await here.announce(SWISS)
        before = here.message(event)
        rules = await here.panel(here.players[0], event, "Rules")
        assert rules.has("How to play")
        assert here.message(event).texts == before.texts
        scoring = await here.press(here.players[0], rules, "Scoring")
        assert scoring.message.id == rules.message.id
