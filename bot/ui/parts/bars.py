"""What something costs, as bars with examples."""

from collections.abc import Iterator
from typing import Literal

from bot.ui.parts.base import CardOut, PartModel, PressButton, pressed
from bot.ui.parts.kinds import Kind
from bot.ui.press import Press


class BarExample(PartModel):
    """An example, in Discord's markdown, with its cards; the last of several is the better one."""

    words: str
    hand: tuple[CardOut, ...]
    button: PressButton


class Bar(PartModel):
    """A bar. ``lines``: what it means; ``label``: its value in words, ``share`` of the longest bar,
    with the ends of its interval.
    """

    title: str
    lines: tuple[str, ...]
    label: str
    share: float
    low: float
    high: float
    examples: tuple[BarExample, ...] = ()
    button: PressButton | None = None


class BarsPart(Kind):
    """Bars, the longest first."""

    type: Literal["bars"] = "bars"
    bars: tuple[Bar, ...]

    @property
    def offered(self) -> Iterator[Press]:
        for one in self.bars:
            yield from pressed(*(example.button for example in one.examples), one.button)
