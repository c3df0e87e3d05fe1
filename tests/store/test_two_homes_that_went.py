"""Matches with a table message in each of two servers, in a database of the last commit with them.

One is over, one runs, and somebody still looks for an opponent on any server.
"""

import random
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
from simcord.env import Env

from bot.presses.match import TablePress, TableVerb
from engine.game.record import replay
from engine.service import (
    Finished,
    LobbyId,
    MatchId,
    Person,
    Place,
    Started,
    UserId,
)
from engine.standings.rating import pool_of
from tests.journeys.people import Person as Player
from tests.journeys.played import play_until
from tests.journeys.world import World as Chat
from tests.journeys.world import redrawn, running_world, shown
from tests.service.two_servers import AWAY, AWAY_CHANNEL, be_found, seek
from tests.service.world import ANN, BOB, CEE, CHANNEL, DAN, GUILD, World
from tests.worlds.engines import NIGHTLY
from tests.worlds.old_databases import opened, unpack

FOUND = Path(__file__).parent / "found_across_in_8808ef48.sql.gz"
OVER, RUNNING, OPEN = MatchId(1002), MatchId(1149), LobbyId(1159)
EVE = UserId(15)
MESSAGES = {GUILD: 90101, AWAY: 90102}
ROOMS = {GUILD: CHANNEL, AWAY: AWAY_CHANNEL}


@pytest.fixture
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    async with opened(FOUND, request) as one:
        yield one


@pytest.mark.parametrize("engine", NIGHTLY)
async def test_they_have_no_place_any_more(request: pytest.FixtureRequest, engine: str) -> None:
    async with opened(FOUND, request, engine) as world:
        await have_no_place(world)


async def have_no_place(world: World) -> None:
    service = world.service
    for match in (OVER, RUNNING):
        live = await world.load(match)
        assert (live.table.place, live.table.guild, live.table.channel, live.table.message) == (
            Place.APART,
            0,
            0,
            None,
        )
        assert live.table.locale is None, "one plays in German, the other in French"
    behind = await service.messages.behind(10)
    assert behind.matches == ()
    told = {one.table.guild: one for one in behind.lobbies if one.match_id == RUNNING}
    assert {guild: one.table.message for guild, one in told.items()} == MESSAGES
    assert {guild: one.table.channel for guild, one in told.items()} == ROOMS
    assert {guild: one.host for guild, one in told.items()} == {
        GUILD: CEE.user_id,
        AWAY: DAN.user_id,
    }
    for person in (CEE, DAN):
        export: dict[str, Any] = await service.export_of(person.user_id)
        own = GUILD if person is CEE else AWAY
        assert {one["guild_id"] for one in export["invitations"]} <= {own, None}
    live = await world.play(await world.load(RUNNING), lambda now: now.is_over)
    assert [one.name for one in live.seen_by(CEE.user_id).players] == ["Cee", ""]
    record = await service.record(RUNNING)
    assert record is not None
    assert replay(record).outcome == live.public().outcome


async def test_those_that_are_over_stay_with_their_players(world: World) -> None:
    for person, names in ((ANN, ["Ann", "Bob@account"]), (BOB, ["Ann@account", "Bob"])):
        [ended] = await world.service.ended_matches_of(person.user_id, Finished(), 5)
        assert ended.id == OVER
        assert [one.name for one in ended.players] == names
        pool = pool_of(ended.setup.rules, ended.setup.clock)
        assert (await world.service.ratings.of(person.user_id, pool)).value != 1500
    record = await world.service.record(OVER)
    assert record is not None
    assert record.names == ("Ann@account", "Bob@account")


async def test_whoever_still_waits_is_found(world: World) -> None:
    guest = Person(UserId(16), "Fay")
    await be_found(world, guest)
    outcome = await seek(world, guest, AWAY)
    assert isinstance(outcome, Started)
    assert [one.user_id for one in outcome.live.players] == [EVE, guest.user_id]
    assert outcome.live.table.is_apart


@contextmanager
def numbered(env: Env, *numbers: int) -> Iterator[None]:
    """Give these ids to what is made next."""
    real, given = env.backend.snowflake, list(numbers)
    with patch.object(env.backend, "snowflake", lambda: given.pop(0) if given else real()):
        yield


async def server(chat: Chat, guild: int, person: Person) -> tuple[Chat, Any]:
    """A server with its channel, its player and a spectator, and the old table message there."""
    env = chat.env
    place = env.create_guild(f"Server {guild}", id=guild)
    with numbered(env, ROOMS[guild]):  # type: ignore[index]
        channel = place.create_text_channel("room")
    with numbered(env, person.user_id):
        user = env.create_user(person.name.lower(), global_name=f"{person.name}@account")
    members = [place.add_member(one) for one in (user, env.create_user(f"spectator-{guild}"))]
    row: Any = discord.ui.ActionRow()
    for verb in (TableVerb.HAND, TableVerb.WATCH, TableVerb.MORE):
        press = str(TablePress(verb, RUNNING))
        row.add_item(discord.ui.Button(label=verb.value, custom_id=press))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay("An old table")).add_item(row)
    room = chat.bot.get_channel(channel.id)
    assert isinstance(room, discord.TextChannel)
    with numbered(env, MESSAGES[guild]):  # type: ignore[index]
        message = await room.send(view=view)
    assert message.id == MESSAGES[guild]  # type: ignore[index]
    return replace(chat, channel=channel, members=members), message


@pytest.mark.slow
async def test_both_old_table_messages_lead_to_the_hand_and_the_match_is_played(
    tmp_path: Path,
) -> None:
    unpack(FOUND, tmp_path / "gin.db")
    async with running_world(tmp_path, people=0) as chat:
        sides = [await server(chat, GUILD, CEE), await server(chat, AWAY, DAN)]
        for side, message in sides:
            player, spectator = side.members
            for member, label in ((player, "watch"), (player, "more"), (spectator, "hand")):
                refused = await side.press(member, shown(message, buttons_of(message)), label)
                assert "only they can see it" in said(refused)
            hand = await side.press(player, shown(message, buttons_of(message)), "hand")
            assert ("Your turn" in said(hand)) is (player.id == DAN.user_id)
        await redrawn(chat)
        await chat.settle()
        people = []
        for side, message in sides:
            stored = side.stored(message.id)
            told = shown(message, stored.components)
            assert "Auf einem anderen Server" in told.text or "sur un autre serveur" in told.text
            person = Player(side, side.members[0], random.Random(7))
            label = next(iter(told.buttons))
            result = await side.press(person.member, told, label)
            person.panel_message = result.response
            people.append(person)
        mover = next(one for one in people if one.may_move)
        await mover.take_turn()
        await play_until(chat, RUNNING, lambda now: now.is_over)
        for person in people:
            assert "wins the match" in "\n".join(person.panel().texts)
        assert not chat.env.errors


def buttons_of(message: discord.Message) -> list[Any]:
    return [row.to_dict() for row in message.components]


def said(result: Any) -> str:
    return shown(result.response, result.response.components).text
