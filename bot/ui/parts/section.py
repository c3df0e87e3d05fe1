"""Words with what goes with them: what comes next, notes, the head of a page."""

from collections.abc import Iterator
from typing import Literal

from bot.ui.parts.base import CardOut, EpochMs, PartModel, PressButton, pressed
from bot.ui.parts.facts import Fact
from bot.ui.parts.kinds import Kind, Way
from bot.ui.parts.rows import ListedRow
from bot.ui.press import Press


class Versus(PartModel):
    """The reader and an opponent, with the score; of a match that is played, the page knows it."""

    title: str
    own: ListedRow | None
    rival: ListedRow | None
    score: str


class SectionPart(Kind):
    """A section. ``notice``: what has just happened; ``lines``: in Discord's markdown.

    ``starts``: the time until then is shown. ``progress``: from 0 to 1. ``hand``: cards beside the
    words. ``main``: a value beside the lines; ``row``: a line of its own below them. ``is_own``: it
    is about the reader. ``back``: to the list that the page belongs to.
    """

    type: Literal["section"] = "section"
    notice: str = ""
    lines: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    versus: Versus | None = None
    starts: EpochMs | None = None
    progress: float | None = None
    hand: tuple[CardOut, ...] = ()
    main: Fact | None = None
    row: ListedRow | None = None
    is_own: bool = False
    way: Way | None = None
    buttons: tuple[PressButton, ...] = ()
    back: PressButton | None = None

    @property
    def offered(self) -> Iterator[Press]:
        return pressed(*self.buttons, self.back)
