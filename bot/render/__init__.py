"""Pictures of the game: pure functions from a frozen model to an encoded picture.

Every ``render_*`` is safe to call from several threads at once and remembers its last results by
the model's content. None of them knows a rule, a language or Discord.
"""

from bot.render.hand import render_hand
from bot.render.table import render_table

__all__ = ["render_hand", "render_table"]
