"""A whole team match between two servers on the real bot; neither learns anything of the other."""

from pathlib import Path

import pytest

from engine.clocks.clock import MINUTE
from engine.service.events.types import EventState
from tests.bot.across.contest import TEAMS, match_of
from tests.bot.events.evening import TERMS
from tests.bot.events.test_duplicate_journeys import play_boards
from tests.journeys.two_servers import two_servers, words_of
from tests.journeys.world import Shown
from tests.seeds import times


def said_of(table: Shown) -> str:
    """The season table in the words of its picture."""
    [picture] = table.pictures
    return str(picture["description"])


@pytest.mark.slow
@pytest.mark.parametrize("side", (2, 4, 8)[: times(1)])
async def test_two_servers_play_from_the_challenge_to_the_season_table(
    tmp_path: Path, side: int
) -> None:
    async with two_servers(tmp_path, people=side + 1, terms=TERMS) as clubs:
        await clubs.open_both()
        match = match_of(clubs)
        home, away = match.sides
        await clubs.first.switch(home.players[0], "settings", "Show me on the global")
        event = await match.started(side)
        assert event.state is EventState.RUNNING
        assert len(event.pairings) == side
        for one, other in ((home, away), (away, home)):
            text = one.message(await one.event(event)).text
            assert "A match between two servers" in text
            mine = await one.panel(one.players[1], event, "My match")
            assert "against **A player**" in mine.text
            hand = await one.press(one.players[1], mine, "My hand")
            assert "Board 1 of 4" in hand.text
            own = await one.club.world.slash(one.players[0], "hand")
            assert "Board 1 of 4" in one.club.seen(own).text
            entries = await one.panel(one.players[1], event, "Entries")
            for member in one.players:
                assert one.club.nick(member) in entries.text
            assert "A player" in entries.text
            assert other.club.mark not in entries.text
        assert "Account B" in (await away.panel(away.players[0], event, "Entries")).text
        event = await play_boards(home, event)
        await home.wait(max(MINUTE, home.world.terms.pause_ms))
        for one in match.sides:
            ended = await one.event(event)
            assert ended.state is EventState.FINISHED
            assert ended.team_points is not None
            message = one.message(ended)
            for name in TEAMS:
                assert name in message.text
            news = [each.text for each in one.thread(ended)]
            for said in ("Lisbon – Porto begins", "Lisbon – Porto is over"):
                assert sum(said in text for text in news) == 1, news
            boards = await one.panel(one.players[1], event, "My boards")
            assert "Against **A player**" in boards.text
            await one.panel(one.players[0], event, "Standings")
            table = await one.press(one.host, await one.between(one.host), "Season table")
            table = await one.press(one.host, table, "List this server")
            assert "Your server is listed" in table.text
            assert TEAMS[one is away] in said_of(table)
        table = await home.press(home.host, await home.between(home.host), "Season table")
        assert all(name in said_of(table) for name in TEAMS)
        assert clubs.leaks() == []
        assert clubs.to(clubs.first) > 20
        assert clubs.to(clubs.second) > 20
        assert not clubs.world.env.errors


@pytest.mark.slow
async def test_what_organisers_press_tells_nothing_of_the_other_server(tmp_path: Path) -> None:
    async with two_servers(tmp_path, terms=TERMS) as clubs:
        await clubs.open_both()
        match = match_of(clubs)
        away = match.sides[1]
        event = await match.agreed(2)
        for one in match.sides:
            await one.each(event, "Enter")
            await one.club.world.slash(one.players[0], "events")
        for one in match.sides:
            text = one.message(await one.event(event)).text
            assert one.club.nick(one.players[0]) in text
            assert text.count("A player") == len(one.players)
            tools = await one.panel(one.host, event, "Organise")
            assert not tools.has("Postpone")
            assert not tools.has("Results")
            await one.panel(one.host, event, "Rules")
            log = await one.club.world.slash(one.host, "admin show")
            one.club.seen(log)
        cancel = await away.panel(away.host, event, "Organise", "Cancel event", "Cancel event")
        assert "The event is cancelled." in cancel.text
        for one in match.sides:
            now = await one.event(event)
            assert now.state is EventState.CANCELLED
            said = "One of the two servers has cancelled this match."
            assert said in one.message(now).text
        assert clubs.leaks() == []
        assert not clubs.world.env.errors


@pytest.mark.slow
async def test_a_code_works_once_and_not_at_home(tmp_path: Path) -> None:
    async with two_servers(tmp_path, terms=TERMS) as clubs:
        await clubs.open_both()
        match = match_of(clubs)
        home, away = match.sides
        code = await home.challenge(2)
        page = await home.between(home.host)
        assert "Open challenges" in page.text
        refused = await home.fill(home.host, page, "Enter a code", code)
        assert "your own server's" in refused.text
        await away.accept(code)
        again = await away.fill(away.host, await away.between(away.host), "Enter a code", code)
        assert "There is no challenge with this code" in again.text
        member = await away.between(away.players[0])
        assert not member.has("Enter a code")
        assert member.has("Season table")
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_a_server_that_leaves_forfeits(tmp_path: Path) -> None:
    async with two_servers(tmp_path, terms=TERMS) as clubs:
        await clubs.open_both()
        match = match_of(clubs)
        home = match.sides[0]
        event = await match.started(2)
        left = await home.panel(home.host, event, "Organise", "Leave the match", "Leave the match")
        assert "Your server has left the match." in left.text
        await home.wait(max(MINUTE, home.world.terms.pause_ms))
        for one in match.sides:
            now = await one.event(event)
            assert now.state is EventState.FINISHED
            assert "**Porto**" in words_of(one.message(now))
        assert clubs.leaks() == []


@pytest.mark.slow
async def test_messages_are_drawn_again_after_a_restart(tmp_path: Path) -> None:
    async with two_servers(tmp_path, terms=TERMS) as clubs:
        await clubs.open_both()
        match = match_of(clubs)
        event = await match.agreed(2)
        await clubs.restart()
        match = match_of(clubs)
        for one in match.sides:
            await one.each(event, "Enter")
            seen = await one.event(event)
            assert sum(each.user_id > 0 for each in seen.entries) == 2
            assert one.club.nick(one.players[0]) in one.message(seen).text
        assert clubs.leaks() == []
        assert not clubs.world.env.errors
