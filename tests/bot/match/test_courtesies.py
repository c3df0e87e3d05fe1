"""Late turns, pauses, vacations, moves taken back, premoves, the own order, nudges, reminders."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.ui.custom_id import parse_custom_id
from bot.wording.cards import short
from engine.clocks import DAY, HOUR, MINUTE
from engine.game.cards import cards_of
from engine.game.match import EndReason
from engine.game.round import RoundEventKind
from engine.service import Notify, Prefs
from engine.service import Person as Named
from tests.journeys.club import Club, Seen, Who, journey
from tests.keys import fresh
from tests.service.world import existing
from tests.worlds.turn_calls import called_soon, calls, eventually, started


async def late_table(club: Club) -> tuple[Seen, Who, Who]:
    """The table, who is late, and the opponent."""
    table = await club.sits(3)
    late, other = await club.turn()
    await club.passes(DAY)
    return table, late, other


async def choice_of(person: Who, table: Seen) -> Seen:
    return (await person.presses("Time is up", table)).privately()


@pytest.mark.slow
@journey(people=3)
async def test_the_opponent_of_a_late_player_chooses(club: Club) -> None:
    table, late, other = await late_table(club)
    table.says("run out of time")
    (await choice_of(late, table)).offers(only=True)
    (await choice_of(club.carol, table)).says("aren't at this table")
    choices = await choice_of(other, table)
    choices.offers("Give extra time", "Cancel, no result", "Claim the win", only=True)
    await other.presses("Give extra time", choices)
    table.does_not_say("run out of time")
    await club.passes(DAY)
    choices = await choice_of(other, table)
    await other.presses("Claim the win", choices)
    table.says("ran out of time")


@journey(people=2)
async def test_a_late_player_may_still_play(club: Club) -> None:
    table, late, other = await late_table(club)
    choices = await choice_of(other, table)
    await late.presses("Pass")
    assert other.may_move
    table.does_not_say("run out of time")
    (await other.presses("Claim the win", choices)).says("Nobody is out of time")
    assert not (await club.match()).is_over


@journey(people=2)
async def test_calling_it_off_has_no_result(club: Club) -> None:
    table, _, other = await late_table(club)
    await other.presses("Cancel, no result", await choice_of(other, table))
    table.says("no result")
    outcome = existing((await club.match()).public().outcome)
    assert outcome.reason is EndReason.CALLED_OFF


@pytest.mark.slow
@journey(people=2)
async def test_a_pause_is_asked_for_agreed_to_and_ended_in_public(club: Club) -> None:
    table = await club.sits(4)
    (await club.alice.asks("time pause")).privately()
    table.says("wants to pause")
    await club.bob.presses("Agree", table)
    table.says("Paused")
    await club.restart()
    await club.passes(5 * DAY)
    assert (await club.match()).is_paused
    await club.bob.presses("Continue", table)
    live = await club.match()
    assert not live.is_paused
    assert live.late == ()
    table.does_not_say("Paused")


@journey(people=2)
async def test_vacation_says_until_when_and_what_is_left(club: Club) -> None:
    await club.sits(4)
    for days in (5, 10):
        (await club.alice.asks("time vacation", days=days)).says("9 vacation days left")


@journey(people=2)
async def test_a_misclick_is_taken_back_when_the_opponent_allows_it(club: Club) -> None:
    table = await club.sits(5)
    first, other = await until_discard(club)
    first.hand.offers("Undo ")
    await first.presses("Undo ")
    table.says("back")
    other.hand.offers("Allow")
    await other.presses("Allow", table)
    live = await club.match()
    assert live.public().to_act == (live.seat_of(first.id),)
    assert any("pick-" in one["custom_id"] for one in first.hand.buttons.values())
    events = live.public().tables[0].events
    assert events[-1].fact is RoundEventKind.DREW
    await first.take_turn()
    await first.presses("Undo ")
    await other.presses("Decline")
    first.hand.does_not_offer("Undo ")
    assert other.may_move


async def until_discard(club: Club) -> tuple[Who, Who]:
    """Play until somebody has just discarded; who, and the one to move now."""
    for person in club.people:
        person.rng = random.Random(1)
    for _ in range(40):
        mover, other = await club.turn()
        discarding = mover.hand.has("Discard ")
        await mover.take_turn()
        asks = mover.hand.has("Undo ") and not mover.hand.has("Undo my")
        if asks and (discarding or other.may_move):
            return mover, other
    raise AssertionError("nobody discarded")


@pytest.mark.slow
@journey(people=2)
async def test_premoves_are_private_shown_cancelled_and_played(club: Club) -> None:
    table = await club.sits(6)
    mover, waiter = await club.turn()
    before = table.text
    version = (await club.match()).version
    await waiter.presses("More")
    waiter.hand.offers("Pass the upcard")
    await waiter.presses("Always draw")
    await waiter.chooses("0")
    await waiter.presses("Back to the hand")
    waiter.hand.says("always draw from the stock, gin as soon as possible")
    assert table.text == before
    assert (await club.match()).version == version
    mover.hand.does_not_say("Planned")
    await waiter.presses("Cancel premoves")
    waiter.hand.does_not_say("Planned")
    await waiter.presses("More")
    await waiter.presses("Pass the upcard")
    await mover.presses("Pass")
    facts = [event.fact for event in (await club.match()).public().tables[0].events]
    assert facts == [RoundEventKind.PASSED, RoundEventKind.PASSED]
    assert mover.may_move


def shown_order(person: Who) -> list[str]:
    """The cards that may be discarded, left to right."""
    found = []
    for label, button in person.hand.buttons.items():
        press = parse_custom_id(button["custom_id"])
        if press is not None and press.what.startswith("pick-"):
            found.append(label)
    return found


@journey(people=2)
async def test_the_own_order_is_shown_in_chat_and_kept_over_a_restart(club: Club) -> None:
    await club.sits(7)
    mover, _ = await club.turn()
    live, seat = await club.match(), await club.seat_of(mover)
    order = tuple(cards_of(live.view(seat).hand))[::-2]
    await club.service.planning.change(
        fresh(), live.id, mover.id, lambda plans: replace(plans, order=order)
    )
    own = [short(card) for card in order]
    await mover.presses("Take")
    assert shown_order(mover)[: len(own)] != own
    await mover.presses("More")
    mover.hand.does_not_offer("Arrange")
    await mover.chooses("own", menu=1)
    await mover.presses("Back to the hand")
    assert shown_order(mover)[: len(own)] == own
    await club.restart()
    mover.panel_message = (await mover.asks("hand")).message
    assert shown_order(mover)[: len(own)] == own


async def nudge(person: Who, table: Seen) -> Seen:
    return await person.presses("Nudge", await person.presses("More", table))


@journey(people=3)
async def test_two_nudges_take_the_place_of_the_call(club: Club) -> None:
    called_soon(club)
    live, table = await started(club)
    waiting = next(
        one for one in club.people[:2] if live.seat_of(one.id) not in live.public().to_act
    )
    sleeper = next(one for one in club.people[:2] if one is not waiting)
    await eventually(club, lambda: len(calls(club)) == 1)
    (await nudge(waiting, table)).says("some time")
    club.time.ahead_ms += 10 * MINUTE
    (await nudge(waiting, table)).says("1 more time")
    (call,) = calls(club)
    club.sees(call).says("Nudge")
    assert call.mention_user_ids == [sleeper.id]
    await club.service.set_prefs(fresh(), Named(sleeper.id, "Sleeper"), Prefs(notify=Notify.NONE))
    club.bot.parts.messenger.preferences.forget(sleeper.id)
    (await nudge(waiting, table)).says("turned off notifications")
    await club.service.set_prefs(fresh(), Named(sleeper.id, "Sleeper"), Prefs())
    club.bot.parts.messenger.preferences.forget(sleeper.id)
    (await nudge(waiting, table)).says("0 more times")
    (await nudge(waiting, table)).says("the limit")
    assert len(calls(club)) == 1


@journey(people=3)
async def test_one_reminder_before_the_end_of_a_turn(club: Club) -> None:
    called_soon(club)
    await started(club)
    await eventually(club, lambda: len(calls(club)) == 1)
    first = calls(club)[0].id
    club.time.ahead_ms += 18 * HOUR

    def reminded() -> bool:
        found: list[Any] = calls(club)
        return len(found) == 1 and "Reminder" in club.sees(found[0]).text

    await eventually(club, reminded)
    second = calls(club)[0].id
    assert second != first
    await club.passes(HOUR)
    assert [one.id for one in calls(club)] == [second]
