"""A match of two servers on the page: who may see it, and what each side is told."""

from pathlib import Path

import discord
import pytest

from bot.ui.i18n import words_for
from bot.ui.members import may_see, sees_nothing
from bot.ui.reader import Reader
from bot.web.app import seen
from bot.web.connection import MatchStateCache
from bot.web.origins import at_match, origin_of_page
from bot.web.rights import Rights
from bot.web.session import Session
from engine.service import ChannelId, GuildId, InteractionId, UserId
from tests.service.two_servers import AWAY, match_of_two_servers
from tests.service.world import ANN, BOB, GUILD, open_world, sqlite_url

THIRD = GuildId(702)
SPECTATOR = UserId(77)


def session(user: UserId, guild: GuildId) -> Session:
    return Session(
        user=user,
        name="Somebody",
        locale="en-US",
        guild=guild,
        channel=ChannelId(1),
        guild_locale=None,
        instance="",
        expires=2**40,
    )


@pytest.mark.parametrize(
    ("user", "guild", "told"),
    [
        (ANN.user_id, THIRD, ("Ann", "Bob@account")),
        (BOB.user_id, AWAY, ("Bob", "Ann@account")),
    ],
)
async def test_a_page_is_told_what_its_person_may_know(
    tmp_path: Path, user: UserId, guild: GuildId, told: tuple[str, str]
) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await match_of_two_servers(world, named=True)
    frames, reader = MatchStateCache(world.service), Reader(words_for("en-US"))
    page = session(user, guild)
    for other in (ANN.user_id, BOB.user_id):  # what the other was told before is not told here
        frames.of(reader, live.seen_by(other), live.seat_of(other))
    assert may_see(page.user, page.guild, sees_nothing, live)
    here = seen(page, live)
    frame = frames.of(reader, here, here.seat_of(user)).decode()
    for name in told:
        assert f'"{name}"' in frame
    for name in {"Ann", "Bob", "Ann@account", "Bob@account"} - set(told):
        assert f'"{name}"' not in frame
    await world.service.close()


async def test_nobody_but_its_players_may_follow(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await match_of_two_servers(world)
    for guild in (GUILD, AWAY, THIRD, GuildId(0)):
        assert not may_see(SPECTATOR, guild, lambda _: True, live)
    await world.service.close()


async def test_what_is_pressed_beside_it_happens_where_the_page_is(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await match_of_two_servers(world)
    origin = origin_of_page(
        Rights(discord.Client(intents=discord.Intents.none())),
        session(BOB.user_id, AWAY),
        InteractionId(1),
    )
    assert at_match(origin, live) == origin
    await world.service.close()
