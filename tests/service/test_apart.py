"""A match that was found across servers: no place, and nothing of one that the other could read."""

from typing import Any

import pytest
from sqlalchemy import Connection, select

from engine.game.actions import Resign
from engine.game.presets import PRESETS
from engine.service import (
    Applied,
    ChannelId,
    Finished,
    GuildId,
    LiveMatch,
    LobbyCode,
    MatchCommand,
    Place,
    Rematch,
)
from engine.service.operations.guilds import RETENTION_MS
from engine.service.social.notes import NoteSent
from engine.service.standings.match_facts import EVERYWHERE
from engine.service.standings.statistics import opponents_of
from engine.standings.rating import pool_of
from engine.store import Repeatable
from engine.store.schema import player_matches, standings
from tests.keys import fresh
from tests.service.recount import counted_again, derived
from tests.service.two_servers import AWAY, be_found, match_of_two_servers, open_servers, seek
from tests.service.world import ANN, BOB, CEE, CHANNEL, GUILD, World, existing, refusal
from tests.transactions import reading

PLAIN = PRESETS["standard"]
NOWHERE = (GuildId(0), ChannelId(0), None, Place.APART)
THIRD = GuildId(702)


def names(live: LiveMatch) -> list[str]:
    return [player.name for player in live.players]


async def over(world: World, live: LiveMatch) -> LiveMatch:
    return await world.play(live, lambda now: now.is_over)


@pytest.mark.parametrize("named", [True, False])
async def test_everybody_sees_their_own_name_and_of_others_what_is_for_all_servers(
    world: World, named: bool
) -> None:
    live = await match_of_two_servers(world, named=named)
    ann, bob = ("Ann@account", "Bob@account") if named else ("", "")
    for guild in (GUILD, AWAY, THIRD, GuildId(0)):
        assert names(live.seen_by(ANN.user_id, guild)) == ["Ann", bob]
        assert names(live.seen_by(BOB.user_id, guild)) == [ann, "Bob"]
        assert names(live.seen_by(CEE.user_id, guild)) == [ann, bob]
    assert names(live) == names(live.outside) == [ann, bob]
    assert names(live.seen_by(ANN.user_id).outside) == [ann, bob]
    stored = await world.load(live.id)
    assert (
        stored.table.guild,
        stored.table.channel,
        stored.table.message,
        stored.table.place,
    ) == NOWHERE


@pytest.mark.parametrize(("languages", "own"), [(("de", "de"), "de"), (("de", "fr"), None)])
async def test_its_language_is_that_of_both(
    world: World, languages: tuple[str, str], own: str | None
) -> None:
    await open_servers(world, GUILD, AWAY)
    await be_found(world, ANN, BOB)
    for person, guild, language in zip((ANN, BOB), (GUILD, AWAY), languages, strict=True):
        await seek(world, person, guild, locale=language)
    [live] = await world.service.live_matches_of(BOB.user_id)
    assert live.table.locale == own


@pytest.mark.slow
async def test_lists_of_its_players_show_it_and_those_of_servers_do_not(world: World) -> None:
    match = await match_of_two_servers(world)
    for person, seen in ((ANN, ["Ann", ""]), (BOB, ["", "Bob"])):
        [mine] = await world.service.live_matches_of(person.user_id)
        last = existing(await world.service.last_match_of(person.user_id))
        assert names(mine) == names(last) == seen
    for guild in (GUILD, AWAY):
        assert await world.service.running_in(guild) == ()
    assert await world.service.messages.outdated_matches(10) == ()
    await over(world, match)
    [ended] = await world.service.ended_matches_of(ANN.user_id, Finished(), 5)
    assert names(ended) == ["Ann", ""]
    assert await world.service.messages.outdated_matches(10) == ()


@pytest.mark.slow
async def test_a_match_counts_for_all_servers_and_for_none_of_the_two(world: World) -> None:
    live = await over(world, await match_of_two_servers(world, rated=True))
    pool = pool_of(PLAIN, live.setup.clock)
    assert live.ratings is not None
    assert len(live.ratings.changes) == 2
    for person in (ANN, BOB):
        everywhere = await world.service.ratings.of(person.user_id, pool)
        assert everywhere.value != 1500
        for guild in (GUILD, AWAY):
            assert (await world.service.ratings.of(person.user_id, pool, guild)).value == 1500

    def read(connection: Connection) -> tuple[set[int], set[int], int]:
        scopes = set(connection.execute(select(standings.c.scope)).scalars())
        guilds = set(connection.execute(select(player_matches.c.guild_id)).scalars())
        return scopes, guilds, len(opponents_of(reading(connection), EVERYWHERE, ANN.user_id))

    assert await world.service._store.read(read) == ({0}, {0}, 0)

    before = await world.service._store.read(derived)
    assert await world.service._store.write(Repeatable(counted_again)) == before


@pytest.mark.slow
async def test_records_name_people_as_all_servers_may(world: World) -> None:
    live = await over(world, await match_of_two_servers(world))
    assert existing(await world.service.record(live.id)).names == ("A player", "A player")


@pytest.mark.slow
async def test_what_belongs_to_one_server_does_not_cross(world: World) -> None:
    live = await match_of_two_servers(world, rated=True)
    note = await world.service.notes.send(fresh(), ANN, BOB.user_id, "hello")
    assert note is NoteSent.NEVER_MET
    assert await world.service.reports.last_match_together(AWAY, BOB.user_id, ANN.user_id) is None
    live = await over(world, live)
    assert await world.service.helping.pending(5) == []
    ask = Rematch(fresh(), live.id, CHANNEL, ANN, world.clock.now + 1000)
    assert refusal(await world.service.rematch(ask)) is LobbyCode.ACROSS


async def test_a_friend_is_not_led_to_it(world: World) -> None:
    await match_of_two_servers(world)
    for one, other in ((BOB, CEE), (CEE, BOB)):
        await world.service.friends.add(fresh(), one, other)
    [friend] = await world.service.friends.of(CEE.user_id)
    assert friend.table is None


@pytest.mark.slow
@pytest.mark.parametrize("gone", [GUILD, AWAY])
async def test_it_goes_on_when_a_server_of_its_players_goes(world: World, gone: GuildId) -> None:
    live = await match_of_two_servers(world)
    absences = world.service.absences
    assert await absences.left(gone, removed=True) == 0
    due = await world.load(live.id)
    [seat] = due.public().to_act
    assert existing(due.deadline_of(seat)) < world.clock.now + RETENTION_MS
    live = await over(world, live)
    world.clock.pass_ms(RETENTION_MS)
    assert await absences.purge(gone)
    [ended] = await world.service.ended_matches_of(BOB.user_id, Finished(), 5)
    assert ended.id == live.id
    assert ended.ended_ms == live.ended_ms


async def test_somebody_who_deletes_their_data_is_nobody_in_it(world: World) -> None:
    live = await match_of_two_servers(world, named=True)
    outcome = await world.service.act(MatchCommand(fresh(), live.id, ANN.user_id, Resign(), None))
    assert isinstance(outcome, Applied)
    assert await world.service.forget(fresh(), ANN.user_id)
    ended = await world.load(live.id)
    assert names(ended) == ["Former player", "Bob@account"]
    assert names(ended.seen_by(BOB.user_id)) == ["Former player", "Bob"]


async def test_an_export_says_nothing_of_the_other_server(world: World) -> None:
    await match_of_two_servers(world, named=True)
    export: dict[str, Any] = await world.service.export_of(BOB.user_id)
    assert [one["guild_id"] for one in export["matches"]] == [0]
    text = str(export)
    for secret in (f"'guild_id': {GUILD}", f"'channel_id': {CHANNEL}", "Ann", "Ann@account"):
        assert secret not in text
