"""A whole match between two servers, found across them; neither learns anything of the other."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.ui.custom_id import base36
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.seats import Seat
from engine.service import (
    ChannelId,
    GuildId,
    LiveMatch,
    MatchCommand,
    Notify,
    OpenLobby,
    TableMessage,
    UserId,
)
from engine.service import Person as Named
from engine.service.live import stored_of
from tests.journeys.people import Person
from tests.journeys.played import play_until
from tests.journeys.two_servers import Club, TwoServers, two_servers, words_of
from tests.journeys.world import Shown, World, redrawn, shown
from tests.keys import fresh
from tests.seeds import times
from tests.waiting import until

MAX_PRESSES = 2500
FOUND = "An opponent on another server was found"
HIDDEN = "only they can see it"


async def live_match(clubs: TwoServers) -> LiveMatch:
    [live] = await clubs.world.service.running()
    return live


async def met(clubs: TwoServers, *, named: bool = False) -> Person:
    """The second member of each server is found by, and finds, the other's; who finds sees it."""
    one, other = clubs.first.members[1], clubs.second.members[1]
    await clubs.open_both(one, other)
    if named:
        await clubs.first.switch(one, "settings", "Show me on the global")
        await clubs.second.switch(other, "settings", "Show me on the global")
    await clubs.first.find(one)
    finder = clubs.second.person(other)
    finder.panel_message = (await clubs.second.find(other)).response
    return finder


async def both(clubs: TwoServers) -> list[Person]:
    """The two players, with their hands."""
    return [await club.hand(club.members[1]) for club in (clubs.first, clubs.second)]


@pytest.mark.slow
async def test_two_who_seek_in_two_servers_play_a_match(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        one, other = clubs.first.members[1], clubs.second.members[1]
        await clubs.open_both(one, other)
        screen = clubs.first.seen(await clubs.world.slash(one, "find"))
        assert "also search other servers" in screen.text
        assert "“A player”" in screen.text
        await clubs.first.find(one)
        [invitation] = clubs.first.world.public()
        assert "also open to other servers" in invitation.text
        found = await clubs.second.find(other)
        assert found.ephemeral
        assert clubs.second.world.public() == [], "no table message"
        [after] = clubs.first.world.public()
        assert after.message.id == invitation.message.id
        assert FOUND in after.text
        assert list(after.buttons) == ["My hand"]
        people = [clubs.first.person(one), clubs.second.person(other)]
        await people[0].open_hand(await clubs.first.pressable())
        people[1].panel_message = found.response
        assert "</gin hand:" in people[1].panel().text
        for person in people:
            assert "A player" in words_of(person.panel())
        await played(clubs, people)
        assert clubs.leaks() == []
        assert clubs.to(clubs.first) > 20
        assert clubs.to(clubs.second) > 20
        for club, person in zip((clubs.first, clubs.second), people, strict=True):
            panel = person.panel()
            assert "wins the match" in words_of(panel)
            assert not panel.has("Rematch")
            for label in ("Score sheet", "Verify the deals"):
                await club.world.press(person.member, panel, label)
            again = club.seen(await club.world.press(person.member, panel, "Find an opponent"))
            assert "also search other servers" in again.text
        assert clubs.second.world.public() == []
        assert clubs.leaks() == []
        assert not clubs.world.env.errors


async def played(clubs: TwoServers, people: list[Person]) -> None:
    """A round and its end by what the panels offer, then on."""
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
    await play_until(clubs.world, match.id, lambda now: now.is_over)


async def about(club: Club, person: Person) -> Shown:
    """What the panel says of the match, beside the cards."""
    more = await person.press("More")
    opened = club.seen(await club.world.press(person.member, more, "This match"))
    await person.press("Back to the hand")
    return opened


@pytest.mark.slow
async def test_everything_opens_in_ones_own_panel_and_nothing_leaks(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        for club, person in zip((clubs.first, clubs.second), await both(clubs), strict=True):
            more = await about(club, person)
            assert not more.has("Repost the table")
            assert not more.has("Open a thread")
            sheet = club.seen(await club.world.press(person.member, more, "Score sheet"))
            assert club.nick(person.member) in words_of(sheet)
            assert "A player" in words_of(sheet)
            for label in ("Rules", "Verify the deals"):
                await club.world.press(person.member, more, label)
            for command in ("hand", "turns", "history", "repost"):
                if f"gin {command}" in club.world.bot.parts.messenger.markup.commands:
                    await club.world.slash(person.member, command)
            await look_at_turns(club)
            await club.world.slash(club.members[2], "find")
            await club.world.slash(club.boss, "admin settings")
        table = await clubs.first.pressable()
        for stranger in (clubs.first.boss, clubs.first.members[2]):
            answer = clubs.first.seen(await clubs.first.world.press(stranger, table, "My hand"))
            assert HIDDEN in answer.text
        live = await live_match(clubs)
        resigned = MatchCommand(fresh(), live.id, UserId(clubs.first.members[1].id), Resign(), None)
        await clubs.world.service.act(resigned)
        await clubs.world.settle()
        assert clubs.leaks() == []
        assert clubs.second.world.public() == []


@pytest.mark.slow
async def test_players_agree_and_decide_about_their_clocks_in_their_panels(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        people = await both(clubs)
        live = await live_match(clubs)
        seat = live.public().to_act[0]
        club = (clubs.first, clubs.second)[seat]
        mover, waiting = people[seat], people[1 - seat]
        await club.world.press(mover.member, await about(club, mover), "Pause…")
        assert "wants to pause" in waiting.panel().text
        after = await waiting.press("Agree to pause")
        assert "Paused" in after.text
        assert "Paused" in mover.panel().text
        assert "Paused" not in (await mover.press("Continue")).text
        assert "Paused" not in waiting.panel().text
        clubs.world.time.ahead_ms += 30 * 3_600_000
        await clubs.world.settle()
        late = await (clubs.second, clubs.first)[seat].hand(waiting.member)
        other = (clubs.second, clubs.first)[seat]
        decide = other.seen(
            await other.world.press(late.member, late.panel(), "Time is up: decide")
        )
        await other.world.press(late.member, decide, "Cancel, no result")
        assert (await clubs.world.service.running()) == ()
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_its_players_see_the_finished_rounds_and_nobody_else(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        live = await live_match(clubs)
        await play_until(clubs.world, live.id, lambda now: now.is_over)
        for club in (clubs.first, clubs.second):
            player, spectator = club.members[1:]
            replay = await club.world.slash(player, "replay", match=base36(live.id))
            seen = words_of(club.seen(replay))
            assert club.nick(player) in seen
            assert "A player" in seen
            refused = await club.world.slash(spectator, "replay", match=base36(live.id))
            assert "no such match on this server" in club.seen(refused).text
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
        assert user in await mentions.notified(live.id)
        await play_until(clubs.world, live.id, lambda now: seat not in now.public().to_act)
        assert user not in await mentions.notified(live.id)
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_after_a_restart_the_match_goes_on(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        [before] = clubs.first.searches()
        await clubs.restart()
        live = await live_match(clubs)
        await play_until(clubs.world, live.id, lambda now: now.version >= 4)
        [after] = clubs.first.searches()
        assert after.message.id == before.message.id
        assert FOUND in after.text
        person = clubs.first.person(clubs.first.members[1])
        await person.open_hand(await clubs.first.pressable())
        for one in (person, (await both(clubs))[1]):
            assert "A player" in words_of(one.panel())
        assert clubs.second.world.public() == []
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_no_television_shows_it(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        tv = clubs.world.bot.parts.tv
        tv.every_seconds = 0.0
        await met(clubs)
        for club in (clubs.first, clubs.second):
            guild, admin = GuildId(club.guild.id), UserId(club.boss.id)
            config = await clubs.world.service.guild_config(guild)
            on = config.model_copy(update={"tv_channel": club.world.channel.id})
            await clubs.world.service.set_guild_config(fresh(), guild, admin, on)
            await tv.update(guild)
            await clubs.world.settle()
        await play_until(clubs.world, (await live_match(clubs)).id, lambda now: now.version > 3)
        for club in (clubs.first, clubs.second):
            [screen] = [one for one in club.world.public() if "Gin TV" in one.text]
            assert club.nick(club.members[1]) not in words_of(screen)
            assert "A player" not in words_of(screen)
        assert clubs.leaks() == []


@pytest.mark.slow
@pytest.mark.parametrize("notify", list(Notify))
async def test_calls_come_by_direct_message_and_tell_nothing_of_the_other_server(
    tmp_path: Path, notify: Notify
) -> None:
    async with two_servers(tmp_path) as clubs:
        clubs.world.bot.parts.display.pings.delay = 0.0
        sides = (clubs.first, clubs.second)
        for club in sides:
            user = UserId(club.members[1].id)
            prefs = await clubs.world.service.prefs(user)
            chosen = prefs.model_copy(update={"notify": notify})
            await clubs.world.service.set_prefs(fresh(), Named(user, "Somebody"), chosen)
            clubs.world.bot.parts.messenger.preferences.forget(user)
        await met(clubs)
        live = await live_match(clubs)
        clubs.world.bot.parts.display.panels.forget(
            live.id, live.version
        )  # nobody looks at their hand
        heard: dict[int, str] = {}
        for _ in range(4):
            live = await turn_passed(clubs, live)
            number = int(live.public().to_act[0])
            user = UserId(sides[number].members[1].id)
            if notify is not Notify.NONE:
                await until(partial(is_written_to, clubs.world, user))
            heard[number] = heard.get(number, "") + written_to(clubs.world, user)
        assert set(heard) == {0, 1}
        for number, text in heard.items():
            assert ("Your turn" in text) is (notify is not Notify.NONE)
            other = sides[1 - number]
            assert not [secret for secret in other.secrets if secret in text]
        assert clubs.leaks() == []
        assert clubs.second.world.public() == []
        if notify is not Notify.NONE:
            await pressed_in_a_call(clubs, sides[int(live.public().to_act[0])])


async def pressed_in_a_call(clubs: TwoServers, club: Club) -> None:
    """A call leads to the hand."""
    [call] = messages_to(clubs.world, UserId(club.members[1].id))
    room = clubs.world.bot.get_partial_messageable(call.channel_id)
    button = shown(call, call.components).button("My hand")
    message = await room.fetch_message(call.id)
    answer = await club.members[1].user.click(message, custom_id=button["custom_id"])
    await clubs.world.settle()
    assert "Your turn" in club.seen(answer).text


def messages_to(world: World, user: UserId) -> list[Any]:
    """Somebody's direct messages."""
    backend = world.env.backend
    places = (
        channel
        for channel in backend.messages
        if user in getattr(backend.channels.get(channel), "recipient_ids", ())
    )
    return [one for channel in places for one in backend.messages[channel].values()]


def written_to(world: World, user: UserId) -> str:
    """All that stands in somebody's direct messages."""
    return "\n".join(
        json.dumps(one.components, ensure_ascii=False, default=str)
        for one in messages_to(world, user)
    )


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


@pytest.mark.slow
async def test_an_opponent_of_another_server_can_be_avoided(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        finder = await met(clubs)
        club, person = clubs.second, finder.member
        more = await about(club, finder)
        avoided = club.seen(
            await club.world.press(person, more, "Don't pair me with this player again")
        )
        assert "won't be paired with this player again" in avoided.text
        undone = club.seen(await club.world.press(person, avoided, "Undo"))
        assert "can be paired with this player again" in undone.text
        await club.world.press(person, more, "Don't pair me with this player again")
        live = await live_match(clubs)
        await clubs.world.service.act(
            MatchCommand(fresh(), live.id, UserId(person.id), Resign(), None)
        )
        await clubs.world.settle()
        await clubs.first.find(clubs.first.members[1])
        await clubs.second.find(person)
        assert await clubs.world.service.running() == (), "both wait"
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_whoever_is_on_the_world_board_is_named_by_the_account(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs, named=True)
        host, finder = await both(clubs)
        assert "Account T" in words_of(host.panel())
        assert "Account B" in words_of(finder.panel())
        assert clubs.leaks() == []


@pytest.mark.slow
@pytest.mark.parametrize("forgetful", ["names", "places"])
async def test_what_belongs_to_one_server_is_caught_in_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgetful: str
) -> None:
    if forgetful == "names":
        stored = property(lambda live: stored_of(live).players)
        monkeypatch.setattr(LiveMatch, "players", stored)
    else:
        monkeypatch.setattr("engine.service.lobbies.commands._apart", lambda lobby, ask: lobby)
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        await clubs.second.world.slash(clubs.second.members[1], "hand")
        await look_at_turns(clubs.second)
        assert clubs.leaks() != []


async def look_at_turns(club: Club) -> None:
    """The list of one's tables, with links to them."""
    help_ = club.seen(await club.world.slash(club.members[1], "help"))
    await club.world.choose(club.members[1], help_, 0, "tables")


@pytest.mark.slow
async def test_whoever_waits_is_told_with_the_next_look(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        one, other = clubs.first.members[1], clubs.second.members[1]
        await clubs.open_both(one, other)
        await clubs.first.find(one)
        [lobby] = await clubs.world.service.open_lobbies_of(UserId(one.id))
        # The process that lets them meet dies before it says so: only the commit is left.
        await clubs.world.bot.parts.invitations.stop()
        ask = OpenLobby(
            interaction=fresh(),
            table=TableMessage(
                GuildId(clubs.second.guild.id), ChannelId(clubs.second.world.channel.id)
            ),
            host=Named(UserId(other.id), f"{clubs.second.mark} T", "Account T"),
            setup=lobby.setup,
            expires_at_ms=lobby.expires_ms,
        )
        await clubs.world.service.find(ask, None, frozenset())
        await clubs.world.settle()
        assert FOUND not in clubs.first.searches()[0].text
        await redrawn(clubs.world)
        await clubs.world.settle()
        [told] = clubs.first.searches()
        assert FOUND in told.text
        assert clubs.second.world.public() == []
        assert clubs.leaks() == []
