"""The real bot on SimCord with a real database file, and people who press what is offered."""

import asyncio
import contextlib
import itertools
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env

from bot.app import GinBot
from bot.settings import Settings
from bot.ui.custom_id import Area, parse_custom_id
from bot.ui.pacing import PressLimits
from engine.service import Chooser, Service, TimeSettings
from engine.store import Store
from tests.databases import ready
from tests.journeys.cheaply import cheaply
from tests.journeys.patience import left, patient


def unhurried() -> PressLimits:
    """A pace that no test can outrun: a second passes between any two presses."""
    return PressLimits(clock=itertools.count().__next__)


A_MOMENT_S = 0.001
"""No two presses are made in the same millisecond."""
QUICK = TimeSettings(pause_ms=3_600_000, pace_ms=(0, 0))


@dataclass
class Shown:
    """A message as one person sees it: its texts, buttons, menus and pictures."""

    message: Any
    texts: list[str] = field(default_factory=list)
    buttons: dict[str, dict[str, Any]] = field(default_factory=dict)
    menus: list[dict[str, Any]] = field(default_factory=list)
    pictures: list[dict[str, Any]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    def button(self, start: str) -> dict[str, Any]:
        """The button whose label begins with ``start``."""
        for label, button in self.buttons.items():
            if label.startswith(start):
                return button
        raise AssertionError(f"no button {start!r} among {list(self.buttons)}")

    def menu(self, which: int | str) -> dict[str, Any]:
        """A menu by its place, or by how its custom id ends."""
        if isinstance(which, int):
            return self.menus[which]
        found = [menu for menu in self.menus if menu["custom_id"].endswith(which)]
        assert len(found) == 1, f"{len(found)} menus end with {which!r}"
        return found[0]

    def has(self, start: str) -> bool:
        return any(label.startswith(start) for label in self.buttons)


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from walk(component.get("components", []))


AS_TEXT = "\ufe0e"
"""Follows black suits, so that they are shown in the colour of the text."""


def shown(message: Any, components: list[dict[str, Any]]) -> Shown:
    found = Shown(message)
    for part in walk(components):
        match part.get("type"):
            case 2:
                found.buttons[part.get("label", "").replace(AS_TEXT, "")] = part
            case 3:
                found.menus.append(part)
            case 10:
                found.texts.append(part["content"].replace(AS_TEXT, ""))
            case 12:
                found.pictures += part["items"]
    return found


@dataclass
class Time:
    """The real time, moved ahead by as much as a test likes."""

    ahead_ms: int = 0

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms

    def elapsed_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000 + self.ahead_ms


@dataclass
class World:
    """One server with a channel and some members."""

    env: Env
    bot: GinBot
    service: Service
    channel: ChannelHandle
    members: list[MemberActor]
    folder: Path
    terms: TimeSettings
    time: Time

    async def restart(self) -> None:
        """Stop everything and start it again on the same file."""
        await self.service.close()
        settings = settings_for(self.folder)
        store = await Store.open(settings.database_url.get_secret_value())
        self.service = Service(store, time_settings=self.terms, clock=self.time)
        await self.service.start()
        former, self.bot = self.bot, new_bot(self.service, settings)
        await self.env.restart_bot(self.bot)
        await left(former)
        messages = self.service.messages
        for live in await messages.outdated_matches(500):
            await self.bot.parts.display.tables.draw(live)
        for lobby in await messages.outdated_lobbies(500):
            await self.bot.parts.invitations.draw(lobby)
        await self.settle()

    async def settle(self) -> None:
        """Wait for everything that a press set off: computers, boards, panels.

        One may set off another, so it is over when nothing more was sent twice in a row.
        """
        quiet = 0
        while quiet < 2:
            sent = len(self.env.http_requests)
            await self.service.idle()
            await self.env.settle()
            quiet = quiet + 1 if len(self.env.http_requests) == sent else 0
        await self.service.messages.flush()
        await asyncio.sleep(A_MOMENT_S)

    async def slash(self, member: MemberActor, command: str, /, **options: Any) -> Any:
        whole = f"gin-{command}" if command.startswith("admin ") else f"gin {command}"
        result = await member.slash(self.channel, whole, **options)
        await self.settle()
        return result

    def hand_out(self, member: MemberActor) -> None:
        """Show somebody the administrators' commands, as a server's settings can."""
        command = self.bot.parts.messenger.markup.commands["gin-admin settings"]
        self.env.guild.set_command_permissions(command, {member: True})

    async def press(self, member: MemberActor, panel: Shown, label: str) -> Any:
        """Press the button whose label begins with ``label``."""
        custom_id = panel.button(label)["custom_id"]
        result = await member.click(panel.message, custom_id=custom_id)
        await self.settle()
        return result

    async def choose(self, member: MemberActor, panel: Shown, menu: int | str, value: str) -> Any:
        result = await member.select(
            panel.message, [value], custom_id=panel.menu(menu)["custom_id"]
        )
        await self.settle()
        return result

    def stored(self, message_id: int) -> Any:
        return self.env.backend.get_message(self.channel.id, message_id)

    def public(self) -> list[Shown]:
        """What everybody sees in the channel, oldest first."""
        stored = self.env.backend.messages[self.channel.id].values()
        return [shown(one, one.components) for one in stored if not one.is_ephemeral]


README = Path(__file__).parents[2] / "README.md"


def invited() -> discord.Permissions:
    """What the invitation in the README asks for."""
    found = re.search(r"scope=bot\+applications\.commands&permissions=(\d+)", README.read_text())
    assert found is not None
    return discord.Permissions(int(found[1]))


def allow_only(env: Env, guild: GuildHandle, permissions: discord.Permissions) -> None:
    """Give the bot these permissions and no others, by its own role or as everybody's."""
    backend = env.backend
    backend.edit_role(guild.id, bot_role(env, guild), {"permissions": permissions.value})
    everybody = permissions | discord.Permissions(use_application_commands=True)
    backend.edit_role(guild.id, guild.id, {"permissions": everybody.value})


def bot_role(env: Env, guild: GuildHandle) -> int:
    roles = env.backend.get_guild(guild.id).roles.values()
    return next(role.id for role in roles if role.managed)


def settings_for(folder: Path) -> Settings:
    return Settings(
        data_dir=folder,
        database_url=f"sqlite:///{folder / 'gin.db'}",
        backup_dir=folder / "backups",
    )


def new_bot(service: Service, settings: Settings, *, warm: bool = False) -> GinBot:
    """The bot; ``warm``: as in earnest, which costs each test a second or two."""
    return GinBot(service, settings, edit_interval=0.0, pace=unhurried(), warm=warm)


@contextlib.asynccontextmanager
async def running_world(
    folder: Path,
    *,
    people: int = 4,
    terms: TimeSettings = QUICK,
    chooser: Chooser | None = None,
    warm: bool = False,
    settings: Mapping[str, Any] = MappingProxyType({}),
    made: Callable[..., World] = World,
) -> AsyncIterator[World]:
    """The service first, then the bot on SimCord, then people.

    ``chooser``: who thinks for computers, in place of the processes that do it elsewhere.
    ``settings``: of the operator, beside the folder and the database. ``made``: what is yielded.
    What is the same for every world, or looked at in none, is made :func:`cheaply` unless ``warm``.
    """
    chosen = settings_for(folder).model_copy(update=dict(settings))
    store = await Store.open(ready(chosen.database_url.get_secret_value()))
    clock = Time()
    with contextlib.nullcontext() if warm else cheaply():
        service = Service(store, time_settings=terms, clock=clock, chooser=chooser)
        await service.start()
        try:
            bot = new_bot(service, chosen, warm=warm)
            async with patient(bot) as env:
                guild = env.create_guild("Gin Club")
                channel = guild.create_text_channel("card-room")
                names = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi")
                members = [
                    guild.add_member(env.create_user(name.lower(), global_name=name))
                    for name in names[:people]
                ]
                world = made(env, bot, service, channel, members, folder, terms, clock)
                yield world
                service = world.service
        finally:
            await service.close()


def is_play(button: dict[str, Any]) -> bool:
    press = parse_custom_id(button.get("custom_id", ""))
    return press is not None and press.area is Area.PLAY


HIDDEN_DRAW = re.compile(r"drew \S+ from the stock")


async def redrawn(world: World) -> int:
    """Draw what was left behind; return the number of match messages."""
    parts = world.bot.parts
    drawn = await parts.display.tables.redraw()
    await parts.invitations.redraw()
    return drawn
