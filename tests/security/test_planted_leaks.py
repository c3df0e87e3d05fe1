"""Cards let out on purpose in one place after another: the canary test finds every one."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from prometheus_client import Counter

from bot.match import messages, panels, public_handlers
from bot.moderation import handlers
from bot.ui.screen import Screen, Text
from bot.wording.cards import short
from engine.game.cards import cards_of
from engine.service import LiveMatch
from tests.journeys.paths import ask
from tests.journeys.world import World, running_world
from tests.security.listening import Listener
from tests.worlds.tables import live_match, seated

pytestmark = pytest.mark.slow

Plant = Callable[[pytest.MonkeyPatch, World, LiveMatch], None]


def hidden(live: LiveMatch) -> str:
    """A hand that no spectator and no opponent may know."""
    return " ".join(short(one) for one in cards_of(live.view(live.public().seats[0]).hand))


def on_screen(where: object, name: str) -> Plant:
    """A screen that says more than it should."""

    def plant(patch: pytest.MonkeyPatch, world: World, live: LiveMatch) -> None:
        honest = getattr(where, name)

        def leaking(*arguments: object, **more: object) -> Screen:
            screen = honest(*arguments, **more)
            return Screen((*screen.parts, Text(hidden(live))), screen.accent)

        patch.setattr(where, name, leaking)

    return plant


def in_choices(patch: pytest.MonkeyPatch, world: World, live: LiveMatch) -> None:
    honest = discord.InteractionResponse.autocomplete

    async def leaking(self: Any, choices: Any) -> None:
        await honest(self, [*choices, app_commands.Choice(name=hidden(live)[:99], value="x")])

    patch.setattr(discord.InteractionResponse, "autocomplete", leaking)


def in_an_export(patch: pytest.MonkeyPatch, world: World, live: LiveMatch) -> None:
    honest = world.service.export_of

    async def leaking(user: Any) -> dict[str, object]:
        return {**await honest(user), "hands": hidden(live)}

    patch.setattr(world.service, "export_of", leaking)


def in_a_label(patch: pytest.MonkeyPatch, world: World, live: LiveMatch) -> None:
    registry = world.bot.parts.messenger.metrics.registry
    counter = Counter("planted", "A planted leak", ("hand",), registry=registry)
    counter.labels(hidden(live)).inc()


def in_a_log_line(patch: pytest.MonkeyPatch, world: World, live: LiveMatch) -> None:
    logging.getLogger("bot.planted").warning("the hand is %s", hidden(live))


def in_a_report(patch: pytest.MonkeyPatch, world: World, live: LiveMatch) -> None:
    """The record that goes with a complaint holds the round that is still played."""

    async def leaking(bot: object, match: object) -> str:
        return hidden(live)

    patch.setattr(handlers, "_frozen", leaking)


def nowhere(patch: pytest.MonkeyPatch, world: World, live: LiveMatch) -> None:
    """An honest bot."""


PLANTS: dict[str, Plant] = {
    "public board": on_screen(messages, "table_screen"),
    "spectator panel": on_screen(public_handlers, "watch_screen"),
    "spectator panel that follows": on_screen(panels, "watch_screen"),
    "hand that follows": on_screen(panels, "panel_of"),
    "autocomplete": in_choices,
    "export": in_an_export,
    "frozen record": in_a_report,
    "metric label": in_a_label,
    "log line": in_a_log_line,
}


async def heard(folder: Path, plant: Plant, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What a listener makes of some moves with everything that can be asked for beside them."""
    caplog.set_level(logging.DEBUG)
    with pytest.MonkeyPatch.context() as patch:
        async with running_world(folder, people=3) as world:
            people, table = await seated(world, 11)
            carol = world.members[2]
            listener = Listener(world, await live_match(world))
            await listener.listen()
            live = await world.service.load(listener.match)
            assert live is not None
            began = len(caplog.records)
            plant(patch, world, live)
            await world.press(carol, table, "Watch")
            for _ in range(3):
                mover = next(one for one in people if one.may_move)
                await mover.take_turn()
                await listener.listen()
            await carol.autocomplete(world.channel, "gin rules", "rules", "o")
            await listener.listen()
            export = await world.service.export_of(carol.id)  # type: ignore[arg-type]
            listener.judge_text("export", str(export), carol.id)
            for command in ("history", "replay", "profile", "leaderboard", "verify", "coach"):
                await ask(world, carol, command)
                await ask(world, people[0].member, command)
            await ask(
                world,
                people[0].member,
                "friends report",
                user=people[1].member.user,
                reason="slow play",
            )
            (report,) = await world.service.reports.of(live.table.guild)
            frozen = await world.service.reports.record_of(report.id) or ""
            listener.judge_text("frozen record", frozen)
            await listener.listen()
            listener.judge_text("metrics", world.bot.parts.messenger.metrics.text().decode())
            for record in caplog.records[began:]:
                if record.name.startswith(("bot", "engine", "sqlalchemy")):
                    listener.judge_text(f"log {record.name}", record.getMessage())
            return listener.leaks


@pytest.mark.parametrize("name", PLANTS)
async def test_a_planted_leak_is_found(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert await heard(tmp_path, PLANTS[name], caplog)


async def test_where_nothing_is_planted_nothing_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert await heard(tmp_path, nowhere, caplog) == []
