"""Pictures of the game: pure functions from a frozen model to an encoded picture.

Every ``render_*`` is safe to call from several threads at once; `DRAWINGS` caches pictures by their
models. The package knows neither rules nor languages nor Discord.
"""

from bot.render.drawing import DRAWINGS, PictureModel
from bot.render.event_pictures import render_bracket, render_cross
from bot.render.faces import render_back_emoji, render_card_emoji, render_suit_emoji
from bot.render.hand import render_hand, render_head
from bot.render.profile import render_board, render_graph, render_profile
from bot.render.replay import render_replay
from bot.render.result import render_result, render_round_end
from bot.render.sheet import render_sheet
from bot.render.table import render_table

__all__ = [
    "DRAWINGS",
    "PictureModel",
    "render_back_emoji",
    "render_board",
    "render_bracket",
    "render_card_emoji",
    "render_cross",
    "render_graph",
    "render_hand",
    "render_head",
    "render_profile",
    "render_replay",
    "render_result",
    "render_round_end",
    "render_sheet",
    "render_suit_emoji",
    "render_table",
]
