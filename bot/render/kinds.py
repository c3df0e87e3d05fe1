"""Every kind of picture and the function that draws it."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from bot.render.board import render_board
from bot.render.bracket import render_bracket
from bot.render.cross import render_cross
from bot.render.event_models import BracketPicture, CrossPicture
from bot.render.graph import render_graph
from bot.render.hand import render_hand
from bot.render.head import render_head
from bot.render.models import (
    BoardPicture,
    GraphPicture,
    HandPicture,
    HeadPicture,
    Picture,
    ProfilePicture,
    ReplayPicture,
    ResultPicture,
    RoundEndPicture,
    SheetPicture,
    TablePicture,
)
from bot.render.profile import render_profile
from bot.render.replay import render_replay
from bot.render.result import render_result
from bot.render.round_end import render_round_end
from bot.render.sheet import render_sheet
from bot.render.table import render_table

PictureModel: TypeAlias = (
    HandPicture
    | HeadPicture
    | TablePicture
    | RoundEndPicture
    | SheetPicture
    | ResultPicture
    | BoardPicture
    | ProfilePicture
    | ReplayPicture
    | BracketPicture
    | CrossPicture
    | GraphPicture
)

RENDERERS: Final[dict[type, Callable[[Any], Picture]]] = {
    HandPicture: render_hand,
    HeadPicture: render_head,
    TablePicture: render_table,
    RoundEndPicture: render_round_end,
    SheetPicture: render_sheet,
    ResultPicture: render_result,
    BoardPicture: render_board,
    ProfilePicture: render_profile,
    ReplayPicture: render_replay,
    BracketPicture: render_bracket,
    CrossPicture: render_cross,
    GraphPicture: render_graph,
}


def render(model: PictureModel) -> Picture:
    """Return the encoded picture of a model."""
    return RENDERERS[type(model)](model)
