"""Finished matches."""

from typing import Literal

from bot.render.event_models import CellMark
from bot.render.models import Disc
from bot.ui.parts.base import EpochMs, IdOut, PagePart, PartModel


class PastLine(PartModel):
    """A finished match from its player's view. ``names``: of the opponents; ``disc``: of the first.

    ``result``: in words. ``score``: the player's own points first. ``ended``: when it ended.
    """

    match: IdOut
    mark: CellMark
    result: str
    names: str
    disc: Disc
    rules: str
    score: str
    ended: EpochMs


class PastPart(PagePart):
    """The reader's finished matches, the newest first; they stand for the panel's texts."""

    type: Literal["past"] = "past"
    lines: tuple[PastLine, ...]
