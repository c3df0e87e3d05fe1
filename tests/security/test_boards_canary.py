"""A board that somebody still has to play: whatever anybody presses, no card of it is told."""

import json
import random
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.presses.event import EventPress, EventVerb
from bot.presses.match import (
    AgreementPress,
    AgreementVerb,
    CoachPress,
    CoachVerb,
    HandPress,
    HandVerb,
    HintPress,
    ProofPress,
    RematchPress,
    ReplayPress,
    ReplaySource,
    ReplayVerb,
    SharePress,
    ShareVerb,
    TablePress,
    TableVerb,
    Watching,
)
from bot.presses.pages import Filter, HistoryPress, HistoryVerb
from bot.ui.custom_id import base36
from bot.ui.members import may_see
from bot.ui.press import Press
from engine.events.kinds import FIELD
from engine.service import MatchSetup
from engine.service.events.types import Event
from engine.service.people import MatchId, UserId
from tests.bot.events.evening import Evening, evening
from tests.journeys.cards_seen import cards_in
from tests.security.pressing import BUTTON, Control, Fuzzer
from tests.worlds.events import member_of, play

NOBODY = Filter(None, None)


async def half_played(here: Evening) -> tuple[Event, MatchId, MemberActor]:
    """A field with one table that has played all boards; somebody at the other one."""
    event = await here.start(await here.announce(FIELD, rounds="1", boards="4"))
    done, other = event.pairings
    player = member_of(here, done.first)
    await here.panel(player, event, "My match", "My hand")
    await play(here, done.matches[0])
    await here.world.settle()
    return await here.event(event), MatchId(done.matches[0]), member_of(here, other.first)


def presses_about(event: Event, match: MatchId) -> list[Press]:
    """Every control that anybody could send about a match, and about its event."""
    found: list[Press] = [TablePress(verb, match) for verb in TableVerb]
    found += [AgreementPress(verb, id=match) for verb in AgreementVerb if verb not in SEATED]
    found += [HandPress(verb, None, match, 9) for verb in HandVerb]
    found += [RematchPress(match), HintPress(match)]
    found += [ProofPress(match, number) for number in range(1, 5)]
    found += [CoachPress(verb, 0, 0, match, 1) for verb in CoachVerb]
    found += [SharePress(verb, match) for verb in ShareVerb]
    found += [HistoryPress.to(verb, match, NOBODY) for verb in HistoryVerb]
    place = Watching(ReplaySource.MATCH, match, 1)
    found += [ReplayPress.to(place, verb) for verb in ReplayVerb]
    found += [EventPress(verb, 1, id=event.id) for verb in LOOKING]
    return found


SEATED = (
    *(AgreementVerb.LATE, AgreementVerb.OFF, AgreementVerb.CLAIM),
    *(AgreementVerb.ALLOW, AgreementVerb.REFUSE),
)
LOOKING = (
    *(EventVerb.SHOW, EventVerb.MATCH, EventVerb.ENTRIES, EventVerb.STANDINGS),
    *(EventVerb.BOARDS, EventVerb.PROOF, EventVerb.PAIRINGS),
)


async def leaks_to(here: Evening, event: Event, match: MatchId, spy: MemberActor) -> list[str]:
    """Press everything about a match, and return the answers that name a card."""
    world = here.world
    fuzzer = Fuzzer(world, random.Random(1))
    assert event.message is not None
    message = world.stored(event.message)
    heard = len(world.env.http_requests)
    for press in presses_about(event, match):
        await fuzzer._dispatch(spy, message, Control(str(press), BUTTON))
        await world.settle()
    for command, options in (
        ("history", {}),
        ("profile", {}),
        ("replay", {"match": base36(match)}),
        ("coach", {"match": base36(match)}),
    ):
        await world.slash(spy, command, **options)
    sent = [one.json for one in world.env.http_requests[heard:] if isinstance(one.json, dict)]
    assert len(sent) > 50, "everything was answered"
    texts = (json.dumps(one, ensure_ascii=False) for one in sent)
    return [text for text in texts if cards_in(text)]


@pytest.mark.slow
async def test_nobody_else_learns_a_card_of_a_board(tmp_path: Path) -> None:
    async with evening(tmp_path, 4) as here:
        event, match, waiting = await half_played(here)
        for spy in (waiting, here.host):
            assert await leaks_to(here, event, match, spy) == []
        live = await here.live(match)
        for spy in (waiting, here.host):
            assert not may_see(UserId(spy.id), here.guild, lambda _: True, live)
        public = [one.text for one in (*here.world.public(), *here.thread(event))]
        assert not [text for text in public if cards_in(text)]
        assert not here.world.env.errors


@pytest.mark.slow
async def test_a_match_that_anybody_may_see_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, 4) as here:
        event, match, waiting = await half_played(here)
        monkeypatch.setattr(MatchSetup, "has_shared_deals", property(lambda _: False))
        assert await leaks_to(here, event, match, waiting)
