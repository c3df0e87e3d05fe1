"""A whole match between two servers, found across them; neither learns anything of the other."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.ui.custom_id import base36
from engine.clocks import HOUR
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.seats import Seat
from engine.service import (
    ChannelId,
    LiveMatch,
    MatchCommand,
    Notify,
    OpenLobby,
    TableMessage,
    UserId,
)
from engine.service import Person as Named
from engine.service.live import stored_of
from tests.journeys.club import Seen, Who
from tests.journeys.played import play_until
from tests.journeys.two_servers import Server, TwoServers, two_servers, words_of
from tests.journeys.world import World, redrawn
from tests.keys import fresh
from tests.seeds import times
from tests.service.world import existing
from tests.waiting import until

MAX_PRESSES = 2500
FOUND = "An opponent on another server was found"
HIDDEN = "only they can see it"


async def live_match(clubs: TwoServers) -> LiveMatch:
    [live] = await clubs.world.service.running()
    return live


async def met(clubs: TwoServers, *, named: bool = False) -> Who:
    """The player of the second server finds the other; who finds sees it."""
    await clubs.open_both()
    if named:
        for server in clubs.both:
            await server.switch(server.player, "settings", "Show me on the global")
    await clubs.first.find(clubs.first.player)
    finder = clubs.second.player
    finder.panel_message = (await clubs.second.find(finder)).message
    return finder


async def both(clubs: TwoServers) -> list[Who]:
    """The two players, with their hands."""
    return [await server.hand(server.player) for server in clubs.both]


@pytest.mark.slow
async def test_two_who_seek_in_two_servers_play_a_match(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        one, other = clubs.first.player, clubs.second.player
        await clubs.open_both()
        (await one.asks("find")).says("also search other servers", "“A player”")
        await clubs.first.find(one)
        [invitation] = clubs.first.room()
        invitation.says("also open to other servers")
        found = (await clubs.second.find(other)).privately()
        assert clubs.second.room() == [], "no table message"
        [after] = clubs.first.room()
        assert after.id == invitation.id
        after.says(FOUND).offers("My hand", only=True)
        await one.opens_hand(after)
        other.panel_message = found.message
        other.hand.says("</gin hand:")
        for person in (one, other):
            assert "A player" in words_of(person.hand)
        await played(clubs, [one, other])
        assert clubs.leaks() == []
        assert clubs.to(clubs.first) > 20
        assert clubs.to(clubs.second) > 20
        for person in (one, other):
            assert "wins the match" in words_of(person.hand)
            person.hand.does_not_offer("Rematch")
            for label in ("Score sheet", "Verify the deals"):
                await person.presses(label)
            (await person.presses("Find an opponent")).says("also search other servers")
        assert clubs.second.room() == []
        assert clubs.leaks() == []
        assert not clubs.world.env.errors


async def played(clubs: TwoServers, people: list[Who]) -> None:
    """A round and its end by what the panels offer, then on."""
    match = await live_match(clubs)
    for _ in range(MAX_PRESSES):
        movers = [one for one in people if one.may_move]
        view = (await clubs.world.match(match.id)).public()
        if view.phase is MatchPhase.OVER:
            break
        if len(view.played) >= times(1) and view.phase is MatchPhase.PLAYING:
            break
        assert movers
        await movers[0].take_turn()
    await play_until(clubs.world, match.id, lambda now: now.is_over)


async def about(person: Who) -> Seen:
    """What the panel says of the match, beside the cards."""
    await person.presses("More")
    opened = await person.presses("This match")
    await person.presses("Back to the hand")
    return opened


@pytest.mark.slow
async def test_everything_opens_in_ones_own_panel_and_nothing_leaks(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        for server, person in zip(clubs.both, await both(clubs), strict=True):
            more = (await about(person)).does_not_offer("Repost the table", "Open a thread")
            sheet = await person.presses("Score sheet", more)
            assert server.nick(person) in words_of(sheet)
            assert "A player" in words_of(sheet)
            for label in ("Rules", "Verify the deals"):
                await person.presses(label, more)
            for command in ("hand", "turns", "history", "repost"):
                await person.asks(command)
            await server.spectator.asks("find")
            await server.admin.asks("admin settings")
        [table] = clubs.first.searches()
        for stranger in (clubs.first.admin, clubs.first.spectator):
            (await stranger.presses("My hand", table)).says(HIDDEN)
        live = await live_match(clubs)
        resigned = MatchCommand(fresh(), live.id, clubs.first.player.id, Resign(), None)
        await clubs.world.service.act(resigned)
        await clubs.world.settle()
        assert clubs.leaks() == []
        assert clubs.second.room() == []


@pytest.mark.slow
async def test_players_agree_and_decide_about_their_clocks_in_their_panels(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        people = await both(clubs)
        live = await live_match(clubs)
        seat = live.public().to_act[0]
        mover, waiting = people[seat], people[1 - seat]
        await mover.presses("Pause…", await about(mover))
        waiting.hand.says("wants to pause")
        await waiting.presses("Agree to pause")
        for person in people:
            person.hand.says("Paused")
        await mover.presses("Continue")
        for person in people:
            person.hand.does_not_say("Paused")
        await clubs.world.passes(30 * HOUR)
        await clubs.both[1 - seat].hand(waiting)
        await waiting.presses("Cancel, no result", await waiting.presses("Time is up: decide"))
        assert (await clubs.world.service.running()) == ()
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_its_players_see_the_finished_rounds_and_nobody_else(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        live = await live_match(clubs)
        await play_until(clubs.world, live.id, lambda now: now.is_over)
        for server in clubs.both:
            seen = words_of(await server.player.asks("replay", match=base36(live.id)))
            assert server.nick(server.player) in seen
            assert "A player" in seen
            refused = await server.spectator.asks("replay", match=base36(live.id))
            refused.says("no such match on this server")
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_a_ping_of_another_process_goes_with_the_turn(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs)
        live = await live_match(clubs)
        mentions, seat = clubs.world.service.mentions, live.public().to_act[0]
        user = existing(live.player(seat).user_id)
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
        assert after.id == before.id
        after.says(FOUND)
        assert "A player" in words_of(await clubs.first.player.opens_hand(after))
        for one in await both(clubs):
            assert "A player" in words_of(one.hand)
        assert clubs.second.room() == []
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_no_television_shows_it(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        tv = clubs.world.bot.parts.tv
        tv.every_seconds = 0.0
        await met(clubs)
        for server in clubs.both:
            config = (await server.config()).model_dump()
            await server.sets(**config | {"tv_channel": server.channel.id})
            await tv.update(server.guild)
            await clubs.world.settle()
        await play_until(clubs.world, (await live_match(clubs)).id, lambda now: now.version > 3)
        for server in clubs.both:
            [screen] = [one for one in server.room() if "Gin TV" in one.text]
            assert server.nick(server.player) not in words_of(screen)
            assert "A player" not in words_of(screen)
        assert clubs.leaks() == []


@pytest.mark.slow
@pytest.mark.parametrize("notify", list(Notify))
async def test_calls_come_by_direct_message_and_tell_nothing_of_the_other_server(
    tmp_path: Path, notify: Notify
) -> None:
    async with two_servers(tmp_path) as clubs:
        clubs.world.bot.parts.display.pings.delay = 0.0
        for server in clubs.both:
            user = server.player.id
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
            user = clubs.both[number].player.id
            if notify is not Notify.NONE:
                await until(partial(is_written_to, clubs.world, user))
            heard[number] = heard.get(number, "") + written_to(clubs.world, user)
        assert set(heard) == {0, 1}
        for number, text in heard.items():
            assert ("Your turn" in text) is (notify is not Notify.NONE)
            other = clubs.both[1 - number]
            assert not [secret for secret in other.secrets if secret in text]
        assert clubs.leaks() == []
        assert clubs.second.room() == []
        if notify is not Notify.NONE:
            await pressed_in_a_call(clubs.both[int(live.public().to_act[0])])


async def pressed_in_a_call(server: Server) -> None:
    """A call leads to the hand."""
    [stored] = messages_to(server, server.player.id)
    call = server.sees(stored)
    custom_id = call.button("My hand")["custom_id"]
    answer = await server.player.member.user.click(call.message, custom_id=custom_id)
    await server.settle()
    server.sees(answer.response).says("Your turn")


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
        more = await about(finder)
        avoided = await finder.presses("Don't pair me with this player again", more)
        avoided.says("won't be paired with this player again")
        undone = await finder.presses("Undo", avoided)
        undone.says("can be paired with this player again")
        await finder.presses("Don't pair me with this player again", more)
        live = await live_match(clubs)
        resigned = MatchCommand(fresh(), live.id, finder.id, Resign(), None)
        await clubs.world.service.act(resigned)
        await clubs.world.settle()
        await clubs.first.find(clubs.first.player)
        await clubs.second.find(finder)
        assert await clubs.world.service.running() == (), "both wait"
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_whoever_is_on_the_world_board_is_named_by_the_account(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        await met(clubs, named=True)
        host, finder = await both(clubs)
        assert "Account T" in words_of(host.hand)
        assert "Account B" in words_of(finder.hand)
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
        for command in ("hand", "turns"):
            await clubs.second.player.asks(command)
        assert clubs.leaks() != []


@pytest.mark.slow
async def test_whoever_waits_is_told_with_the_next_look(tmp_path: Path) -> None:
    async with two_servers(tmp_path) as clubs:
        one, other = clubs.first.player, clubs.second.player
        await clubs.open_both()
        await clubs.first.find(one)
        [lobby] = await clubs.world.service.open_lobbies_of(one.id)
        # The process that lets them meet dies before it says so: only the commit is left.
        await clubs.world.bot.parts.invitations.stop()
        ask = OpenLobby(
            interaction=fresh(),
            table=TableMessage(clubs.second.guild, ChannelId(clubs.second.channel.id)),
            host=Named(other.id, f"{clubs.second.mark} T", "Account T"),
            setup=lobby.setup,
            expires_at_ms=lobby.expires_ms,
        )
        await clubs.world.service.find(ask, None, frozenset())
        await clubs.world.settle()
        clubs.first.searches()[0].does_not_say(FOUND)
        await redrawn(clubs.world)
        await clubs.world.settle()
        [told] = clubs.first.searches()
        told.says(FOUND)
        assert clubs.second.room() == []
        assert clubs.leaks() == []
