"""Evaluations of a replay's step: who is ahead, how good the move was, and other choices."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.match.table_screen import upper_side
from bot.presses.match import ReplayPress, ReplaySource, ReplayVerb, Watching
from bot.render.models import GraphPicture
from bot.ui.i18n import mark
from bot.ui.paging import paged
from bot.ui.reader import NamedPlayer, Reader
from bot.ui.screen import Graph, Menu, MenuChoice, Part, Text, clipped
from bot.wording.reasons import GRADES, action_words, reason_words, with_reason
from bot.wording.scores import signed_tenths
from engine.coach import THRESHOLDS, Grade
from engine.coach.evaluation import Judgement, RoundEvaluation, WhatIf
from engine.game.actions import RoundAction
from engine.game.errors import GinError
from engine.game.notation import action_text
from engine.game.record import MatchRecord
from engine.game.replay import Frame
from engine.game.seats import Side

Evaluate: TypeAlias = Callable[[int, MatchRecord, int], Awaitable[RoundEvaluation | None]]
"""Evaluates a round of a match's record; ``None`` if it is not finished or not between two."""
Ask: TypeAlias = Callable[[MatchRecord, int, int, RoundAction], Awaitable[WhatIf | None]]
"""Tells what another choice at a step of a record's round promised; ``None`` without a choice."""
WAIT_S: Final = 1.0
"""The longest that a replay waits for its evaluation; a later step shows it."""
MOST_WAITING: Final = 8
"""The most evaluations at a time: hints and reviews use the same process."""

log = logging.getLogger(__name__)


class Evaluations:
    """The evaluations in progress; ``evaluate`` caches the finished ones."""

    def __init__(self, evaluate: Evaluate, wait_s: float = WAIT_S) -> None:
        self._evaluate = evaluate
        self._wait_s = wait_s
        self._begun: dict[tuple[int, int], asyncio.Task[RoundEvaluation | None]] = {}

    async def of(
        self, record: MatchRecord, at: Watching, wait_s: float | None = None
    ) -> RoundEvaluation | None:
        """Return a round's evaluation; ``None`` if there is none, or none within ``wait_s``.

        Files have none: the coach reviews matches of this bot only.
        """
        if at.source is not ReplaySource.MATCH or record.players != 2:
            return None
        key = (at.id, at.number)
        task = self._begun.get(key)
        if task is None:
            if len(self._begun) >= MOST_WAITING:
                return None
            task = self._begun[key] = asyncio.create_task(self._found(record, *key))
            task.add_done_callback(lambda _: self._begun.pop(key, None))
        # Other readers may await the same evaluation, so none of them cancels it.
        done, _ = await asyncio.wait({task}, timeout=self._wait_s if wait_s is None else wait_s)
        return task.result() if done and not task.cancelled() else None

    def is_thinking_about(self, at: Watching) -> bool:
        """Whether the evaluation of a round is in progress."""
        return (at.id, at.number) in self._begun

    async def _found(self, record: MatchRecord, match: int, number: int) -> RoundEvaluation | None:
        try:
            return await self._evaluate(match, record, number)
        except (GinError, BrokenExecutor, TimeoutError) as error:
            log.warning("round %d of match %d is not evaluated: %r", number, match, error)
            return None

    def close(self) -> None:
        """Abandon the evaluations in progress."""
        for task in self._begun.values():
            task.cancel()


EVEN: Final = 0.5
"""Points up to which neither player is called ahead."""
LEAST_SHOWN: Final = 0.1
POOR: Final = (Grade.MISTAKE, Grade.BLUNDER)


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A round's evaluation as it is shown at a place. ``names``: by side; ``side``: the eyes."""

    found: RoundEvaluation
    names: tuple[NamedPlayer, NamedPlayer]
    at: Watching
    upper: Side
    side: Side | None

    @classmethod
    def of(
        cls, found: RoundEvaluation, players: tuple[NamedPlayer, ...], at: Watching, frame: Frame
    ) -> "Evaluated":
        """Return the evaluation for the eyes of a place."""
        pair = frame.table.players
        side = frame.table.side_of(at.eyes) if at.eyes in pair and at.eyes is not None else None
        names = (players[pair[0]], players[pair[1]])
        return cls(found, names, at, upper_side(frame.table), side)

    @property
    def values(self) -> tuple[float, ...]:
        """The points to the non-dealer after each step, as far as these eyes may know them."""
        return self.found.values if self.side is None else self.found.known_to(self.side)

    def judged(self, step: int) -> Judgement | None:
        """Return the grade of the move before a step, as far as these eyes may know it."""
        one = self.found.judged[step]
        return one if one is None or self.side in (None, one.side) else None


def evaluation_parts(reader: Reader, shown: Evaluated) -> list[Part]:
    """Return the graph, unless the reader prefers text, and the line of a step, if it has one."""
    line = "  ·  ".join(_sentences(reader, shown))
    parts: list[Part] = [] if reader.text_mode else [_graph(reader, shown, line)]
    if line:
        parts.append(Text(f"-# 📈 {line}"))
    return parts


def _sentences(reader: Reader, shown: Evaluated) -> Iterator[str]:
    t, judged = reader.words.t, shown.judged(shown.at.step)
    if shown.at.step == len(shown.values) - 1:
        yield _result(reader, shown)
    elif shown.side is None:
        yield _standing(reader, shown)
    elif judged is not None:
        points = signed_tenths(judged.expected)
        yield t("Expected for {name}: {n} points", name=shown.names[judged.side].name, n=points)
    if judged is not None:
        yield _grade(reader, shown, judged)


def _result(reader: Reader, shown: Evaluated) -> str:
    t, value = reader.words.t, shown.values[-1]
    if not value:
        return t("Result: no points")
    name = shown.names[_ahead(value)].name
    return t("Result: {name} +{n}", name=name, n=f"{abs(value):.0f}")


def _standing(reader: Reader, shown: Evaluated) -> str:
    """Return who is ahead after the step, all cards known."""
    t, value = reader.words.t, shown.values[shown.at.step]
    if abs(value) < EVEN:
        return t("Neither player is ahead")
    name, points = shown.names[_ahead(value)].name, f"{abs(value):.1f}"
    return t("{name} is ahead by about {n} points", name=name, n=points)


def _ahead(value: float) -> Side:
    return Side.NON_DEALER if value > 0 else Side.DEALER


def _grade(reader: Reader, shown: Evaluated, one: Judgement) -> str:
    t, name = reader.words.t, shown.names[one.side].name
    grade = t(GRADES[one.grade])
    if one.cost < LEAST_SHOWN:
        return t("{name}'s move: {grade}", name=name, grade=grade)
    cost = f"−{one.cost:.1f}"
    return t("{name}'s move: {grade}, about {n} points", name=name, grade=grade, n=cost)


def _graph(reader: Reader, shown: Evaluated, line: str) -> Graph:
    sign = 1 if shown.upper is Side.NON_DEALER else -1
    poor = tuple(
        step
        for step in range(len(shown.values))
        for one in (shown.judged(step),)
        if one is not None and one.grade in POOR
    )
    model = GraphPicture(
        values=tuple(round(sign * value, 1) + 0.0 for value in shown.values),
        at=shown.at.step,
        top=shown.names[shown.upper].plain,
        bottom=shown.names[shown.upper.other].plain,
        poor=poor,
        look=reader.look,
    )
    alt = reader.words.t("Expected points, move by move")
    text = f"{alt}. {line.replace('*', '')}".strip()
    press = ReplayPress.to(shown.at, ReplayVerb.JUMP)
    return Graph(model, "graph", clipped(text, 1024), press)


CLOSE: Final = THRESHOLDS[0][0]
"""Points up to which another choice is as good as the best."""


def what_if_menu(
    reader: Reader, press: ReplayPress, player: NamedPlayer, others: tuple[RoundAction, ...]
) -> Menu:
    """Return the menu of what a player could have done instead."""
    plain = Reader(reader.words)
    choices = tuple(
        MenuChoice(clipped(action_words(plain, one), 100), action_text(one)) for one in others
    )
    title = reader.words.t("What if {name}…", name=player.plain)
    return paged(reader, Menu(press, choices, clipped(title, 100)))


def what_if_answer(reader: Reader, found: WhatIf) -> Text:
    """Return what the choice promised, and why the best one is better."""
    return Text("\n".join(_lines(reader, found)))


def _lines(reader: Reader, found: WhatIf) -> Iterator[str]:
    t = reader.words.t
    yield t(
        "🤔 What if: **{choice}**? It was worth {n} points; the move played was worth {m}.",
        choice=action_words(reader, found.asked.action),
        n=signed_tenths(found.asked.points),
        m=signed_tenths(found.played.points),
    )
    why = reason_words(reader, found.reason)
    if found.best.action == found.asked.action:
        yield with_reason(reader, mark("It would have been the best choice. {reason}"), reason=why)
    elif found.best.expected - found.asked.expected < CLOSE:
        yield t("It would have been almost as good as the best choice.")
    else:
        best = action_words(reader, found.best.action)
        yield with_reason(reader, mark("Better: **{action}**. {reason}"), action=best, reason=why)
