"""The program answers everything that Discord delivers, as bytes over its connections."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from benchmarks.wire.tables import Table, button
from bot.presses.account import PersonPress, PersonVerb
from bot.presses.menu import MenuPress, MenuVerb
from tests.waiting import until
from tests.wire.interactions import HINTS, OPEN_FORM, UPDATE, Interaction
from tests.wire.messages import Message
from tests.wire.objects import User
from tests.wire.server import CHANNEL, Discord, running_discord
from tests.worlds.served import served

ANSWER_S = 800.0
ANN, BOB = 21, 22


@contextlib.asynccontextmanager
async def running_bot(folder: Path) -> AsyncIterator[Discord]:
    async with running_discord() as discord, served(folder, GIN_DISCORD_API=discord.api) as gin:
        await gin.until(discord.gateway.identified.is_set)
        yield discord


def menu(message: Message, ending: str) -> str:
    found = [str(one.get("custom_id", "")) for one in message.parts() if one["type"] == 3]
    return next(one for one in found if one.endswith(ending))


async def test_every_kind_of_interaction_is_answered(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as discord:

        async def answered(one: Interaction) -> Interaction:
            return await discord.answered(one, ANSWER_S)

        hints = await answered(await discord.hints(ANN, "gin challenge", "preset", "okla"))
        assert hints.callback == HINTS
        assert [one["value"] for one in hints.hints if "oklahoma" in one["value"]]

        settings = (await answered(await discord.slash(ANN, "gin settings"))).shown[0]
        assert settings.is_ephemeral
        felt = menu(settings, "felt")
        chosen = await answered(await discord.select(ANN, settings, felt, ["blue"]))
        assert chosen.callback == UPDATE
        part = next(one for one in settings.parts() if one.get("custom_id") == felt)
        assert [one["value"] for one in part["options"] if one.get("default")] == ["blue"]

        help_ = (await answered(await discord.slash(ANN, "gin help"))).shown[0]
        people = str(MenuPress(MenuVerb.PERSON))
        page = (await answered(await discord.select(ANN, help_, people, [str(BOB)]))).shown[0]
        form = await answered(
            await discord.press(ANN, page, str(PersonPress(PersonVerb.WRITE, BOB)))
        )
        assert form.callback == OPEN_FORM
        sent = await answered(await discord.submit(ANN, form, {"text": "Never takes a ten."}))
        assert "You can send notes to friends" in sent.shown[0].text


async def test_two_people_play_in_a_thread_that_is_cut_off(tmp_path: Path) -> None:
    """Every press is answered, although the connection to the gateway is cut on the way."""
    async with running_bot(tmp_path) as discord:
        admin = await discord.answered(await discord.slash(ANN, "gin-admin settings"), ANSWER_S)
        allow = menu(admin.shown[0], "threads")
        await discord.answered(await discord.select(ANN, admin.shown[0], allow, ["ask"]), ANSWER_S)
        asked = await discord.slash(ANN, "gin challenge", opponent=User(BOB), thread=True)
        [invitation] = (await discord.answered(asked, ANSWER_S)).shown
        accept = await discord.press(BOB, invitation, button(invitation, "Accept"))
        await discord.answered(accept, ANSWER_S)
        await until(lambda: bool(accept.shown) and len(discord.guild.channels) == 2)
        [thread] = set(discord.guild.channels) - {CHANNEL}
        await until(lambda: bool(discord.messages.in_channel(thread)))
        [message] = discord.messages.in_channel(thread)
        hand = await discord.answered(
            await discord.press(ANN, message, button(message, "My hand")), ANSWER_S
        )
        table = Table(message, {ANN: hand.shown[-1], BOB: accept.shown[-1]}, seed=1)
        for number in range(12):
            if number == 6:
                assert await discord.gateway.cut() == 1
            await until(lambda: table.next_press() is not None)
            press = table.next_press()
            assert press is not None
            one = await discord.press(press.user, press.message, press.custom_id)
            await discord.answered(one, ANSWER_S)
        assert discord.gateway.resumes == 1
