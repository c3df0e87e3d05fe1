"""A person's finished matches on a page; chat shows them as lines of text."""

from dataclasses import dataclass

from bot.render.event_models import CellMark
from bot.render.models import Disc


@dataclass(frozen=True, slots=True)
class PastLine:
    """A finished match from its player's view. ``names``: of the opponents; ``disc``: of the first.

    ``result``: in words. ``score``: the player's own points first. ``ended_ms``: when it ended.
    """

    match: int
    mark: CellMark
    result: str
    names: str
    disc: Disc
    rules: str
    score: str
    ended_ms: int


@dataclass(frozen=True, slots=True)
class PastLines:
    """A page of finished matches, the newest first."""

    lines: tuple[PastLine, ...]
