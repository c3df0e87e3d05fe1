"""Tables in threads that are archived or locked, and in channels that the bot does not see."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from benchmarks.wire.tables import button, choose
from tests.seeds import lots
from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.objects import ALL_PERMISSIONS, THREAD, WITHOUT_THREADS, Channel, User
from tests.wire.server import CHANNEL, GUILD, Discord, running_discord
from tests.worlds.served import Served, served

ANN, BOB = 21, 22
ROOM = 7003 << 22
DRAWN_S = 15.0


@dataclass
class Table:
    """A table in a thread, and everything that its players were answered."""

    discord: Discord
    gin: Served
    channel: int
    answers: list[Interaction] = field(default_factory=list)

    @property
    def thread(self) -> Channel:
        return self.discord.guild.channels[self.channel]

    @property
    def board(self) -> Message:
        return next(
            one
            for one in self.discord.messages.in_channel(self.channel)
            if not one.is_ephemeral and "My hand" in str(one.components)
        )

    async def begin(self) -> None:
        asked = await self.command(ANN, "gin challenge", opponent=User(BOB))
        await self._press(BOB, asked.shown[0], button(asked.shown[0], "Accept"))
        await self.command(ANN, "gin hand")

    async def turn(self) -> None:
        """Let whoever is to move press until the other one is."""
        chance = lots("turns")
        for user in (ANN, BOB):
            if choose(self.hand(user), chance) is None:
                continue
            while (custom_id := choose(self.hand(user), chance)) is not None:
                await self._press(user, self.hand(user), custom_id)
                await asyncio.sleep(1)
            return

    def hand(self, user: int) -> Message:
        hands = [
            message
            for one in self.answers
            for message in one.shown
            if one.user == user and any("hand-" in name for name in message.files.values())
        ]
        return hands[-1]

    def told(self, user: int, words: str) -> int:
        """How many answers to somebody had these words."""
        return self._texts(user).count(words)

    def _texts(self, user: int) -> str:
        return "\n".join(one for who, one in self.seen if who == user)

    async def command(self, user: int, name: str, **options: object) -> Interaction:
        one = await self.discord.slash(user, name, channel=self.channel, **options)
        return await self._answered(one)

    async def _press(self, user: int, message: Message, custom_id: str) -> Interaction:
        return await self._answered(await self.discord.press(user, message, custom_id))

    async def _answered(self, one: Interaction) -> Interaction:
        self.answers.append(await self.discord.answered(one))
        await asyncio.sleep(1)
        shown = [*one.shown, *([one.pressed] if one.pressed is not None else [])]
        self.seen += [(one.user, message.text) for message in shown if message.is_ephemeral]
        return one

    seen: list[tuple[int, str]] = field(default_factory=list)

    async def changes(self, archived: bool, locked: bool) -> None:
        """The thread changes, and the gateway says so."""
        self.thread.archived, self.thread.locked = archived, locked
        await self.discord.gateway.tell(GUILD, "THREAD_UPDATE", self.thread.payload())
        await asyncio.sleep(1)

    async def drawn(self, before: int, seconds: float = DRAWN_S) -> bool:
        """Whether the table is edited within some seconds."""
        return await self._within(seconds, lambda: self.board.version > before)

    async def _within(self, seconds: float, is_so: Callable[[], bool]) -> bool:
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            if is_so():
                return True
            await asyncio.sleep(0.5)
        return False


@contextlib.asynccontextmanager
async def table(folder: Path, *, in_thread: bool = True) -> AsyncIterator[Table]:
    async with running_discord() as discord:
        discord.guild.channels[ROOM] = Channel(ROOM, GUILD, "a thread", THREAD, CHANNEL)
        discord.guild.rights = WITHOUT_THREADS
        async with served(folder, GIN_DISCORD_API=discord.api) as gin:
            await gin.until(discord.gateway.identified.is_set)
            await asyncio.sleep(3)
            yield Table(discord, gin, ROOM if in_thread else CHANNEL)


async def test_an_archived_thread_is_opened_again_for_its_table(tmp_path: Path) -> None:
    async with table(tmp_path) as game:
        await game.begin()
        await game.changes(archived=True, locked=False)
        before = game.board.version
        await game.turn()
        assert await game.drawn(before)
        assert not game.thread.archived
        before = game.board.version
        await game.turn()
        assert await game.drawn(before)


async def test_a_locked_thread_is_told_of_once_and_drawn_when_it_is_open_again(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as game:
        await game.begin()
        await game.changes(archived=True, locked=True)
        before = game.board.version
        for _ in range(6):
            await game.turn()
        assert game.board.version == before
        words = "I can't post in this table's channel any more"
        assert {user: game.told(user, words) for user in (ANN, BOB)} == {ANN: 1, BOB: 1}
        await asyncio.sleep(1200)
        requests = [one for one in game.discord.rest.records.all if one.status >= 400]
        assert len(requests) < 30
        await game.changes(archived=False, locked=False)
        assert await game.drawn(before)


LOCKED = "This thread is locked"


async def test_a_thread_that_is_locked_but_active_is_told_of_with_the_command(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as game:
        await game.changes(archived=False, locked=True)
        await game.begin()
        assert {user: game.told(user, LOCKED) for user in (ANN, BOB)} == {ANN: 1, BOB: 1}
        before = game.board.version
        for _ in range(4):
            await game.turn()
        assert game.board.version == before
        for user in (ANN, BOB):
            assert game.told(user, LOCKED) == 1
            assert game.told(user, "Manage Threads") == 1
            assert game.told(user, "I can't post in this table's channel any more") == 0
        await asyncio.sleep(1200)
        requests = [one for one in game.discord.rest.records.all if one.status >= 400]
        assert len(requests) < 5
        await game.changes(archived=False, locked=False)
        assert await game.drawn(before, 5.0), "the wait is over"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("gin challenge", {"opponent": User(BOB)}),
        ("gin open", {}),
        ("gin practice", {}),
    ],
)
@pytest.mark.parametrize("may_manage", [False, True])
async def test_each_first_command_tells_of_a_locked_thread(
    tmp_path: Path, command: str, options: dict[str, object], may_manage: bool
) -> None:
    async with table(tmp_path) as game:
        if may_manage:
            game.discord.guild.rights = ALL_PERMISSIONS
        await game.changes(archived=False, locked=True)
        await game.command(ANN, command, **options)
        assert game.told(ANN, LOCKED) == (not may_manage)


async def test_a_channel_out_of_sight_is_told_of_with_the_command(tmp_path: Path) -> None:
    async with table(tmp_path, in_thread=False) as game:
        game.discord.hidden.add(CHANNEL)
        game.discord.guild.channels[CHANNEL].is_forbidden = True
        await game.begin()
        told = [message.text for one in game.answers for message in one.shown]
        assert sum("View Channel and Send Messages" in one for one in told) == 2
        for _ in range(4):
            await game.turn()
        for user in (ANN, BOB):
            assert game.told(user, "I can't post in this table's channel any more") == 0
        before = game.board.version
        game.thread.is_forbidden = False
        await game.discord.gateway.tell(GUILD, "CHANNEL_UPDATE", game.thread.payload())
        assert await game.drawn(before, 5.0), "the wait is over"
