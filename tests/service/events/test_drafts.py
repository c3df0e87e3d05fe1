"""The drafts of events: one row each, changed at the version that was seen, announced once."""

import asyncio
from dataclasses import replace

import pytest

from engine.clocks import DAY, HOUR
from engine.events.kinds import FIELD, KINDS, LEAGUE, LENGTH, SWISS, chosen, new_draft, settled
from engine.events.plan import EventKind, EventPlan, MatchLength, Repeat, lengths_of
from engine.game.presets import PRESETS
from engine.game.rules import MatchFormat
from engine.service.commands import Dependencies
from engine.service.events.creation import DRAFT_LASTS_MS, EventDraft
from engine.service.events.outcomes import EventCode, EventOutcome
from engine.service.events.rows import is_possible, plan_from, plan_text
from engine.service.events.types import Announce, Event
from engine.service.operations.maintenance import Maintenance
from tests.service.events.hall import HOST, Hall, changed, code, plan
from tests.service.world import CHANNEL, GUILD, existing

NEW = new_draft("Europe/Berlin", rated=True)


async def begun(opened: Hall, plan: EventPlan = NEW) -> EventDraft:
    press = opened.world.press()
    return await opened.world.service.events.begin_draft(press, GUILD, HOST.user_id, plan)


async def announce(opened: Hall, draft: EventDraft) -> EventOutcome:
    ask = Announce(opened.world.press(), GUILD, CHANNEL, HOST, plan(SWISS))
    return await opened.world.service.events.announce(ask, draft)


async def listed(opened: Hall) -> tuple[Event, ...]:
    return (await opened.world.service.events.of_guild(GUILD)).current


async def test_a_draft_is_read_as_it_was_written(opened: Hall) -> None:
    full = replace(
        NEW,
        name="Friday",
        kind=FIELD,
        starts_ms=5,
        rounds=4,
        repeat=Repeat.WEEKLY,
        length=MatchLength(rounds=8),
        winner_role=2**63 - 1,
    )
    draft = await begun(opened, full)
    assert await opened.events.draft(draft.id) == draft


async def test_a_change_for_an_earlier_version_does_nothing(opened: Hall) -> None:
    first = await begun(opened)
    second = existing(
        await opened.events.change_draft(opened.world.press(), first, replace(NEW, name="A"))
    )
    assert second.version == first.version + 1
    late = await opened.events.change_draft(opened.world.press(), first, replace(NEW, name="B"))
    assert late is None
    assert await opened.events.draft(first.id) == second


async def test_a_change_that_arrives_twice_is_made_once(opened: Hall) -> None:
    draft, press = await begun(opened), opened.world.press()
    for _ in range(2):
        await opened.events.change_draft(press, draft, replace(NEW, name="A"))
    assert existing(await opened.events.draft(draft.id)).version == 1


async def test_two_changes_at_the_same_time_do_not_mix(opened: Hall) -> None:
    draft = await begun(opened)
    plans = [replace(NEW, name="A"), replace(NEW, rounds=7)]
    presses = [opened.world.press() for _ in plans]
    made = await asyncio.gather(
        *(
            opened.events.change_draft(press, draft, one)
            for press, one in zip(presses, plans, strict=True)
        )
    )
    [kept] = [one for one in made if one is not None]
    assert await opened.events.draft(draft.id) == kept
    assert kept.plan in plans


async def test_a_draft_is_announced_once(opened: Hall) -> None:
    draft = await begun(opened)
    outcomes = await asyncio.gather(*(announce(opened, draft) for _ in range(3)))
    [event] = await listed(opened)
    assert {changed(one).id for one in outcomes} == {event.id}
    assert existing(await opened.events.draft(draft.id)).event == event.id
    later = await opened.events.change_draft(opened.world.press(), draft, replace(NEW, name="A"))
    assert later is None


async def test_an_earlier_version_is_not_announced(opened: Hall) -> None:
    draft = await begun(opened)
    await opened.events.change_draft(opened.world.press(), draft, replace(NEW, name="A"))
    assert code(await announce(opened, draft)) is EventCode.DRAFT_CHANGED
    assert await listed(opened) == ()


async def test_what_cannot_be_announced_can_be_changed(opened: Hall) -> None:
    draft = await begun(opened)
    ask = Announce(opened.world.press(), GUILD, CHANNEL, HOST, plan(SWISS, starts_ms=1))
    outcome = await opened.world.service.events.announce(ask, draft)
    assert code(outcome) is EventCode.BAD_TIME
    assert existing(await opened.events.draft(draft.id)).event is None
    changed(await announce(opened, draft))


async def test_a_draft_ends_a_week_after_its_last_change(opened: Hall) -> None:
    world = opened.world
    kept, left = await begun(opened), await begun(opened)
    world.clock.now += DRAFT_LASTS_MS - HOUR
    kept = existing(await opened.events.change_draft(world.press(), kept, replace(NEW, name="A")))
    world.clock.now += HOUR
    assert await opened.events.draft(left.id) is None
    assert code(await announce(opened, left)) is EventCode.DRAFT_CHANGED
    assert await opened.events.draft(kept.id) == kept
    await Maintenance(Dependencies(world.service._store, world.clock), None).look()
    world.clock.now -= DAY
    assert await opened.events.draft(left.id) is None, "it is deleted"
    assert await opened.events.draft(kept.id) == kept


# -- choices ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS.values(), ids=str)
def test_every_choice_of_a_kind_can_be_announced_and_is_stored(kind: EventKind) -> None:
    draft = chosen(replace(NEW, name="Friday"), "kind", kind.name)
    for choice in kind.choices:
        for offer in lengths_of(PRESETS["standard"]) if choice is LENGTH else choice.offers:
            one = chosen(draft, choice.field, str(offer))
            ready = settled(one, PRESETS["standard"])
            assert is_possible(ready)
            assert plan_from(plan_text(ready)) == ready
            if not choice.is_switch:
                assert getattr(ready, choice.field) == offer
            elif choice.field != "rated" or not kind.is_duplicate:
                assert getattr(ready, choice.field) is not getattr(draft, choice.field)
        with pytest.raises(KeyError):
            chosen(draft, f"{choice.field}x", "1")


def test_what_another_kind_has_offered_has_no_effect() -> None:
    weekly = chosen(chosen(NEW, "repeat", "weekly"), "rounds", "12")
    league = settled(chosen(weekly, "kind", LEAGUE.name), PRESETS["standard"])
    assert (league.repeat, league.rounds) == (None, None), "a league begins anew each month"
    field = settled(chosen(weekly, "kind", FIELD.name), PRESETS["standard"])
    assert (field.repeat, field.rounds) == (Repeat.WEEKLY, None), "of twelve rounds none is offered"


def test_a_length_without_effect_is_the_usual_one() -> None:
    draft = chosen(NEW, "length", "0-8")
    rounds = settled(draft, PRESETS["standard"])
    assert (rounds.rules.match_format, rounds.rules.rounds) == (MatchFormat.ROUNDS, 8)
    hollywood = settled(draft, PRESETS["hollywood"])
    assert hollywood.rules == PRESETS["hollywood"]
    assert hollywood.length == NEW.length
