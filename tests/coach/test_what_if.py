"""Another choice at a step of a round: legal, valued beside what was done, and explained truly."""

from functools import lru_cache

import pytest

from engine.coach.evaluation import RoundEvaluation, decision_at, evaluate_round, what_if
from engine.game.actions import Discard, Knock, Pass, TakeDeep
from engine.game.legal import Verb
from tests.worlds.records import recorded

pytestmark = pytest.mark.usefixtures("few_deals")

PRESETS = ("standard", "oklahoma_match")


@lru_cache
def evaluated(preset: str) -> RoundEvaluation:
    found = evaluate_round(recorded(preset)[0], 1)
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_offered_is_every_other_legal_choice(preset: str) -> None:
    offered = 0
    for step, judged in enumerate(evaluated(preset).judged[1:]):
        if judged is None:
            continue
        decision = decision_at(recorded(preset)[0], 1, step)
        assert decision is not None
        _, (view, played) = decision
        legal = {one for one in view.legal.actions() if not isinstance(one, TakeDeep)}
        assert set(judged.others) <= legal
        missing = legal - set(judged.others)
        assert len(missing) == 1
        (made,) = missing
        assert type(made) is type(played)
        if isinstance(made, Discard | Knock):
            assert made.card == played.card  # type: ignore[union-attr]
        offered += len(judged.others)
    assert offered > 100


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_each_is_valued_beside_the_one_that_was_made(preset: str) -> None:
    record, better = recorded(preset)[0], 0
    for step, judged in enumerate(evaluated(preset).judged[1:]):
        if judged is None or not judged.others:
            continue
        asked = judged.others[step % len(judged.others)]
        found = what_if(record, 1, step, asked)
        assert found is not None
        assert found.asked.action == asked
        assert found.played.points == pytest.approx(judged.expected, abs=1e-3)
        assert found.best.expected >= max(found.asked.expected, found.played.expected)
        better += found.asked.expected > found.played.expected
    assert better, "not every choice of a computer is the best one"


@pytest.mark.slow
def test_a_choice_that_there_was_not_has_no_answer() -> None:
    record, judged = recorded("standard")[0], evaluated("standard").judged
    last = len(judged) - 1
    assert what_if(record, 1, last, Pass()) is None
    step = next(
        number
        for number in range(last)
        if (found := decision_at(record, 1, number)) is not None
        and Verb.DISCARD in found[1][0].legal.verbs
    )
    assert what_if(record, 1, step, Pass()) is None
