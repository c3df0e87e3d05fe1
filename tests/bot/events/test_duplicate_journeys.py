"""Duplicate events on the real bot, from the announcement to the boards of each player."""

from pathlib import Path

import pytest
from simcord.actors import MemberActor

from engine.clocks import MINUTE
from engine.events.kinds import FIELD, TEAMS
from engine.game.cards import CardSet, card_text, cards_of, cards_text
from engine.service.events.types import Event, EventState
from tests.bot.events.evening import Evening, evening
from tests.journeys.cards_seen import cards_in
from tests.journeys.world import shown
from tests.worlds.events import member_of, play, play_boards


@pytest.mark.slow
async def test_six_players_play_a_field(tmp_path: Path) -> None:
    async with evening(tmp_path, 6) as here:
        announced = await here.announce(FIELD, rounds="2", boards="4")
        assert (announced.plan.rounds, announced.plan.boards) == (2, 4)
        assert "unrated" in here.message(announced).text
        assert str(announced.anchor) in here.message(announced).text
        event = await here.start(announced)
        assert event.state is EventState.RUNNING
        assert sum(bool(one.matches) for one in event.pairings) == 3
        first = here.players[0]
        mine = await here.panel(first, event, "My match")
        assert "▶️ Your match: round 1 vs" in mine.text
        hand = await here.press(first, mine, "My hand")
        assert "Board 1 of 4" in hand.text
        assert not [one for one in here.world.public() if one.has("My hand") and one.pictures]
        early = await here.panel(first, event, "My boards")
        assert "The boards are revealed when every table has played them." in early.text
        for number in (1, 2):
            assert event.round == number
            event = await play_boards(here, event)
            assert event.revealed == number
            await here.wait(max(MINUTE, here.world.terms.pause_ms))
            event = await here.event(event)
        assert event.state is EventState.FINISHED
        told = "\n".join(one.text for one in here.thread(event))
        assert "you can now see the boards of round 1" in told
        assert "🏁" not in told
        await boards_are_shown(here, event)
        standings = await here.panel(first, event, "Standings")
        assert len(standings.pictures) == 1
        assert sum(one.half_points for one in event.standings) == 0
        best = event.standings[0]
        assert "🥇 Player" in here.message(event).text
        assert best.played == 8
        assert not here.world.env.errors


async def boards_are_shown(here: Evening, event: Event) -> None:
    """Everyone reads what the cards gave and what they made of them, and can check both."""
    last = [one for one in event.pairings if one.round == event.revealed and one.matches]
    for user in (last[0].second, last[0].first):
        assert user is not None
        found = await here.world.service.events.boards_of(event.id, event.revealed, user)
        assert found is not None
        member = member_of(here, user)
        panel = await here.panel(member, event, "My boards")
        cards = f"{found.cards:+d}".replace("-", "−") if found.cards else "0"
        made = f"{found.made:+d}".replace("-", "−") if found.made else "0"
        said = f"The cards gave you **{cards}** points; your play was worth **{made}**."
        assert said in panel.text
        assert len(panel.pictures) == 1
        proof = await here.press(member, panel, "Verify the boards")
        assert "✅ The secret matches the commitment." in proof.text
        assert str(event.anchor) in proof.text


@pytest.mark.slow
async def test_two_teams_of_two(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.announce(TEAMS, side="2", boards="4")
        one, two, three, four = here.players
        entered = await here.panel(one, event, "Team 2")
        assert "You're in." in entered.text
        await here.panel(two, event, "Team 2")
        full = await here.panel(three, event, "Team 2")
        assert "You're number 1 on the waiting list." in full.text
        for member in (three, four):
            await here.panel(member, event, "Team 1")
        assert "**Team 1**: Player 3, Player 4" in here.message(event).text
        await here.until(event.plan.starts_ms - 15 * MINUTE)
        for member in here.players:
            await here.panel(member, event, "Check in")
        await here.until(event.plan.starts_ms)
        event = await here.event(event)
        assert [(each.first, each.second) for each in event.pairings] == [
            (three.id, one.id),
            (two.id, four.id),
        ]
        live = await here.live(event.pairings[0].matches[0])
        mover = member_of(here, live.player(live.public().to_act[0]).user_id)
        await here.world.slash(mover, "practice")
        hand = (await here.world.slash(mover, "hand")).response
        assert "Board 1 of 4" in shown(hand, hand.components).text
        event = await play_boards(here, event)
        await here.wait(max(MINUTE, here.world.terms.pause_ms))
        event = await here.event(event)
        assert event.state is EventState.FINISHED
        assert event.team_points is not None
        best, worst = max(event.team_points), min(event.team_points)
        message = here.message(event).text
        if best:
            assert f"** +{best}  ·  **" in message
            assert f"** −{-worst}" in message
        assert len(here.message(event).pictures) == 1
        table = await here.panel(one, event, "Standings")
        assert "Team 1" in table.pictures[0]["description"]
        boards = await here.panel(four, event, "My boards")
        assert "The cards gave you" in boards.text
        assert not here.world.env.errors


@pytest.mark.slow
async def test_nothing_of_a_board_stands_where_others_see_it(tmp_path: Path) -> None:
    """No public message and no other player's screen names a card before the round is over."""
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(FIELD, rounds="1", boards="4"))
        done, other = event.pairings
        await play(here, done.matches[0])
        await here.world.settle()
        event = await here.event(event)
        waiting = member_of(here, other.first)
        seen = [one.text for one in (*here.world.public(), *here.thread(event))]
        for label in ("Standings", "Entries", "My boards", "My match"):
            seen.append((await here.panel(waiting, event, label)).text)
        for command in ("events", "history", "profile"):
            sent = (await here.world.slash(waiting, command)).response
            seen.append(str(sent.components) + str(sent.content))
        assert not [text for text in seen if cards_in(text)]
        own = await here.panel(member_of(here, done.first), event, "My match")
        assert "–" in own.text
        points = [one.points for one in event.pairings]
        assert points == [0, 0]


@pytest.mark.slow
async def test_the_coach_says_nothing_about_a_board_that_others_still_play(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event = await here.start(await here.announce(FIELD, boards="4"))
        first, *others = [one.matches[0] for one in event.pairings if one.matches]
        live = await here.live(first)
        asker = member_of(here, live.players[0].user_id)
        hands = [live.view(player.seat).hand for player in live.players]
        asked = [await answer_to(here, asker, hand) for hand in hands]
        assert "still in progress" in asked[0]
        await play(here, first)
        assert not any(one.id == first for one in await here.world.service.running())
        for hand in hands:
            assert "Others are still playing this deal" in await answer_to(here, asker, hand)
        for match in others:
            await play(here, match)
        await here.world.settle()
        for hand in hands:
            assert "Best:" in await answer_to(here, asker, hand)


async def answer_to(here: Evening, asker: MemberActor, hand: CardSet) -> str:
    """What the coach says to ten cards with some other card on the pile."""
    upcard = next(card for card in range(52) if not hand >> card & 1)
    done = await here.world.slash(
        asker, "ask", hand=cards_text(cards_of(hand)), pile=card_text(upcard)
    )
    return shown(done.response, done.response.components).text
