"""The expected points under a replay's steps: words, graph, each pair of eyes, and waiting."""

import asyncio
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.match.replay.evaluation import MOST_WAITING, Evaluations
from bot.match.replay.handlers import shown
from bot.match.replay.playback import Projector
from bot.match.replay.records import CachedRecord, Replays
from bot.match.replay.screen import replay_screen
from bot.match.table_screen import upper_side
from bot.presses.match import ReplayPress, ReplaySource, ReplayVerb, Watching
from bot.render.models import GraphPicture
from bot.ui.i18n import words_for
from bot.ui.reader import NamedPlayer, Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Graph, Menu, Screen
from bot.web.panels import Offer
from engine.coach import Grade
from engine.coach.evaluation import RoundEvaluation, WhatIf, evaluate_round, what_if
from engine.game.actions import RoundAction
from engine.game.errors import RecordError
from engine.game.record import MatchRecord
from engine.game.replay import Frame, Replay, watched
from engine.game.seats import Seat, Side
from tests.bot.ui.screen_limits import problems
from tests.journeys.club import gathered
from tests.seeds import times
from tests.worlds.records import recorded

MATCH = 1_456_074_443_980_800_012
PLAYERS = (NamedPlayer("Alice", 1), NamedPlayer("Bob", 2))


@lru_cache
def replay() -> Replay:
    return watched(recorded("standard")[0])


@lru_cache
def evaluation() -> RoundEvaluation:
    found = evaluate_round(recorded("standard")[0], 1)
    assert found is not None
    return found


def frames() -> tuple[Frame, ...]:
    return replay().of(1, 0)


def screen(step: int, eyes: Seat | None = None, *, text_mode: bool = False) -> Screen:
    at = Watching(ReplaySource.MATCH, MATCH, 1, 0, step, eyes)
    projector = Projector(replay(), PLAYERS, "standard", at, evaluation=evaluation())
    found = replay_screen(Reader(words_for("en-GB"), text_mode=text_mode), projector)
    assert problems(found) == []
    return found


def graph(found: Screen) -> GraphPicture:
    (one,) = [part for part in found.parts if isinstance(part, Graph)]
    return one.model


def line(found: Screen) -> str:
    """The line under a step; empty without one."""
    lines = [text for text in found.texts() if "📈" in text]
    return lines[0] if lines else ""


@pytest.mark.slow
@pytest.mark.parametrize("text_mode", [False, True])
def test_with_both_hands_every_step_says_who_is_ahead(text_mode: bool) -> None:
    for step, value in enumerate(evaluation().values[:-1]):
        ahead = PLAYERS[frames()[0].table.players[0 if value > 0 else 1]].name
        said = line(screen(step, text_mode=text_mode))
        if abs(value) < 0.5:
            assert "Neither player is ahead" in said
        else:
            assert f"{ahead} is ahead by about {abs(value):.1f} points" in said


@pytest.mark.slow
def test_the_last_step_says_the_result() -> None:
    value = evaluation().values[-1]
    assert value
    winner = PLAYERS[frames()[0].table.players[0 if value > 0 else 1]].name
    for eyes in (None, Seat.ONE, Seat.TWO):
        said = line(screen(len(frames()) - 1, eyes))
        assert f"Result: {winner} +{abs(value):.0f}" in said


@pytest.mark.slow
def test_a_decision_is_followed_by_its_grade() -> None:
    words = set(Grade)
    for step, one in enumerate(evaluation().judged):
        said = line(screen(step))
        if one is None:
            assert "move:" not in said
            continue
        name = PLAYERS[frames()[step].table.players[one.side]].name
        assert f"{name}'s move: {one.grade}" in said
        assert one.grade in words


@pytest.mark.slow
def test_the_graph_shows_every_step_with_the_upper_player_above_and_marks_this_one() -> None:
    upper = upper_side(frames()[0].table)
    sign = 1 if upper is Side.NON_DEALER else -1
    for step in (0, 5, len(frames()) - 1):
        model = graph(screen(step))
        assert model.at == step
        assert model.values == pytest.approx([sign * v for v in evaluation().values], abs=0.051)
        assert model.top == PLAYERS[frames()[0].table.players[upper]].name
        bad = {Grade.MISTAKE, Grade.BLUNDER}
        assert set(model.poor) == {
            n for n, one in enumerate(evaluation().judged) if one is not None and one.grade in bad
        }


def test_text_mode_has_no_graph() -> None:
    assert not [part for part in screen(3, text_mode=True).parts if isinstance(part, Graph)]


@pytest.mark.parametrize("seat", [Seat.ONE, Seat.TWO])
def test_one_players_eyes_see_only_that_players_own_decisions(seat: Seat) -> None:
    side = frames()[0].table.side_of(seat)
    own, other = PLAYERS[seat].name, PLAYERS[1 - seat].name
    known = evaluation().known_to(side)
    for step, one in enumerate(evaluation().judged[:-1]):
        found = screen(step, seat)
        assert "ahead" not in line(found)
        assert other not in line(found)
        assert bool(line(found)) == (one is not None and one.side is side)
        if line(found):
            assert f"Expected for {own}" in line(found)
        model = graph(found)
        assert [abs(v) for v in model.values] == pytest.approx([abs(v) for v in known], abs=0.051)
        judged = [evaluation().judged[n] for n in model.poor]
        assert all(one is not None and one.side is side for one in judged)


def test_a_step_of_the_graph_may_be_pressed_and_nothing_else() -> None:
    found = screen(5)
    press = next(part.press for part in found.parts if isinstance(part, Graph))
    read = ReplayPress.parse(str(press))
    assert read is not None
    assert (read.verb, read.at) == (ReplayVerb.JUMP, Watching(ReplaySource.MATCH, MATCH, 1, 0, 5))
    last = len(frames()) - 1
    assert all(Offer(found).includes(press, [str(step)], ()) for step in range(last + 1))
    for values in ([], ["-1"], [str(last + 1)], ["x"], ["01"]):
        assert not Offer(found).includes(press, values, ())
    assert not Offer(screen(5, text_mode=True)).includes(press, ["30"], ())


AT = Watching(ReplaySource.MATCH, MATCH, 1)


class Gate:
    """An evaluation that takes until the gate opens."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.asked = 0

    async def __call__(self, _match: int, record: MatchRecord, number: int) -> RoundEvaluation:
        self.asked += 1
        await self.gate.wait()
        assert (record, number) == (recorded("standard")[0], 1)
        return evaluation()


@pytest.mark.slow
async def test_a_slow_evaluation_is_not_awaited_and_comes_later() -> None:
    slow, record = Gate(), recorded("standard")[0]
    evaluations = Evaluations(slow, wait_s=0.001)
    assert await evaluations.of(record, AT) is None
    assert await evaluations.of(record, AT) is None
    assert slow.asked == 1
    evaluations._wait_s = 60.0
    later = asyncio.create_task(evaluations.of(record, AT))
    slow.gate.set()
    assert await later == evaluation()
    assert slow.asked == 1


async def test_too_many_evaluations_at_a_time_are_not_begun() -> None:
    slow, record = Gate(), recorded("standard")[0]
    evaluations = Evaluations(slow, wait_s=0.001)
    places = [Watching(ReplaySource.MATCH, MATCH + n, 1) for n in range(MOST_WAITING + 3)]
    assert set(await asyncio.gather(*(evaluations.of(record, one) for one in places))) == {None}
    assert slow.asked == MOST_WAITING
    evaluations.close()


async def test_neither_a_file_nor_more_than_two_players_are_evaluated() -> None:
    slow = Gate()
    evaluations = Evaluations(slow, wait_s=0.001)
    record = recorded("standard")[0]
    assert await evaluations.of(record, Watching(ReplaySource.STUDY, 7, 1)) is None
    assert await evaluations.of(recorded("partnership_4")[0], AT) is None
    assert slow.asked == 0


@pytest.mark.parametrize("error", [RecordError("record_seal"), TimeoutError()])
async def test_a_failed_evaluation_leaves_the_replay_as_it_is(error: Exception) -> None:
    async def fails(*_: object) -> None:
        raise error

    evaluations = Evaluations(fails)
    assert await evaluations.of(recorded("standard")[0], AT) is None


@pytest.mark.slow
async def test_a_step_is_shown_while_the_computation_runs_and_the_next_one_has_its_result() -> None:
    slow, record = Gate(), recorded("standard")[0]
    replays = Replays(SimpleNamespace(), slow, asked_here)  # type: ignore[arg-type]
    replays.evaluations._wait_s = 0.001
    shelved = CachedRecord(record, replay(), PLAYERS, "standard")
    reader = Reader(words_for("en-GB"))
    early = await shown(replays, reader, shelved, AT)
    assert "Move 0 of" in next(early.texts())
    assert not line(early)
    assert len(list(early.images())) == 1
    replays.evaluations._wait_s = 60.0
    slow.gate.set()
    later = await shown(replays, reader, shelved, replace(AT, step=1))
    assert "Move 1 of" in next(later.texts())
    assert line(later)
    assert graph(later).at == 1
    assert slow.asked == 1
    replays.close()


async def asked_here(
    record: MatchRecord, number: int, step: int, asked: RoundAction
) -> WhatIf | None:
    return what_if(record, number, step, asked)


async def evaluated_here(*_: object) -> RoundEvaluation:
    return evaluation()


def menu(found: Screen) -> Menu | None:
    """The menu of other choices; None without one."""
    menus = [part for part in found.parts if isinstance(part, Menu)]
    return next((one for one in menus if one.placeholder.startswith("What if")), None)


def deciders() -> dict[int, Seat]:
    """Who decides at which step."""
    pair = frames()[0].table.players
    return {
        step: pair[one.side]
        for step, one in enumerate(evaluation().judged[1:])
        if one is not None and one.others
    }


@pytest.mark.slow
def test_what_another_choice_would_be_is_asked_only_about_a_hand_that_is_seen() -> None:
    assert len(deciders()) > 10
    for step in range(len(frames())):
        seat = deciders().get(step)
        for eyes in (None, Seat.ONE, Seat.TWO):
            found = menu(screen(step, eyes))
            assert (found is not None) is (seat is not None and eyes in (None, seat))
            if found is not None:
                assert seat is not None
                assert PLAYERS[seat].name in found.placeholder


@pytest.mark.slow
async def test_the_coach_answers_what_another_choice_promised() -> None:
    replays = Replays(SimpleNamespace(), evaluated_here, asked_here)  # type: ignore[arg-type]
    shelved = CachedRecord(recorded("standard")[0], replay(), PLAYERS, "standard")
    reader, verdicts = Reader(words_for("en-GB")), set()
    for step in tuple(deciders())[: times(4)]:
        at = replace(AT, step=step)
        offered = menu(await shown(replays, reader, shelved, at))
        assert offered is not None
        for choice in offered.choices[:2]:
            found = await shown(replays, reader, shelved, at, asked=choice.value)
            assert problems(found) == []
            (said,) = [text for text in found.texts() if "What if: " in text]
            assert f"What if: **{choice.label}**? It was worth" in said
            verdicts.add(said.splitlines()[1].partition(" ")[0])
            assert menu(found) == offered, "other choices can be asked about"
    assert verdicts == {"Better:", "It"}
    first, seat = next(iter(deciders().items()))
    forged = (
        (replace(AT, step=first), "big"),
        (replace(AT, step=first, eyes=Seat(1 - seat)), "draw"),
    )
    for at, asked in forged:
        with pytest.raises(Refusal):
            await shown(replays, reader, shelved, at, asked=asked)
    replays.close()


@pytest.mark.slow
async def test_the_coachs_process_evaluates_the_replays_of_a_match(tmp_path: Path) -> None:
    record = recorded("standard")[0]
    async with gathered(tmp_path, people=1) as club:
        coaching = club.bot.parts.coaching
        found = await coaching.evaluation(MATCH, record, 1)
        assert found is not None
        assert found == evaluation()
        assert await coaching.evaluation(MATCH, record, 1) is found
        asked = next(one for one in found.judged[1:] if one is not None).others[0]
        step = next(step for step, one in enumerate(found.judged[1:]) if one is not None)
        answer = await coaching.what_if(record, 1, step, asked)
        assert answer == what_if(record, 1, step, asked)
        assert answer is not None
