"""What is shown catches up with a move that is committed while it is being sent."""

import asyncio
from pathlib import Path

import pytest

from bot.match.panels import PanelKind
from engine.game.actions import Ready
from engine.game.round import Phase
from engine.service import Applied, InteractionId, MatchCommand, UserId
from tests.journeys.in_flight import commit, late_edits, meanwhile, move, take_turn
from tests.journeys.people import mover_of
from tests.journeys.played import play_round
from tests.journeys.world import running_world, shown
from tests.waiting import until
from tests.worlds.lobbies import now
from tests.worlds.tables import live_match, loaded, seated


async def test_a_hand_that_is_being_opened_shows_the_move_made_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3)
        match = await live_match(world)
        mover = await mover_of(people)
        waiting = next(one for one in people if one is not mover)
        done = meanwhile(
            monkeypatch, "POST", "*/interactions/*/callback", lambda: take_turn(world, match)
        )
        await waiting.open_hand(now(world, table.message))
        assert done
        (panel,) = (
            one
            for user, kind, one in world.bot.parts.display.panels.of(match)
            if user == waiting.member.id and kind is PanelKind.HAND
        )
        live = await loaded(world, match)
        assert panel.shown == live.version
        assert "Waiting for" not in waiting.panel().text
        assert waiting.may_move


async def test_the_first_hand_after_accepting_shows_the_move_made_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        asked = (await world.slash(alice, "challenge", opponent=bob)).response

        async def act() -> None:
            await move(world, await live_match(world))

        done = meanwhile(monkeypatch, "POST", "*/webhooks/*", act)
        await world.press(bob, shown(asked, asked.components), "Accept")
        assert done
        match = await live_match(world)
        live = await loaded(world, match)
        panels = world.bot.parts.display.panels.of(match)
        assert [one.shown for _, _, one in panels] == [live.version]
        seat = live.seat_of(UserId(bob.id))
        (mine,) = (
            one for one in world.env.backend.messages[world.channel.id].values() if one.is_ephemeral
        )
        text = now(world, mine).text
        assert ("Your turn" in text) is (seat in live.public().to_act)


async def test_a_watch_panel_that_is_being_opened_shows_the_move_made_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=3) as world:
        _, table = await seated(world, 3)
        match = await live_match(world)
        done = meanwhile(
            monkeypatch, "POST", "*/interactions/*/callback", lambda: move(world, match)
        )
        result = await world.press(world.members[2], now(world, table.message), "Watch")
        assert done
        live = await loaded(world, match)
        panels = world.bot.parts.display.panels.of(match)
        (panel,) = (one for _, kind, one in panels if kind is PanelKind.WATCH)
        assert panel.shown == live.version
        assert result.ephemeral


@pytest.mark.slow
async def test_a_table_answered_late_does_not_stay_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 3, rules="standard")
        match = await live_match(world)
        await play_round(world)
        first, second = people

        async def also_ready() -> None:
            live = await loaded(world, match)
            outcome = await world.service.act(
                MatchCommand(InteractionId(1), match, UserId(second.member.id), Ready())
            )
            assert isinstance(outcome, Applied)
            assert outcome.live.version > live.version
            await world.service.bus.drained()
            # Discord shows what arrived last: the answer that was made before.
            world.stored(table.message.id).components[:] = before

        before = list(world.stored(table.message.id).components)
        done = meanwhile(monkeypatch, "POST", "*/interactions/*/callback", also_ready)
        await world.press(first.member, now(world, table.message), "Ready")
        assert done
        live = await loaded(world, match)
        assert live.public().number == 2
        assert "round 2" in now(world, table.message).text


async def test_an_edit_that_arrives_late_does_not_stay_on_a_panel_that_was_refreshed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, _ = await seated(world, 3)
        match = await live_match(world)
        while (await loaded(world, match)).public().tables[0].phase is not Phase.DRAW:
            await move(world, match)
        await world.settle()
        mover = await mover_of(people)
        waiting = next(one for one in people if one is not mover)
        before = waiting.panel()
        async with late_edits(monkeypatch) as held:
            await commit(world, match)
            await until(lambda: bool(held))
            while (await loaded(world, match)).seat_of(UserId(waiting.member.id)) not in (
                await loaded(world, match)
            ).public().to_act:
                await commit(world, match)
            refresh = before.button("Refresh")["custom_id"]
            pressed = asyncio.create_task(waiting.member.click(before.message, custom_id=refresh))
            await until(lambda: waiting.may_move)
        await pressed
        await world.settle()
        assert waiting.may_move, waiting.panel().text
