"""The tutor's advice."""

from collections.abc import Iterator
from typing import Literal

from bot.ui.parts.base import CardOut, PagePart, PartModel, PressButton, pressed
from bot.ui.press import Press


class TutoredExample(PartModel):
    """A mistake of the reader's own, in Discord's markdown; ``replay`` shows it.

    ``played``, ``best``: the cards that were and that should have been discarded.
    """

    words: str
    played: CardOut | None
    best: CardOut | None
    replay: PressButton


class TutoredFinding(PartModel):
    """Something to work on. ``loss``: in words, ``share`` of the longest bar, with the ends of its
    interval. ``changed``: what has become of it, or nothing.
    """

    title: str
    advice: str
    loss: str
    changed: str
    share: float
    low: float
    high: float
    examples: tuple[TutoredExample, ...]
    puzzles: PressButton | None


class TutorPart(PagePart):
    """The tutor's advice. ``progress``: how far it is, from 0 to 1; ``None`` once it is there."""

    type: Literal["tutor"] = "tutor"
    sentence: str
    findings: tuple[TutoredFinding, ...] = ()
    note: str = ""
    progress: float | None = None
    following: PressButton | None = None

    @property
    def offered(self) -> Iterator[Press]:
        for finding in self.findings:
            yield from pressed(*(one.replay for one in finding.examples), finding.puzzles)
        yield from pressed(self.following)
