"""Whole events on the real bot, from the announcement to the honours."""

from pathlib import Path

import pytest

from bot.match.board import match_context
from bot.match.menus import resignation_costs
from bot.ui.i18n import words_for
from bot.ui.reader import Reader
from engine.clocks import MINUTE
from engine.events.kinds import ARENA, FIELD, KNOCKOUT, LEAGUE, ROUND_ROBIN, SWISS
from engine.events.plan import EventKind
from engine.service import UserId
from engine.service.events.organizer_actions import CancelEvent
from engine.service.events.types import EventState, PairingState, Verdict
from tests.bot.events.evening import Evening, evening, person
from tests.journeys.world import shown
from tests.keys import fresh


async def test_three_presses_and_a_form_announce_a_swiss(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.announce(SWISS)
        assert event.plan.kind is SWISS
        assert event.plan.name == "Swiss"
        message = here.message(event)
        assert "No entries yet." in message.text
        assert list(message.buttons) == ["Enter", "Withdraw", "Entries", "Rules", "Organise"]
        alice, bob = here.players
        entered = await here.panel(alice, event, "Enter")
        assert "You're in." in entered.text
        assert "Player 1" in here.message(event).text
        again = await here.panel(alice, event, "Enter")
        assert again.text == "You've already entered this event."
        left = await here.panel(alice, event, "Withdraw")
        assert "You've withdrawn." in left.text
        assert "No entries yet." in here.message(event).text
        outsider = await here.panel(bob, event, "Withdraw")
        assert outsider.text == "You haven't entered this event."
        assert not here.world.env.errors


@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        pytest.param(SWISS, "your opponent wins the pairing", id="swiss"),
        pytest.param(FIELD, "at least 25 points below average", id="duplicate"),
    ],
)
async def test_who_is_about_to_resign_reads_what_it_costs_in_the_event(
    tmp_path: Path, kind: EventKind, cost: str
) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(kind))
        service = here.world.service
        live = await service.load(event.pairings[0].matches[-1])
        assert live is not None
        reader = Reader(words_for("en-US"))
        costs = resignation_costs(reader, match_context(service, live, reader))
        assert cost in costs[-1]


@pytest.mark.parametrize(
    ("kind", "rounds"),
    [
        pytest.param(KNOCKOUT, 3, id="knockout"),
        pytest.param(SWISS, 4, id="swiss", marks=pytest.mark.slow),
    ],
)
@pytest.mark.usefixtures("drawn")
async def test_eight_players(tmp_path: Path, kind: EventKind, rounds: int) -> None:
    async with evening(tmp_path, 8) as here:
        event = await here.start(await here.announce(kind))
        assert event.state is EventState.RUNNING
        assert event.rounds == rounds
        first = here.players[0]
        mine = await here.panel(first, event, "My match")
        assert "▶️ Your match: round 1 vs" in mine.text
        hand = await here.press(first, mine, "My hand")
        assert hand.has("Refresh") or hand.pictures
        tables = [one.text for one in here.world.public() if one.has("My hand")]
        assert len(tables) == 4
        assert all(f"🏆 {event.plan.name}, round 1" in one for one in tables)
        event = await here.play_out(event)
        order = [one.user_id for one in event.standings]
        assert order[0] == UserId(first.id)
        assert len(order) == 8
        message = here.message(event)
        assert "🥇 Player 1\n" in message.text
        assert len(message.pictures) == 1
        label = "Bracket" if kind is KNOCKOUT else "Standings"
        assert list(message.buttons) == [label, "Entries", "Rules"]
        told = "\n".join(one.text for one in here.thread(event))
        for number in range(1, rounds + 1):
            assert f"Round {number} of {rounds}" in told
        assert told.count("🏁") == sum(bool(one.matches) for one in event.pairings)
        assert f"🏆 {event.plan.name} is over" in told
        posted = [one for one in here.world.public() if one.has("Entries")]
        assert len(posted) == 1, "the message is edited, never posted again"
        await honours_are_shown(here, event.plan.name)
        assert not here.world.env.errors


async def honours_are_shown(here: Evening, name: str) -> None:
    """The winner's profile and the server's history name the event."""
    winner = here.players[0]
    profile = (await here.world.slash(winner, "profile")).response
    more = await here.press(winner, shown(profile, profile.components), "More")
    assert f"🥇 {name}" in more.text
    listed = await here.open_list(here.players[5])
    assert "**Past events**" in listed.text
    assert "🥇 Player 1" in listed.text


@pytest.mark.slow
async def test_every_pairing_mentions_its_players_once(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(SWISS))
        event = await here.play_out(event)
        told = "\n".join(one.text for one in here.thread(event))
        for player in here.players:
            mine = [
                one
                for one in event.pairings
                if one.matches and player.id in (one.first, one.second)
            ]
            called_to_check_in = 1
            assert told.count(f"<@{player.id}>") == len(mine) + called_to_check_in


@pytest.mark.slow
async def test_a_round_robin_shows_a_cross_table(tmp_path: Path) -> None:
    async with evening(tmp_path, 5) as here:
        event = await here.start(await here.announce(ROUND_ROBIN))
        assert event.rounds == 5
        event = await here.play_out(event)
        table = await here.panel(here.players[1], event, "Standings")
        assert len(table.pictures) == 1
        assert "Player 1" in table.pictures[0]["description"]
        assert event.standings[0].half_points == 12
        assert not here.world.env.errors


@pytest.mark.slow
async def test_a_league_deals_everything_at_once_and_comes_again(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(LEAGUE))
        assert sum(one.state is PairingState.PLAYING for one in event.pairings) == 6
        mine = await here.panel(here.players[0], event, "My match")
        hands = [label for label in mine.buttons if label.startswith("My hand vs")]
        assert len(hands) == 3
        told = "\n".join(one.text for one in here.thread(await here.event(event)))
        assert "League begins" in told
        await here.play_out(event)
        (following,) = (await here.world.service.events.of_guild(here.guild)).current
        assert following.season == 2
        assert "season 2" in here.message(following).text
        assert not here.world.env.errors


@pytest.mark.slow
async def test_an_arena_pairs_until_time_is_up(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(ARENA, minutes="30"))
        assert event.ends_ms is not None
        for _ in range(2):
            event = await here.play_round(event)
            await here.wait(MINUTE)
        pauser = here.players[3]
        paused = await here.panel(pauser, event, "My match", "Pause")
        assert paused.has("Resume")
        event = await here.play_round(event)
        back = await here.press(pauser, paused, "Resume")
        assert back.has("Pause")
        await here.until(event.ends_ms or 0)
        event = await here.play_round(event)
        await here.wait(MINUTE)
        event = await here.event(event)
        assert event.state is EventState.FINISHED
        assert event.standings[0].user_id == UserId(here.players[0].id)
        assert len(event.pairings) >= 5
        assert "🥇 Player 1" in here.message(event).text
        assert not here.world.env.errors


@pytest.mark.slow
async def test_an_event_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(SWISS))
        late = await here.panel(here.players[0], event, "Enter")
        assert late.text == "You've already entered this event."
        message = event.message
        await here.world.restart()
        event = await here.play_round(event)
        await here.wait(MINUTE)
        event = await here.event(event)
        assert event.round == 2
        assert "Round 2 of" in here.message(event).text
        await here.world.restart()
        mine = await here.panel(here.players[0], event, "My match")
        assert "round 2 vs" in mine.text
        event = await here.play_out(event)
        assert event.message == message
        assert "🥇 Player 1" in here.message(event).text
        assert not here.world.env.errors


async def test_who_does_not_show_up_forfeits(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(SWISS))
        await here.wait(6 * MINUTE)
        event = await here.event(event)
        first = [one for one in event.pairings if one.round == 1]
        assert [one.verdict for one in first] == [Verdict.FORFEIT] * 2
        told = "\n".join(one.text for one in here.thread(event))
        assert told.count("didn't show up") == 2
        assert "(forfeit)" in told
        winner = next(one for one in here.players if one.id == first[0].winner)
        mine = await here.panel(winner, event, "My match")
        assert "(forfeit)" in mine.text
        tables = "\n".join(one.text for one in here.world.public())
        assert "admin" not in tables, "nobody but the absent has decided anything"
        assert not here.world.env.errors


async def test_whoever_withdraws_is_asked_first(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(KNOCKOUT))
        quitter = here.players[3]
        asked = await here.panel(quitter, event, "My match", "Withdraw")
        assert "You'll forfeit every unfinished match" in asked.text
        stayed = await here.press(quitter, asked, "Stay")
        assert "▶️ Your match" in stayed.text
        asked = await here.press(quitter, stayed, "Withdraw")
        left = await here.press(quitter, asked, "Withdraw")
        assert "You've withdrawn." in left.text
        event = await here.event(event)
        pairing = event.pairing_of(UserId(quitter.id))
        assert pairing is not None
        assert pairing.winner not in (None, UserId(quitter.id))
        assert not here.world.env.errors


@pytest.mark.slow
async def test_the_history_has_pages(tmp_path: Path) -> None:
    async with evening(tmp_path, 1) as here:
        events = here.world.service.events
        for number in range(12):
            event = await here.announce(SWISS)
            await events.organize(fresh(), event.id, UserId(here.host.id), CancelEvent())
            await here.wait(MINUTE * (number + 1))
        newest = await here.open_list(here.players[0])
        assert newest.text.count("cancelled") == 10
        assert not newest.has("Newer")
        older = await here.press(here.players[0], newest, "Older")
        assert older.text.count("cancelled") == 2
        assert older.has("Newer")
        assert not older.has("Older")


async def redraw(here: Evening) -> int:
    """Draw what is behind, as the bot does every half minute."""
    parts = here.world.bot.parts
    drawn = await parts.events.redraw()
    await here.world.settle()
    return drawn


async def test_what_a_stopped_bot_did_not_show_is_drawn_after_the_start(tmp_path: Path) -> None:
    async with evening(tmp_path, 2) as here:
        event = await here.announce(SWISS)
        await here.world.bot.parts.events.stop()
        await here.world.service.events.enter(fresh(), event.id, person(here.players[0]))
        await here.world.settle()
        assert "No entries yet." in here.message(event).text
        await here.world.restart()
        assert await redraw(here) == 1
        assert "Player 1" in here.message(event).text
        assert await redraw(here) == 0
        assert not here.world.env.errors
