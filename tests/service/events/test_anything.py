"""Whatever players and organizer do in any order, an event stays sound and comes to its end."""

import random
from collections import Counter
from pathlib import Path

import pytest

from engine.clocks import DAILY, DAY, LIVE, MINUTE
from engine.events.kinds import KINDS, LEAGUE, ROUND_ROBIN, SWISS
from engine.events.plan import EventKind
from engine.service.events.organizer_actions import (
    AwardPairing,
    PutBack,
    Remove,
    Replace,
    UndoResult,
)
from engine.service.events.types import EntryState, Event, EventState, PairingState, Verdict
from tests.seeds import seeds, times
from tests.service.events.hall import Hall, hall, person
from tests.service.world import sqlite_url

STEPS = 60


async def check(opened: Hall, event: Event) -> None:
    """What is true of an event at every moment."""
    users = [one.user_id for one in event.entries]
    assert len(users) == len(set(users))
    playing = Counter(
        user
        for one in event.pairings
        if one.state is not PairingState.DONE
        for user in (one.first, one.second)
        if user is not None  # the computer plays with everybody
    )
    if event.plan.kind not in (LEAGUE, ROUND_ROBIN):
        assert all(count == 1 for count in playing.values()), "nobody sits at two tables"
    for one in event.pairings:
        lives = [await opened.world.load(match) for match in one.matches]
        running = [live for live in lives if not live.is_over]
        if event.state is EventState.RUNNING:
            expected = 1 if one.state is PairingState.PLAYING else 0
            late = event.plan.kind is LEAGUE and one.verdict is Verdict.ABANDONED
            assert len(running) == expected or late, one
        if one.state is PairingState.DONE:
            assert one.verdict is not None
            assert one.winner in (one.first, one.second, None)
    scored = {one.user_id for one in event.standings}
    assert scored == {one.user_id for one in event.entries if one.seed is not None}


async def something(opened: Hall, event: Event, chance: random.Random) -> None:
    """One person or the organizer does something, which may be refused."""
    playing = opened.playing(event)
    entry = chance.choice(event.entries)
    number = max(one.user_id for one in event.entries) - person(0).user_id + 1
    match chance.randrange(14):
        case 0 if len(event.entries) > 4:
            await opened.withdraw(entry.user_id - person(0).user_id)
        case 1:
            await opened.organize(Remove(entry.user_id))
        case 2 | 3:
            await opened.organize(PutBack(entry.user_id))
        case 4:
            await opened.organize(Replace(entry.user_id, person(number)))
        case 5:
            await opened.enter(number)
        case 6 if event.pairings:
            pairing = chance.choice(event.pairings)
            await opened.organize(
                AwardPairing(pairing.number, chance.choice((pairing.first, pairing.second, None)))
            )
        case 7 if event.pairings:
            await opened.organize(UndoResult(chance.choice(event.pairings[-4:]).number))
        case 8:
            await opened.pause(entry.user_id - person(0).user_id, chance.random() < 0.5)
        case 9:
            await opened.wait(chance.choice((30_000, MINUTE, 3 * MINUTE)))
        case _ if playing:
            one = chance.choice(playing)
            await opened.resign(chance.choice([one.first, one.second or one.first]), one)
        case _:
            await opened.wait(61_000)
    await opened.world.service.idle()


async def end(opened: Hall) -> Event:
    """Everybody is put back, plays on, and the event ends by itself."""
    event = await opened.event()
    for _ in range(80):
        if event.state is not EventState.RUNNING:
            return event
        for one in opened.playing(event):
            await opened.resign(one.first, one)
        later = DAY if event.plan.kind is LEAGUE else 61_000
        event = await (opened.wait(later) if later < DAY else opened.event())
        if event.plan.kind is LEAGUE:
            await opened.jump(61_000)
            event = await opened.event()
    return event


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(times(1)))
@pytest.mark.parametrize("kind", list(KINDS.values()))
async def test_an_event_stays_sound_and_ends(tmp_path: Path, kind: EventKind, seed: int) -> None:
    chance = random.Random(f"{kind}:{seed}")
    async with hall(sqlite_url(tmp_path)) as opened:
        event = await opened.started(
            kind,
            4 + seed % 5,
            clock=DAILY if kind is LEAGUE else LIVE,
            starts_ms=opened.in_ms(2 * DAY),
            minutes=60,
            side=4,
            boards=4,
            rounds=3,
            best_of=3,
            third_place=True,
        )
        for _ in range(STEPS):
            await something(opened, event, chance)
            event = await opened.event()
            await check(opened, event)
            if event.state is not EventState.RUNNING:
                break
        event = await end(opened)
        assert event.state is EventState.FINISHED
        assert all(one.state is PairingState.DONE for one in event.pairings), "nothing is left open"
        if kind is SWISS:
            byes = Counter(one.first for one in event.pairings if one.verdict is Verdict.BYE)
            assert max(byes.values(), default=0) <= 2
        assert not any(
            one.state is EntryState.ENTERED for one in event.entries if one.seed is not None
        )
