"""Who is called to their turn, how, how often, and when the call disappears."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from discord import PartialMessage
from simcord.actors import MemberActor

from bot.match import turn_pings
from bot.match.panels import TOKEN_SECONDS
from bot.ui.custom_id import base36
from bot.ui.requests import NotReachedError
from engine.game.actions import Draw, Pass, Resign
from engine.game.legal import Verb
from engine.service import (
    Applied,
    GuildConfig,
    InteractionId,
    LiveMatch,
    MatchCommand,
    Notify,
    Person,
    UserId,
)
from tests.journeys.in_flight import meanwhile
from tests.journeys.world import World, running_world, shown
from tests.keys import fresh
from tests.service.world import sensible
from tests.worlds.tables import live_match
from tests.worlds.turn_calls import (
    SOON,
    called,
    calls,
    eventually,
    loaded,
    nothing_more,
    quick_world,
    started,
)


def on_turn(world: World, live: LiveMatch) -> MemberActor:
    """The member whose turn it is."""
    user = live.player(live.public().to_act[0]).user_id
    return next(one for one in world.members if one.id == user)


async def moved(world: World, live: LiveMatch, action: Any = None, key: int = 0) -> LiveMatch:
    """The one whose turn it is moves, as if from another device."""
    seat = live.public().to_act[0]
    user = live.player(seat).user_id
    assert user is not None
    chosen = sensible(live, seat) if action is None else action
    interaction = InteractionId(key or 9_000_000 + live.version)
    command = MatchCommand(interaction, live.id, user, chosen, live.revision(seat))
    outcome = await world.service.act(command)
    assert isinstance(outcome, Applied), outcome
    return outcome.live


async def turn_over(world: World, live: LiveMatch) -> LiveMatch:
    """Move until it is somebody else's turn."""
    mover = on_turn(world, live)
    while on_turn(world, live) is mover:
        seat = live.public().to_act[0]
        legal = live.view(seat).legal
        first = Pass() if Verb.PASS in legal.verbs else None
        live = await moved(world, live, Draw() if Verb.DRAW in legal.verbs else first)
    return live


async def prefer(world: World, member: MemberActor, **chosen: object) -> None:
    before = await world.service.prefs(UserId(member.id))
    person = Person(UserId(member.id), member.name)
    await world.service.set_prefs(fresh(), person, before.model_copy(update=chosen))
    world.bot.parts.messenger.preferences.forget(member.id)


async def test_nobody_is_called_whose_hand_is_on_its_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=3) as world:
        pings = world.bot.parts.display.pings
        pings.delay = 1000.0
        live, table = await started(world)
        held: list[int] = []

        async def meanwhile_due() -> None:
            pings._events.cancel((live.id, UserId(first.id)))
            await pings._consider(live.id, UserId(first.id))
            held.append(len(calls(world)))

        first = on_turn(world, live)
        done = meanwhile(monkeypatch, "POST", "*/callback", meanwhile_due)
        await world.press(first, table, "My hand")
        assert done
        await nothing_more(world)
        assert held == [0], done
        assert not calls(world)


@pytest.mark.parametrize("is_activity", [False, True])
async def test_a_call_opens_its_table_on_the_card_table(tmp_path: Path, is_activity: bool) -> None:
    settings = {"activities": is_activity, "web_url": "https://gin.example.org"}
    async with running_world(tmp_path, people=3, settings=settings) as world:
        world.bot.parts.display.pings.delay = SOON
        live, _ = await started(world)
        await eventually(world, lambda: len(calls(world)) == 1)
        link = shown(calls(world)[0], calls(world)[0].components).button("Open table")["url"]
        match = base36(live.id)
        assert link == (
            f"https://discord.com/activities/{world.bot.application_id}?custom_id=table-{match}"
            if is_activity
            else f"https://gin.example.org/#match={match}"
        )


async def test_one_call_a_turn_gone_after_the_move(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        live, _ = await started(world)
        first = on_turn(world, live)
        await eventually(world, lambda: len(calls(world)) == 1)
        assert called(world) == [first.id]
        message = shown(calls(world)[0], calls(world)[0].components)
        assert message.has("My hand")
        assert message.button("Go to table")["url"].endswith(str(live.table.message or ""))
        await nothing_more(world)
        assert len(calls(world)) == 1
        live = await turn_over(world, live)
        second = on_turn(world, live)
        assert second is not first
        await eventually(world, lambda: called(world) == [second.id])
        await moved(world, live, Resign())
        await eventually(world, lambda: calls(world) == [])
        assert await world.service.mentions.every() == ()
        assert not world.env.errors


async def test_who_looks_at_the_hand_is_not_called(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        world.bot.parts.display.pings.delay = 60.0
        live, table = await started(world)
        for member in world.members[:2]:
            await world.press(member, table, "My hand")
        world.bot.parts.display.pings.delay = SOON
        for _ in range(4):
            live = await turn_over(world, live)
            await nothing_more(world)
            assert calls(world) == []


async def test_opening_the_hand_takes_the_call_back_with_the_next_move(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        live, _ = await started(world)
        await eventually(world, lambda: len(calls(world)) == 1)
        room = world.bot.get_partial_messageable(world.channel.id)
        call = await room.fetch_message(calls(world)[0].id)
        message = shown(call, calls(world)[0].components)
        opened = await world.press(on_turn(world, live), message, "My hand")
        assert opened.ephemeral
        live = await turn_over(world, live)
        await eventually(world, lambda: called(world) == [on_turn(world, live).id])


async def test_a_direct_message_instead_and_a_closed_door(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        for member in world.members[:2]:
            await prefer(world, member, notify=Notify.DIRECT)
        live, _ = await started(world)
        backend = world.env.backend

        def direct() -> list[Any]:
            rooms = [one for one in backend.messages if one != world.channel.id]
            return [message for room in rooms for message in backend.messages[room].values()]

        await eventually(world, lambda: len(direct()) == 1)
        assert calls(world) == []
        assert "Your turn vs" in shown(direct()[0], direct()[0].components).text
        world.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
        live = await turn_over(world, live)
        await eventually(world, lambda: direct() == [])
        await nothing_more(world)
        assert (direct(), calls(world)) == ([], [])
        await turn_over(world, live)
        await eventually(world, lambda: len(direct()) == 1)
        assert not world.env.errors


async def test_neither_who_wants_no_call_nor_a_server_without_pings(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        for member in world.members[:2]:
            await prefer(world, member, notify=Notify.NONE)
        live, _ = await started(world)
        await nothing_more(world)
        assert calls(world) == []
        for member in world.members[:2]:
            await prefer(world, member, notify=Notify.CHANNEL)
        admin = UserId(world.members[0].id)
        await world.service.set_guild_config(
            InteractionId(1), live.table.guild, admin, GuildConfig(pings=False)
        )
        live = await turn_over(world, live)
        await nothing_more(world)
        assert calls(world) == []


async def test_quiet_hours_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with quick_world(tmp_path) as world:
        for member in world.members[:2]:
            await prefer(world, member, quiet_hours=(0, 24 * 60 - 1))
        monkeypatch.setattr(world.bot.parts.display.pings, "_now", lambda: 12 * 3600.0)
        live, _ = await started(world)
        await nothing_more(world)
        assert calls(world) == []
        monkeypatch.setattr(world.bot.parts.display.pings, "_now", lambda: 24 * 3600.0 - 60.0)
        live = await turn_over(world, live)
        await eventually(world, lambda: called(world) == [on_turn(world, live).id])


async def test_a_restart_calls_nobody_twice_and_forgets_no_call(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        live, _ = await started(world)
        await eventually(world, lambda: len(calls(world)) == 1)
        before = calls(world)[0].id
        await world.restart()
        world.bot.parts.display.pings.delay = SOON
        await nothing_more(world)
        assert [one.id for one in calls(world)] == [before]
        live = await turn_over(world, await loaded(world, live.id))
        await eventually(world, lambda: called(world) == [on_turn(world, live).id])
        await moved(world, live, Resign(), key=77)
        await eventually(world, lambda: calls(world) == [])


@pytest.mark.parametrize("ends_between", [False, True], ids=["goes on", "ends between"])
async def test_a_call_that_could_not_be_deleted_is_deleted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends_between: bool
) -> None:
    monkeypatch.setattr(turn_pings, "RETRY_SECONDS", (30 * SOON,))
    async with quick_world(tmp_path) as world:
        live, _ = await started(world)
        await eventually(world, lambda: len(calls(world)) == 1)
        first = called(world)
        with patch.object(PartialMessage, "delete", side_effect=NotReachedError("gone")) as tried:
            live = await turn_over(world, live)
            await eventually(world, lambda: tried.call_count > 0)
            await eventually(world, lambda: len(calls(world)) == 2)
            if ends_between:
                await world.bot.parts.display.pings.stop()
        if ends_between:
            await world.bot.parts.display.pings.start()
        await eventually(world, lambda: len(calls(world)) == 1)
        assert called(world) != first
        await nothing_more(world)
        assert [one.user_id for one in await world.service.mentions.every()] == called(world)


async def test_nobody_is_called_against_a_computer(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        await world.slash(world.members[0], "practice")
        match = await live_match(world)
        world.bot.parts.display.panels._open.clear()
        world.bot.parts.display.panels._by_match.clear()
        live = await loaded(world, match)
        await moved(world, live)
        await nothing_more(world)
        assert calls(world) == []


@pytest.mark.slow
async def test_a_panel_that_dies_lets_its_owner_be_called(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        world.bot.parts.display.pings.delay = 60.0
        live, table = await started(world)
        second = next(one for one in world.members[:2] if one is not on_turn(world, live))
        await world.press(second, table, "My hand")
        ((_, _, panel),) = world.bot.parts.display.panels.of(live.id)
        moment = panel.born + TOKEN_SECONDS - 0.2
        world.bot.parts.display.panels._clock = lambda: moment
        world.bot.parts.display.pings.delay = SOON
        await turn_over(world, live)
        await nothing_more(world)
        assert called(world) == [], "the panel still shows that it is their turn"
        moment += 0.3
        await eventually(world, lambda: called(world) == [second.id])


async def test_the_settings_choose_how_one_is_called(tmp_path: Path) -> None:
    async with quick_world(tmp_path) as world:
        alice = world.members[0]
        sent = (await world.slash(alice, "settings")).response
        await world.choose(alice, shown(sent, sent.components), "set-notify", "dm")
        page = shown(sent, world.stored(sent.id).components)
        await world.choose(alice, page, "set-quiet_hours", f"{22 * 60}-{7 * 60}")
        kept = await world.service.prefs(UserId(alice.id))
        assert kept.notify is Notify.DIRECT
        assert kept.quiet_hours == (22 * 60, 7 * 60)
        page = shown(sent, world.stored(sent.id).components)
        await world.choose(alice, page, "set-quiet_hours", "none")
        assert (await world.service.prefs(UserId(alice.id))).quiet_hours is None
