"""Facts with a value each, and a value over time."""

from typing import Literal

from bot.render.models import Disc
from bot.ui.parts.base import PartModel
from bot.ui.parts.kinds import Kind


class Fact(PartModel):
    """A fact. ``icon``: the sign before it, in place of the label, which is then only heard."""

    value: str
    label: str = ""
    icon: Literal["", "events", "sheet", "star", "users"] = ""


class Curve(PartModel):
    """Values over time, oldest first, with the uncertainty of each (``spread``).

    ``since``, ``until``: the days at both ends. ``alt``: in words.
    """

    values: tuple[float, ...]
    spread: tuple[float, ...]
    since: str
    until: str
    alt: str


class FactsPart(Kind):
    """Facts about somebody. ``main``: the one beside the title; ``medals``: places among the first
    three; ``note``: stands at the right, below it.
    """

    type: Literal["facts"] = "facts"
    facts: tuple[Fact, ...]
    disc: Disc | None = None
    medals: tuple[str, ...] = ()
    main: Fact | None = None
    curve: Curve | None = None
