"""A match between two servers: two homes, and nothing of one that the other could read."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection, select

from engine.clocks.clock import DAY
from engine.game.actions import Resign
from engine.game.match import EndReason
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import (
    Applied,
    ChannelId,
    Command,
    Finished,
    GuildId,
    LiveMatch,
    LobbyCode,
    LobbyRefused,
    MessageId,
    Rematch,
    Started,
)
from engine.service.operations.guilds import KEPT_MS
from engine.service.social.notes import NoteSent
from engine.service.standings.counting import EVERYWHERE
from engine.service.standings.statistics import opponents_of
from engine.standings.pools import pool_of
from engine.store import Repeatable
from engine.store.schema import metadata, player_matches, standings
from tests.keys import fresh
from tests.service.recount import counted_again, derived
from tests.service.two_servers import (
    AWAY,
    AWAY_CHANNEL,
    be_found,
    match_of_two_servers,
    open_servers,
    seek,
)
from tests.service.world import ANN, BOB, CEE, CHANNEL, GUILD, World

PLAIN = PRESETS["standard"]
NOWHERE = (GuildId(0), ChannelId(0))


def names(live: LiveMatch) -> list[str]:
    return [player.name for player in live.players]


def place(live: LiveMatch) -> tuple[GuildId, ChannelId]:
    return live.guild, live.channel


async def over(world: World, live: LiveMatch) -> LiveMatch:
    return await world.play(live, lambda now: now.is_over)


@pytest.mark.parametrize("named", [True, False])
async def test_each_server_sees_its_own_name_and_of_the_other_what_is_for_all_servers(
    world: World, named: bool
) -> None:
    live = await match_of_two_servers(world, named=named)
    ann, bob = ("Ann@account", "Bob@account") if named else ("", "")
    home, away = live.seen_in(GUILD), live.seen_in(AWAY)
    assert names(home) == ["Ann", bob]
    assert names(away) == [ann, "Bob"]
    assert place(home) == (GUILD, CHANNEL)
    assert place(away) == (AWAY, AWAY_CHANNEL)
    assert names(live) == names(live.seen_in(GuildId(702))) == [ann, bob]
    assert place(live) == place(live.seen_in(GuildId(702))) == NOWHERE
    assert names(live.seen_by(BOB.user_id, GUILD)) == [ann, "Bob"], "from their own server"
    assert names(live.seen_by(CEE.user_id, GUILD)) == names(home), "a spectator"
    assert home.seen_in(AWAY).seen_in(GUILD) == home


async def test_each_server_keeps_its_language_whoever_draws(world: World) -> None:
    await open_servers(world, GUILD, AWAY)
    await be_found(world, ANN, BOB)
    await seek(world, ANN, GUILD, locale="de")
    outcome = await seek(world, BOB, AWAY, locale="fr")
    assert isinstance(outcome, Started)
    live = await world.load(outcome.live.id)
    assert [one.locale for one in live.homes] == ["de", "fr"]
    assert (await world.match(CEE, ANN)).locale is None, "one server is asked for its language"


async def test_lists_show_a_match_as_their_reader_sees_it(world: World) -> None:
    match = await match_of_two_servers(world)
    for person, guild, seen in ((ANN, GUILD, ["Ann", ""]), (BOB, AWAY, ["", "Bob"])):
        [mine] = await world.service.live_matches_of(person.user_id)
        last = await world.service.last_match_of(person.user_id)
        [here] = await world.service.running_in(guild)
        assert last is not None
        for live in (mine, last, here):
            assert names(live) == seen
            assert live.guild == guild
    await over(world, match)
    [ended] = await world.service.ended_matches_of(ANN.user_id, Finished(), 5)
    assert names(ended) == ["Ann", ""]


async def test_each_message_is_behind_and_drawn_by_itself(world: World) -> None:
    live = await match_of_two_servers(world)
    messages = world.service.messages

    async def behind() -> list[GuildId]:
        return [one.guild for one in (await messages.behind(10)).matches]

    assert await behind() == [GUILD, AWAY]
    for home, message in zip(live.homes, (MessageId(91), MessageId(92)), strict=True):
        await messages.rendered(home, home.version, home.channel, message)
    assert await behind() == []
    moved = await world.turn(await world.load(live.id))
    assert [one.message for one in moved.homes] == [91, 92]
    assert await behind() == [GUILD, AWAY]
    await messages.still_shows(moved.seen_in(AWAY))
    assert await behind() == [GUILD]
    await messages.still_shows(moved.seen_in(GUILD))
    assert await behind() == []
    gone = moved.seen_in(AWAY)
    await messages.rendered(gone, -1, gone.channel, None)
    [lost] = (await messages.behind(10)).matches
    assert (lost.guild, lost.message) == (AWAY, None)


async def test_a_match_counts_for_all_servers_and_for_none_of_the_two(world: World) -> None:
    live = await over(world, await match_of_two_servers(world, rated=True))
    pool = pool_of(PLAIN, live.clock)
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
        return scopes, guilds, len(opponents_of(connection, EVERYWHERE, ANN.user_id))

    assert await world.service._store.read(read) == ({0}, {0}, 0)
    before = await world.service._store.read(derived)
    assert await world.service._store.write(Repeatable(counted_again)) == before


async def test_records_name_people_as_all_servers_may(world: World) -> None:
    live = await over(world, await match_of_two_servers(world))
    record = await world.service.record(live.id)
    assert record is not None
    assert record.names == ("A player", "A player")


async def test_what_belongs_to_one_server_does_not_cross(world: World) -> None:
    live = await match_of_two_servers(world, rated=True)
    note = await world.service.notes.send(fresh(), ANN, BOB.user_id, "hello")
    assert note is NoteSent.STRANGER
    assert await world.service.reports.last_match_together(AWAY, BOB.user_id, ANN.user_id) is None
    live = await over(world, live)
    assert await world.service.helping.pending(5) == []
    ask = Rematch(fresh(), live.id, CHANNEL, ANN, world.clock.now + 1000)
    refused = await world.service.rematch(ask)
    assert isinstance(refused, LobbyRefused)
    assert refused.code is LobbyCode.ACROSS


async def test_a_friend_is_led_to_the_table_of_the_friends_server(world: World) -> None:
    await match_of_two_servers(world)
    for one, other in ((BOB, CEE), (CEE, BOB)):
        await world.service.friends.add(fresh(), one, other)
    [friend] = await world.service.friends.of(CEE.user_id)
    assert friend.table is not None
    assert (friend.table.guild, friend.table.channel) == (AWAY, AWAY_CHANNEL)


async def test_either_admin_may_decide_a_match_that_is_stuck(world: World) -> None:
    live = await match_of_two_servers(world)
    outcome = await world.service.adjudicate(fresh(), live.id, AWAY, CEE.user_id, "stuck", None)
    assert isinstance(outcome, Applied)
    deeds = {
        guild: [one.deed for one in await world.service.audit.read(guild, 5, 0)]
        for guild in (GUILD, AWAY)
    }
    assert deeds[AWAY][0] != "set_config"
    assert deeds[GUILD] == ["set_config"], "the other server's log says nothing"


async def test_a_match_rests_while_one_of_its_servers_is_away(world: World) -> None:
    live = await match_of_two_servers(world)
    absences = world.service.absences
    assert set(await absences.played_in()) == {GUILD, AWAY}
    for guild in (AWAY, GUILD):
        assert await absences.left(guild, removed=False) == 1

    async def rests() -> bool:
        resting = await world.load(live.id)
        [seat] = resting.public().to_act
        due = resting.deadline_of(seat)
        assert due is not None
        return due >= world.clock.now + KEPT_MS

    assert await rests()
    assert await absences.returned(GUILD) == 0
    assert await rests(), "the other one is still away"
    assert await absences.returned(AWAY) == 1
    assert not await rests()
    assert [one.guild for one in (await world.service.messages.behind(5)).matches] == [GUILD, AWAY]


def holding(number: int) -> Callable[[Connection], list[str]]:
    def look(connection: Connection) -> list[str]:
        return [
            f"{table.name}.{name}"
            for table in metadata.sorted_tables
            for row in connection.execute(select(table))
            for name, value in row._mapping.items()
            if value == number
        ]

    return look


@pytest.mark.parametrize("gone", [GUILD, AWAY])
async def test_a_server_that_is_left_is_purged_from_its_matches(
    world: World, gone: GuildId
) -> None:
    live = await match_of_two_servers(world)
    for home, message in zip(live.homes, (MessageId(91), MessageId(92)), strict=True):
        await world.service.messages.rendered(home, home.version, home.channel, message)
    await world.service.mentions.claim(live.id, ANN.user_id)
    stays = AWAY if gone == GUILD else GUILD
    absences = world.service.absences
    await absences.left(gone, removed=True)
    world.clock.pass_ms(KEPT_MS)
    assert await absences.purge(gone)
    left = (CHANNEL, 91) if gone == GUILD else (AWAY_CHANNEL, 92)
    for number in (gone, *left):
        assert await world.service._store.read(holding(number)) == []
    ended = await world.load(live.id)
    outcome = ended.public().outcome
    assert outcome is not None
    assert outcome.reason is EndReason.CANCELLED
    here = ended.seen_in(stays)
    assert here.guild == stays
    assert here.message is not None
    assert [one.guild for one in (await world.service.messages.behind(5)).matches] == [stays]


async def test_leaving_the_match_ends_it_in_both_servers(world: World) -> None:
    live = await match_of_two_servers(world)
    outcome = await world.service.act(Command(fresh(), live.id, BOB.user_id, Resign(), None))
    assert isinstance(outcome, Applied)
    winner = outcome.live.public().outcome
    assert winner is not None
    assert winner.by is Seat.TWO
    assert {one.guild for one in (await world.service.messages.behind(5)).matches} == {GUILD, AWAY}


async def test_a_late_start_redraws_both_tables(world: World) -> None:
    live = await match_of_two_servers(world)
    for home in live.homes:
        await world.service.messages.rendered(home, live.version, home.channel, MessageId(5))
    world.clock.pass_ms(2 * DAY)
    await world.service._give_grace(1.0)
    behind = (await world.service.messages.behind(5)).matches
    assert [one.guild for one in behind] == [GUILD, AWAY]


async def test_somebody_who_deletes_their_data_is_nobody_on_both_servers(world: World) -> None:
    live = await match_of_two_servers(world, named=True)
    await world.service.act(Command(fresh(), live.id, ANN.user_id, Resign(), None))
    assert await world.service.forget(fresh(), ANN.user_id)
    ended = await world.load(live.id)
    for guild, bob in ((GUILD, "Bob@account"), (AWAY, "Bob")):
        assert names(ended.seen_in(guild)) == ["Former player", bob]


async def test_an_export_names_ones_own_server_only(world: World) -> None:
    await match_of_two_servers(world, named=True)
    export: dict[str, Any] = await world.service.export_of(BOB.user_id)
    assert [one["guild_id"] for one in export["matches"]] == [AWAY]
    text = str(export)
    for secret in (f"'guild_id': {GUILD}", f"'channel_id': {CHANNEL}", "Ann", "Ann@account"):
        assert secret not in text
