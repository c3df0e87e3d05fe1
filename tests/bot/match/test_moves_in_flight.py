"""What is shown catches up with a move that is committed while it is being sent."""

import asyncio

import pytest

from bot.match.panels import PanelKind
from engine.game.actions import Ready
from engine.game.round import Phase
from engine.service import Applied, InteractionId, MatchCommand
from tests.journeys.club import Club, journey
from tests.journeys.in_flight import commit, late_edits, meanwhile, move, take_turn
from tests.journeys.played import play_round
from tests.waiting import until


@journey(people=2)
async def test_a_hand_that_is_being_opened_shows_the_move_made_meanwhile(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.sits(3)
    match = (await club.match()).id
    _, waiting = await club.turn()
    done = meanwhile(
        monkeypatch, "POST", "*/interactions/*/callback", lambda: take_turn(club, match)
    )
    await waiting.opens_hand(table)
    assert done
    (panel,) = (
        one
        for user, kind, one in club.bot.parts.display.panels.of(match)
        if user == waiting.id and kind is PanelKind.HAND
    )
    live = await club.match(match)
    assert panel.shown == live.version
    waiting.hand.does_not_say("Waiting for")
    assert waiting.may_move


@journey(people=2)
async def test_the_first_hand_after_accepting_shows_the_move_made_meanwhile(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = club.people
    asked = await alice.challenges(bob)

    async def act() -> None:
        await move(club, (await club.match()).id)

    done = meanwhile(monkeypatch, "POST", "*/webhooks/*", act)
    await bob.accepts(asked)
    assert done
    match = (await club.match()).id
    live = await club.match(match)
    panels = club.bot.parts.display.panels.of(match)
    assert [one.shown for _, _, one in panels] == [live.version]
    seat = live.seat_of(bob.id)
    (mine,) = bob.inbox()
    assert ("Your turn" in mine.text) is (seat in live.public().to_act)


@journey(people=3)
async def test_a_watch_panel_that_is_being_opened_shows_the_move_made_meanwhile(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.sits(3)
    match = (await club.match()).id
    done = meanwhile(monkeypatch, "POST", "*/interactions/*/callback", lambda: move(club, match))
    result = await club.carol.presses("Watch", table)
    assert done
    live = await club.match(match)
    panels = club.bot.parts.display.panels.of(match)
    (panel,) = (one for _, kind, one in panels if kind is PanelKind.WATCH)
    assert panel.shown == live.version
    result.privately()


@pytest.mark.slow
@journey(people=2)
async def test_a_table_answered_late_does_not_stay_behind(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await club.sits(3, rules="standard")
    match = (await club.match()).id
    await play_round(club)
    first, second = club.people

    async def also_ready() -> None:
        live = await club.match(match)
        outcome = await club.service.act(MatchCommand(InteractionId(1), match, second.id, Ready()))
        assert isinstance(outcome, Applied)
        assert outcome.live.version > live.version
        await club.service.bus.drained()
        # Discord shows what arrived last: the answer that was made before.
        table.stored.components[:] = before

    before = list(table.stored.components)
    done = meanwhile(monkeypatch, "POST", "*/interactions/*/callback", also_ready)
    await first.presses("Ready", table)
    assert done
    live = await club.match(match)
    assert live.public().number == 2
    table.says("round 2")


@journey(people=2)
async def test_an_edit_that_arrives_late_does_not_stay_on_a_panel_that_was_refreshed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.sits(3)
    match = (await club.match()).id
    while (await club.match(match)).public().tables[0].phase is not Phase.DRAW:
        await move(club, match)
    await club.settle()
    _, waiting = await club.turn()
    refresh = waiting.hand.button("Refresh")["custom_id"]
    async with late_edits(monkeypatch) as held:
        await commit(club, match)
        await until(lambda: bool(held))
        while (await club.match(match)).seat_of(waiting.id) not in (
            await club.match(match)
        ).public().to_act:
            await commit(club, match)
        pressed = asyncio.create_task(
            waiting.member.click(waiting.panel_message, custom_id=refresh)
        )
        await until(lambda: waiting.may_move)
    await pressed
    await club.settle()
    assert waiting.may_move, waiting.hand.text
