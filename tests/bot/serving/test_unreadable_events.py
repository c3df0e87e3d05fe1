"""An event of the gateway that cannot be read costs itself and nothing else."""

import asyncio
import logging
from pathlib import Path

import pytest

from tests.wire.interactions import COMMAND, Interaction, command_data, common
from tests.wire.objects import Payload, User
from tests.wire.server import CHANNEL, GUILD, Discord, running_discord
from tests.worlds.served import served

ANN = 21
ANSWER_S = 60.0


def help_without(discord: Discord, *path: str) -> Payload:
    """The command `/gin help` as it is delivered, without one of its fields."""
    number = discord.ids.new()
    discord.interactions.add(Interaction(number, COMMAND, ANN, CHANNEL))
    channel = discord.guild.channels[CHANNEL]
    payload = common(number, COMMAND, User(ANN), discord.guild, channel)
    payload |= {"application_id": discord.bot["id"], "data": command_data("gin help", {})}
    place = payload
    for name in path[:-1]:
        place = place[name]
    del place[path[-1]]
    return payload


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ("INTERACTION_CREATE", ("attachment_size_limit",)),
        ("INTERACTION_CREATE", ("member", "user", "id")),
        ("INTERACTION_CREATE", ("id",)),
        ("CHANNEL_UPDATE", ()),
        ("THREAD_UPDATE", ()),
        ("GUILD_ROLE_UPDATE", ()),
        ("GUILD_CREATE", ()),
    ],
)
async def test_the_next_command_is_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, event: str, path: tuple[str, ...]
) -> None:
    async with running_discord() as discord, served(tmp_path, GIN_DISCORD_API=discord.api) as gin:
        await gin.until(discord.gateway.identified.is_set)
        await discord.answered(await discord.slash(ANN, "gin help"), ANSWER_S)
        data = help_without(discord, *path) if path else {"guild_id": str(GUILD)}
        await discord.gateway.tell(GUILD, event, data)
        await asyncio.sleep(1)
        helped = await discord.answered(await discord.slash(ANN, "gin help"), ANSWER_S)
        assert helped.shown
        assert not gin.code.done()
        assert discord.gateway.resumes == 0
    warnings = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert [one.exc_info for one in warnings] == [None] * len(warnings)
    assert sum(event in one.getMessage() for one in warnings) <= 1
