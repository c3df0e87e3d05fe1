"""A whole match between two servers, found across them; neither learns anything of the other."""

import json
from functools import partial
from pathlib import Path

import pytest

from bot.ui.custom_id import base36
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.seats import Seat
from engine.service import ChannelId, Command, GuildId, LiveMatch, Notify, OpenLobby, UserId
from engine.service import Person as Named
from engine.service.live import stored_of
from tests.journeys.people import Person
from tests.journeys.played import play_until
from tests.journeys.two_servers import Club, TwoServers, two_servers, words_of
from tests.journeys.world import World, redraw_task
from tests.keys import fresh
from tests.seeds import times
from tests.waiting import until

MAX_PRESSES = 2500


async def live_match(clubs: TwoServers) -> LiveMatch:
    [live] = await clubs.world.service.running()
    return live


async def met(clubs: TwoServers, *, named: bool = False) -> None:
    """The second member of each server is found by, and finds, the other's."""
    one, other = clubs.first.members[1], clubs.second.members[1]
    await clubs.open_both(one, other)
    if named:
        await clubs.first.switch(one, "settings", "Show me on the global")
        await clubs.second.switch(other, "settings", "Show me on the global")
    await clubs.first.find(one)
    await clubs.second.find(other)


@pytest.mark.slow
async def test_two_who_seek_in_two_servers_play_a_match(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        one, other = clubs.first.members[1], clubs.second.members[1]
        await clubs.open_both(one, other)
        finder = clubs.first.seen(await clubs.world.slash(one, "find"))
        assert "Other servers are searched, too" in finder.text
        assert "“A player”" in finder.text
        await clubs.first.find(one)
        [invitation] = clubs.first.world.public()
        assert "also for players of other servers" in invitation.text
        assert clubs.second.world.public() == []
        await clubs.second.find(other)
        [first], [second] = clubs.first.tables(), clubs.second.tables()
        assert first.message.id == invitation.message.id, "the invitation becomes the table"
        assert first.has("My hand")
        assert second.has("My hand")
        people = [clubs.first.person(one), clubs.second.person(other)]
        for club, person in zip((clubs.first, clubs.second), people, strict=True):
            await person.open_hand(await club.pressable())
            assert club.nick(person.member) in words_of(club.table())
            assert "A player" in words_of(club.table())
            assert "A match between two servers" in club.table().text
        await played(clubs, people)
        assert clubs.leaks() == []
        assert clubs.to(clubs.first) > 20
        assert clubs.to(clubs.second) > 20
        for club in (clubs.first, clubs.second):
            assert "wins the match" in words_of(club.table())
            assert not club.table().has("Rematch")
            assert club.table().has("Find an opponent")
        assert not clubs.world.env.errors


async def played(clubs: TwoServers, people: list[Person]) -> None:
    """A round and its end by what the panels offer, then on; both messages show every version."""
    match = await live_match(clubs)
    for _ in range(MAX_PRESSES):
        movers = [one for one in people if one.may_move]
        live = await clubs.world.service.load(match.id)
        assert live is not None
        view = live.public()
        if view.phase is MatchPhase.OVER:
            break
        if len(view.played) >= times(1) and view.phase is MatchPhase.PLAYING:
            break
        assert movers
        await movers[0].take_turn()
        live = await clubs.world.service.load(match.id)
        assert live is not None
        assert [one.rendered_version for one in live.homes] == [live.version] * 2
    await play_until(clubs.world, match.id, lambda now: now.is_over)


async def look_around(clubs: TwoServers, club: Club, player: int) -> None:
    """Everything that a player and a spectator can open from the message of their server."""
    world = club.world
    member, spectator = club.members[player], club.members[2]
    for one in (member, spectator):
        for label in ("Score sheet", "Watch"):
            answer = club.seen(await world.press(one, await club.pressable(), label))
            assert "A player" in words_of(answer)
        more = club.seen(await world.press(one, await club.pressable(), "More"))
        for label in ("Rules", "Verify the deals", "Repost the table", "Open a thread"):
            await world.press(one, more, label)
    for command in ("hand", "turns", "history"):
        if f"gin {command}" in world.bot.parts.outlet.markup.commands:
            await world.slash(member, command)
    await world.slash(spectator, "find")
    await world.slash(club.boss, "admin show")


@pytest.mark.slow
async def test_everything_opens_in_ones_own_server_and_nothing_leaks(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        for club in (clubs.first, clubs.second):
            await look_around(clubs, club, 1)
        live = await live_match(clubs)
        for club, home in zip((clubs.first, clubs.second), live.homes, strict=True):
            assert home.guild == club.guild.id
            assert club.threads() == [f"Gin: {club.nick(club.members[1])}"]
        resigned = Command(fresh(), live.id, UserId(clubs.first.members[1].id), Resign(), None)
        await clubs.world.service.act(resigned)
        await clubs.world.settle()
        for club in (clubs.first, clubs.second):
            for one in club.members[1:]:
                for label in ("Score sheet", "Verify the deals"):
                    await club.world.press(one, await club.pressable(), label)
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_both_servers_see_the_finished_rounds_and_nobody_elsewhere(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        live = await live_match(clubs)
        await play_until(clubs.world, live.id, lambda now: now.is_over)
        for club in (clubs.first, clubs.second):
            for one in club.members[1:]:
                replay = await club.world.slash(one, "replay", match=base36(live.id))
                seen = words_of(club.seen(replay))
                assert club.nick(club.members[1]) in seen
                assert "A player" in seen
        env = clubs.world.env
        third = env.create_guild("Gammaclub")
        channel, zoe = third.create_text_channel("hall"), env.create_user("zoe")
        stranger = third.add_member(zoe)
        refused = await stranger.slash(channel, "gin replay", match=base36(live.id))
        await clubs.world.settle()
        assert "no such match on this server" in clubs.first.seen(refused).text
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_a_ping_of_another_process_goes_with_the_turn(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        live = await live_match(clubs)
        mentions, seat = clubs.world.service.mentions, live.public().to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        await mentions.claim(live.id, user)
        assert user in await mentions.told(live.id)
        await play_until(clubs.world, live.id, lambda now: seat not in now.public().to_act)
        assert user not in await mentions.told(live.id)
        assert clubs.leaks() == []


async def test_a_restart_finds_both_tables_again(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        before = [club.table().message.id for club in (clubs.first, clubs.second)]
        await clubs.restart()
        live = await live_match(clubs)
        await play_until(clubs.world, live.id, lambda now: now.version >= 4)
        live = await live_match(clubs)
        assert [one.rendered_version for one in live.homes] == [live.version] * 2
        assert [club.table().message.id for club in (clubs.first, clubs.second)] == before
        club = clubs.second
        person = club.person(club.members[1])
        await person.open_hand(await club.pressable())
        assert "A player" in words_of(club.table())
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_the_television_and_the_calls_of_each_server_are_its_own(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        pings, tv = clubs.world.bot.parts.chat.pings, clubs.world.bot.parts.tv
        pings.delay = tv.every_seconds = 0.0
        await met(clubs)
        sides = (clubs.first, clubs.second)
        for club in sides:
            guild, admin = GuildId(club.guild.id), UserId(club.boss.id)
            config = await clubs.world.service.guild_config(guild)
            shown = config.model_copy(update={"tv_channel": club.world.channel.id})
            await clubs.world.service.set_guild_config(fresh(), guild, admin, shown)
            await tv.draw(guild)
            await clubs.world.settle()
        live = await live_match(clubs)
        clubs.world.bot.parts.chat.panels.forget(live.id)  # nobody looks at their hand
        for _ in range(3):
            live = await turn_passed(clubs, live)
            club = sides[live.public().to_act[0]]
            await until(partial(called, club))
        for club in sides:
            seen = [words_of(one) for one in club.world.public() if "Gin TV" in one.text]
            assert len(seen) == 1
            assert club.nick(club.members[1]) in seen[0]
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_calls_by_direct_message_tell_nothing_of_the_other_server(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        clubs.world.bot.parts.chat.pings.delay = 0.0
        sides = (clubs.first, clubs.second)
        for club in sides:
            user = UserId(club.members[1].id)
            prefs = await clubs.world.service.prefs(user)
            direct = prefs.model_copy(update={"notify": Notify.DIRECT})
            await clubs.world.service.set_prefs(fresh(), Named(user, "Somebody"), direct)
            clubs.world.bot.parts.outlet.preferences.forget(user)
        await met(clubs)
        live = await live_match(clubs)
        clubs.world.bot.parts.chat.panels.forget(live.id)  # nobody looks at their hand
        heard: dict[int, str] = {}
        for _ in range(4):
            live = await turn_passed(clubs, live)
            number = int(live.public().to_act[0])
            user = UserId(sides[number].members[1].id)
            await until(partial(is_written_to, clubs.world, user))
            heard[number] = heard.get(number, "") + written_to(clubs.world, user)
        assert set(heard) == {0, 1}
        for number, text in heard.items():
            other = sides[1 - number]
            assert not [secret for secret in other.secrets if secret in text]
        assert clubs.leaks() == []


def written_to(world: World, user: UserId) -> str:
    """All that stands in somebody's direct messages."""
    backend = world.env.backend
    places = (
        channel
        for channel in backend.messages
        if user in getattr(backend.channels.get(channel), "recipient_ids", ())
    )
    stored = (one for channel in places for one in backend.messages[channel].values())
    return "\n".join(json.dumps(one.components, ensure_ascii=False, default=str) for one in stored)


def is_written_to(world: World, user: UserId) -> bool:
    return bool(written_to(world, user))


async def turn_passed(clubs: TwoServers, live: LiveMatch) -> LiveMatch:
    """Play until another player's turn begins.

    Whoever had the hand open when their turn began is called only when the panel's token expires,
    so a turn that was already theirs says nothing.
    """
    [mover] = live.public().to_act
    return await play_until(clubs.world, live.id, partial(is_not_of, mover))


def is_not_of(seat: Seat, now: LiveMatch) -> bool:
    return bool(now.public().to_act) and seat not in now.public().to_act


def called(club: Club) -> bool:
    """Whether the player of a server is mentioned there."""
    mention = f"<@{club.members[1].id}>"
    return any(mention in words_of(one) for one in club.world.public())


@pytest.mark.slow
async def test_an_opponent_of_another_server_can_be_avoided(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        club, person = clubs.second, clubs.second.members[1]
        more = club.seen(await club.world.press(person, await club.pressable(), "More"))
        avoided = club.seen(await club.world.press(person, more, "Don't meet this player again"))
        assert "won't meet this player again" in avoided.text
        undone = club.seen(await club.world.press(person, avoided, "Undo"))
        assert "can meet this player again" in undone.text
        await club.world.press(person, more, "Don't meet this player again")
        live = await live_match(clubs)
        await clubs.world.service.act(Command(fresh(), live.id, UserId(person.id), Resign(), None))
        await clubs.world.settle()
        await clubs.first.find(clubs.first.members[1])
        await clubs.second.find(person)
        assert await clubs.world.service.running() == (), "both wait"
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_whoever_is_on_the_world_board_is_named_by_the_account(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs, named=True)
        assert "Account T" in words_of(clubs.first.table())
        assert "Account B" in words_of(clubs.second.table())
        assert "Alphaclub B" in words_of(clubs.first.table())
        assert clubs.leaks() == []


@pytest.mark.slow
@pytest.mark.parametrize("forgetful", ["names", "places"])
async def test_a_screen_that_forgets_from_where_it_is_seen_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: str
) -> None:
    if forgetful == "names":
        stored = property(lambda live: stored_of(live).players)
        monkeypatch.setattr(LiveMatch, "players", stored)
    else:
        first = property(lambda live: stored_of(live).homes[0].channel)
        monkeypatch.setattr(LiveMatch, "channel", first)
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        await clubs.second.world.slash(clubs.second.members[1], "hand")
        await look_at_turns(clubs.second)
        assert clubs.leaks() != []


async def look_at_turns(club: Club) -> None:
    """The list of one's tables, with links to them."""
    help_ = club.seen(await club.world.slash(club.members[1], "help"))
    tables = next(label for label in help_.buttons if "tables" in label.lower())
    await club.world.press(club.members[1], help_, tables)


@pytest.mark.parametrize("lost", ["first", "second"])
async def test_a_deleted_table_is_posted_again_where_it_was(tmp_path: Path, lost: str) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        club, other = clubs.first, clubs.second
        if lost == "second":
            club, other = other, club
        before = club.table().message.id, other.table().message.id
        clubs.world.env.backend.delete_message(club.world.channel.id, before[0])
        live = await live_match(clubs)
        seat = live.public().to_act[0]
        mover = (clubs.first, clubs.second)[seat]
        person = mover.person(mover.members[1])
        hand = await mover.world.slash(mover.members[1], "hand")
        person.panel_message = hand.response
        await person.take_turn()
        assert club.table().message.id != before[0]
        assert other.table().message.id == before[1]
        live = await live_match(clubs)
        assert [one.rendered_version for one in live.homes] == [live.version] * 2
        assert clubs.leaks() == []


async def test_a_message_that_was_never_sent_comes_with_the_next_look(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        one, other = clubs.first.members[1], clubs.second.members[1]
        await clubs.open_both(one, other)
        await clubs.first.find(one)
        ask_here = clubs.second
        waiting = await clubs.world.service.open_lobbies_of(UserId(one.id))
        assert len(waiting) == 1
        # The process that lets them meet dies before it answers: only the commit is left.
        lobby = waiting[0]
        ask = OpenLobby(
            fresh(),
            GuildId(ask_here.guild.id),
            ChannelId(ask_here.world.channel.id),
            Named(UserId(other.id), f"{ask_here.mark} T", "Account T"),
            lobby.rules,
            lobby.expires_ms,
            preset=lobby.preset,
            clock=lobby.clock,
            rated=lobby.rated,
        )
        tables = clubs.world.bot.parts.chat.tables
        tables._expected.add(int(ask.interaction))
        await clubs.world.service.find(ask, None, frozenset())
        await clubs.world.settle()
        assert clubs.second.tables() == []
        tables._expected.clear()
        await redraw_task(clubs.world).once()
        await clubs.world.settle()
        for club in (clubs.first, clubs.second):
            [table] = club.tables()
            assert table.has("My hand")
        assert clubs.leaks() == []
