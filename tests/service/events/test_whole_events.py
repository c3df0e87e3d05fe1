"""Every kind of event from its announcement to its honours, on a real database."""

import pytest

from engine.events.kinds import KNOCKOUT, ROUND_ROBIN, SWISS
from engine.events.plan import EventKind
from engine.fairness import is_secret_of
from engine.service.events.outcomes import NewsKind
from engine.service.events.types import EventState
from tests.service.events.hall import Hall, person
from tests.service.world import existing
from tests.worlds.events import played_out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "count"),
    [(KNOCKOUT, 5), (SWISS, 7), (ROUND_ROBIN, 5)],
)
async def test_the_best_player_wins_an_event_by_rounds(
    opened: Hall, kind: EventKind, count: int
) -> None:
    event = await opened.started(kind, count, third_place=True)
    assert event.state is EventState.RUNNING
    event = await played_out(opened)
    assert event.state is EventState.FINISHED
    assert next(one.user_id for one in event.standings) == person(1).user_id
    assert {one.user_id for one in event.standings} == {one.user_id for one in event.entries}
    kinds = [one.kind for one in opened.news]
    assert kinds[0] is NewsKind.CHECK_IN_OPEN
    assert kinds[-1] is NewsKind.FINISHED
    played = [one for one in event.pairings if one.matches]
    assert kinds.count(NewsKind.PAIRED) == kinds.count(NewsKind.RESULT) == len(played)
    [honour] = await opened.world.service.events.honours_of(person(1).user_id)
    assert (honour.place, honour.entries) == (1, count)


@pytest.mark.slow
async def test_matches_of_an_event_are_played_like_any_other(opened: Hall) -> None:
    """Real play to the end of every match: points count, and proofs hold."""
    event = await opened.started(SWISS, 4, rounds=2)
    while event.state is EventState.RUNNING:
        for one in opened.playing(event):
            await opened.play(one)
        event = await opened.wait(61_000)
    assert len(event.pairings) == 4
    for one in event.pairings:
        live = await opened.world.load(one.matches[0])
        totals = live.public().sheet.totals
        seat = existing(live.seat_of(one.first))
        assert one.points == totals[seat] - totals[1 - seat]
        assert (one.winner == one.first) == (one.points > 0)
        proof = existing(await opened.world.service.proof(live.id, 1))
        assert proof.secret is not None
        assert is_secret_of(bytes.fromhex(proof.secret), 1, bytes.fromhex(proof.anchor))
        assert len(set(proof.contributions)) == 1
        assert proof.contributions[0].startswith(f"event:{event.id}:")
    assert sum(one.ties[2] for one in event.standings) == 0
