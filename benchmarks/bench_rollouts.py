"""What the coach says against what follows, played on to the end of the round in C.

The answers that the lessons ask for, each against the next best, by casual and by expert players:
an answer stands if it leads in both. With `--ask POSITIONS`: positions of casual players' rounds,
what *Ask* says of its first choice and of the lead over the second, against the networks' own play
on both sides.
"""

import argparse
import math
import os
import random
from collections.abc import Iterator, Sequence

import numpy as np

from benchmarks.rollouts import CONFIRMED_BY, Lead, Rollouts, lead
from engine.coach.review import examined
from engine.course.grading import answers_of
from engine.course.lessons import IN_A_LESSON, LESSONS, lesson
from engine.game.actions import Knock
from engine.game.legal import Verb
from engine.game.match import MatchPhase, act, start
from engine.game.notation import action_text
from engine.game.presets import PRESETS
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose
from engine.players.judgement import can_judge
from engine.players.memory import MASTERS_HABITS
from engine.players.position import Position
from engine.simulation import SeededDecks
from engine.trainer.puzzle import Question
from engine.trainer.questions import Studied

LEADS = (0.0, 1.5, 3.0, 6.0)
"""The bounds between groups of leads."""


def leads_of(rolled: Rollouts, name: str, most: int) -> Iterator[tuple[int, Studied, list[Lead]]]:
    """Yield the steps of a lesson, and the lead of each answer by each of ``CONFIRMED_BY``."""
    for step in range(IN_A_LESSON):
        found = answers_of(lesson(name).at(step))
        puzzle = found.puzzle
        if puzzle.question is not Question.LAYOFF:
            best, other = puzzle.answers[puzzle.best], puzzle.answers[puzzle.next_best or 0]
            actions = best.action, other.action
            yield (
                step,
                found,
                [lead(rolled, found.view, *actions, one, most) for one in CONFIRMED_BY],
            )


def of_lessons(rolled: Rollouts, most: int, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for every answer of the lessons."""
    for name in names or LESSONS:
        for step, found, leads in leads_of(rolled, name, most):
            right = action_text(found.puzzle.answers[found.puzzle.best].action)
            named = zip(CONFIRMED_BY, leads, strict=True)
            figures = ", ".join(f"{who} {one}" for who, one in named)
            doubt = "" if all(one.is_clear for one in leads) else "  doubtful"
            yield f"{name} {step}: {right}, said {found.gap:.1f}; {figures}{doubt}"


def asked_positions(count: int) -> Iterator[SeatView]:
    """Yield decisions of casual players, one of each round, that the networks value."""
    rng = random.Random(1)
    for seed in range(count):
        decks = SeededDecks(seed)
        match, views = start(PRESETS["standard"], 2, seed, decks), list[SeatView]()
        while match.phase is MatchPhase.PLAYING:
            view = seat_view(match, match.to_act[0])
            if {Verb.DISCARD, Verb.TAKE} & set(view.legal.verbs) and can_judge(
                Position.of(view, 0)
            ):
                views.append(view)
            match = act(match, view.seat, choose(view, Level.CASUAL, seed), decks).match
        if views:
            yield rng.choice(views)


def of_asked(rolled: Rollouts, count: int, most: int) -> Iterator[str]:
    """Yield what was said of the first choices and their leads beside what followed."""
    values, leads = dict[str, list[tuple[float, float]]](), list[tuple[float, float]]()
    for view in asked_positions(count):
        found = examined(view, None, 1, every_discard=True, habits=MASTERS_HABITS).options
        ranked = sorted(found, key=lambda one: -one.points)[:2]
        if len(ranked) < 2 or ranked[0].gin == 1.0:
            continue
        actions = [one.action for one in ranked]
        points = rolled.points(view, actions, "master", most, 1, MASTERS_HABITS).mean(axis=0)
        for one, followed in zip(ranked, points, strict=True):
            kind = (
                "knock"
                if isinstance(one.action, Knock)
                else "first"
                if one is ranked[0]
                else "second"
            )
            values.setdefault(kind, []).append((one.points, float(followed)))
        leads.append((ranked[0].points - ranked[1].points, float(points[0] - points[1])))
    for kind, pairs in values.items():
        off = np.array([said - followed for said, followed in pairs])
        error = 1.96 * off.std(ddof=1) / len(off) ** 0.5
        yield (
            f"{kind}: {len(off)}, said too high by {off.mean():.2f} ± {error:.2f}, "
            f"spread {off.std():.1f}"
        )
    for low, high in zip(LEADS, (*LEADS[1:], math.inf), strict=True):
        group = np.array([one for one in leads if low <= one[0] < high])
        if len(group):
            better = (group[:, 1] > 0).mean()
            said, followed = group.mean(axis=0)
            yield (
                f"leads from {low}: {len(group)}, said {said:.1f}, followed {followed:.1f}, "
                f"really better {better:.0%}"
            )


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench rollouts", description=__doc__)
    parser.add_argument("--ask", type=int, default=0, metavar="POSITIONS")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--lesson", nargs="*", default=())
    asked = parser.parse_args(arguments)
    rolled = Rollouts()
    lines = (
        of_asked(rolled, asked.ask, asked.deals)
        if asked.ask
        else of_lessons(rolled, asked.deals, asked.lesson)
    )
    for line in lines:
        print(line, flush=True)
    return os.EX_OK
