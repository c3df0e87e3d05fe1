"""Boards that Discord refuses or does not answer: told once, and back within a minute."""

from collections.abc import Callable
from unittest.mock import patch

import aiohttp
import discord
import pytest

from bot.ui.edits import ChannelMessage
from engine.service import LiveMatch
from tests.journeys.club import Club, journey
from tests.journeys.people import mover_of
from tests.journeys.slow import press
from tests.journeys.world import allow_only, invited, redrawn

pytestmark = pytest.mark.slow

LOOK_S = 30.0


class Minutes:
    """The clock of backoff, and the look every half minute."""

    def __init__(self, club: Club) -> None:
        self.now = 0.0
        self._club = club
        club.bot.parts.display.tables.backoff._clock = lambda: self.now

    async def pass_one(self) -> None:
        """A minute passes."""
        for _ in range(2):
            self.now += LOOK_S
            await redrawn(self._club)
            await self._club.settle()


async def behind(club: Club) -> tuple[LiveMatch, bool]:
    live = await club.match()
    return live, live.table.rendered_version < live.version


async def turns(club: Club, count: int) -> None:
    for _ in range(count):
        await (await mover_of(club.people)).take_turn()


def told(club: Club) -> int:
    """How often somebody was told that the bot may not write."""
    return sum("post in this table" in str(one.json) for one in club.env.http_requests)


def board_requests(club: Club) -> int:
    return sum(one.path.startswith("/channels/") for one in club.env.http_requests)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (403, 50013),
        *(pytest.param(*one, marks=pytest.mark.slow) for one in ((403, 50001), (429, 0), (500, 0))),
    ],
)
@journey(people=2)
async def test_a_refused_board_is_back_within_a_minute_however_long_it_took(
    club: Club, status: int, code: int
) -> None:
    await club.sits(3)
    minutes = Minutes(club)
    for method in ("PATCH", "POST"):
        club.env.inject_error(method, "/channels/*/messages*", status=status, code=code, times=None)
    await turns(club, 6)
    for _ in range(12):
        await minutes.pass_one()
    assert (await behind(club))[1]
    assert told(club) == (2 if code in (50013, 50001) else 0), "each of them, once"
    club.env.backend.faults.clear()
    await minutes.pass_one()
    assert not (await behind(club))[1]


@journey(people=2)
async def test_without_permission_nothing_is_asked_until_it_is_given_back(club: Club) -> None:
    allow_only(club.env, club.env.guild, invited())
    table = await club.sits(3)
    minutes = Minutes(club)
    there = club.env.backend.messages[club.channel.id]
    del there[table.id]  # so that the board has to be posted
    silent = discord.Permissions(view_channel=True)
    allow_only(club.env, club.env.guild, silent)
    await club.settle()
    await turns(club, 1)
    assert (await behind(club))[1]
    asked = board_requests(club)
    await turns(club, 3)
    for _ in range(20):
        await minutes.pass_one()
    assert board_requests(club) == asked, "one refusal is enough"
    assert told(club) == 2
    allow_only(club.env, club.env.guild, invited())
    await club.settle()
    await minutes.pass_one()
    assert not (await behind(club))[1]


@journey(people=2)
async def test_a_deleted_board_is_posted_again_at_once(club: Club) -> None:
    table = await club.sits(3)
    del club.env.backend.messages[club.channel.id][table.id]
    await turns(club, 1)
    live, is_behind = await behind(club)
    assert not is_behind
    assert live.table.message != table.id


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError, ConnectionResetError])
@journey(people=2)
async def test_a_connection_that_is_cut_loses_no_board_and_holds_no_other(
    club: Club, error: Callable[[], Exception]
) -> None:
    await club.sits(3)
    minutes = Minutes(club)

    async def cut(*_: object, **__: object) -> None:
        raise error()

    with patch.object(ChannelMessage, "edit", cut):
        await turns(club, 3)
        await minutes.pass_one()
        assert (await behind(club))[1]
    await minutes.pass_one()
    assert not (await behind(club))[1]


@journey(people=2)
async def test_an_invitation_whose_answer_was_lost_is_posted_once(club: Club) -> None:
    alice, bob = club.people
    club.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await alice.member.slash(club.channel, "gin challenge", opponent=bob.member)
    await club.settle()
    assert club.room() == []
    await redrawn(club)
    assert club.room() == [], "its answer may still be on its way"
    club.bot.parts.invitations.left_alone_s = 0
    for _ in range(3):
        await redrawn(club)
    (posted,) = club.room()
    await press(club, bob.member, posted.message, posted.button("Accept")["custom_id"])
    live = await club.match()
    assert live.table.message == posted.id


@journey(people=2)
async def test_a_state_posted_again_has_the_nonce_that_discord_knows(club: Club) -> None:
    """Discord makes no second message of a nonce that it knows: a lost answer doubles no table."""
    await club.sits(3)
    tables = club.bot.parts.display.tables

    async def nonce() -> str:
        live, _ = await behind(club)
        await tables.post(live)
        sent = club.env.http_requests[-1].json
        assert sent is not None
        assert sent["enforce_nonce"]
        return str(sent["nonce"])

    first = await nonce()
    assert await nonce() == first
    await turns(club, 1)
    assert await nonce() != first
