"""Every kind of event from its first pairings to its standings, without a service."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.ui.i18n import in_language
from bot.wording.events import words_of
from engine.clocks import DAILY, LIVE_5_15
from engine.duplicate import BoardTable, scores
from engine.events.kinds import KINDS
from engine.events.plan import EventKind, EventPlan, EventSpeed, Tournament
from engine.events.standings import Entrant, PairingResult, PairingSlot
from engine.game.presets import PRESETS

ALL = list(KINDS.values())
COUNTS = (4, 5, 7, 8, 13, 32, 65, 128, pytest.param(512, marks=pytest.mark.night))


def plan_for(kind: EventKind) -> EventPlan:
    clock = DAILY if kind.speed is EventSpeed.SLOW else LIVE_5_15
    return EventPlan("Friday", kind, "standard", PRESETS["standard"], 0, clock)


def begun(kind: EventKind, count: int) -> Tournament:
    """An event at its start; of two teams with equally many players."""
    count -= count % 4 if kind.has_teams else 0
    divisions = range(1, 3) if kind.has_teams else range(1, 2)
    if kind.is_divided:
        divisions = range(1, count // 4 + 1)
    entrants = [
        Entrant(one, one, 7919 * one % 1009, division=divisions[one % len(divisions)])
        for one in range(1, count + 1)
    ]
    rounds = kind.rounds(plan_for(kind), count) or 5
    return Tournament(entrants, [], rounds, frozenset(range(1, count + 1)), third_place=True)


def result(round_: int, slot: PairingSlot, chance: random.Random) -> PairingResult:
    if slot.second is None:
        return PairingResult(round_, slot.first, None, slot.first, table=slot.table)
    winner = chance.choice((slot.first, slot.second))
    points = chance.randrange(1, 100) * (1 if winner == slot.first else -1)
    return PairingResult(round_, slot.first, slot.second, winner, points=points, table=slot.table)


def played(kind: EventKind, count: int) -> Iterator[tuple[list[PairingSlot], Tournament]]:
    """The pairings of each round, and the event after it."""
    chance, event = random.Random(f"{kind}{count}"), begun(kind, count)
    for number in range(1, event.rounds + 1):
        slots = kind.pair(event, number)
        results = [*event.results, *(result(number, one, chance) for one in slots)]
        boards = event.boards
        if kind.is_duplicate:
            tables = [
                BoardTable(one.first, one.second, tuple(chance.choices(range(-50, 50), k=4)), 4)
                for one in slots
                if one.second is not None
            ]
            boards = [*boards, scores(tables)]
        event = replace(event, results=results, boards=boards)
        yield slots, event


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", ALL, ids=str)
def test_nobody_is_paired_twice_in_a_round_and_everybody_is_ranked(
    kind: EventKind, count: int
) -> None:
    met: Counter[frozenset[int]] = Counter()
    for slots, event in played(kind, count):
        sitting = [one for slot in slots for one in (slot.first, slot.second) if one is not None]
        assert len(sitting) == len(set(sitting))
        if not (kind.is_knockout or kind.is_divided):
            assert len(event.here) - len(sitting) <= (len(event.here) % 2)
        met.update(frozenset((one.first, one.second)) for one in slots if one.second is not None)
        lines = kind.rank(event)
        assert sorted(one.number for one in lines) == [one.number for one in event.entrants]
        places = [one.place for one in lines]
        assert kind.is_divided or places == sorted(places)
    assert met
    if not kind.is_continuous:
        assert set(met.values()) == {1}


@pytest.mark.parametrize("kind", ALL, ids=str)
def test_every_kind_has_words_for_what_it_offers(kind: EventKind) -> None:
    words, own = in_language("en"), words_of(kind)
    first = kind.choices[0]
    titles = [own.offer(words, one) for one in first.offers]
    assert len(set(titles)) == len(titles)
    assert {first.read(str(one)) for one in first.offers} == set(first.offers)
    assert own.parts(words, plan_for(kind)) is not None
    assert bool(own.ties) is not kind.is_knockout
