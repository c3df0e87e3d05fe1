"""The line and the graph under a replay's step: who is ahead, and how good the move was.

Seen with both hands, the figures are those of all cards. From one player's eyes they are those of
the player's own decisions, so that they say nothing of the opponent's cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.match.table_screen import upper_side
from bot.presses.replay import ReplayPress, ReplayVerb, Watching
from bot.render.models import GraphPicture
from bot.ui.reader import Player, Reader
from bot.ui.screen import Graph, Part, Text, clipped
from bot.wording.reasons import GRADES
from engine.coach import Grade
from engine.coach.evaluation import Judgement, RoundEvaluation
from engine.game.replay import Frame
from engine.game.seats import Side

EVEN: Final = 0.5
"""Points up to which neither player is called ahead."""
LEAST_SHOWN: Final = 0.1
POOR: Final = (Grade.MISTAKE, Grade.BLUNDER)


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A round's evaluation as it is shown at a place. ``names``: by side; ``side``: the eyes."""

    found: RoundEvaluation
    names: tuple[Player, Player]
    at: Watching
    upper: Side
    side: Side | None

    @classmethod
    def of(
        cls, found: RoundEvaluation, players: tuple[Player, ...], at: Watching, frame: Frame
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
        points = f"{round(judged.expected, 1) + 0.0:+.1f}".replace("-", "−")
        yield t("{name} could expect {n} points", name=shown.names[judged.side].name, n=points)
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
    alt = reader.words.t("Expected points, step by step")
    said = f"{alt}. {line.replace('*', '')}".strip()
    press = ReplayPress.to(shown.at, ReplayVerb.JUMP)
    return Graph(model, "graph", clipped(said, 1024), str(press))
