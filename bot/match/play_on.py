"""The menu that plays on from a position against a computer."""

from typing import Final

from bot.match.options import level_titles
from bot.presses.codec import Press
from bot.ui.reader import Reader
from bot.ui.screen import Menu, MenuChoice
from engine.players import Level

LEVELS: Final = (Level.CASUAL, *(level for level in Level if level is not Level.CASUAL))
"""The levels of the computer, the usual one first."""


def play_on_menu(reader: Reader, press: Press, *, is_known: bool) -> Menu:
    """Return the menu of levels. ``is_known``: the hidden cards are those of the record."""
    t = reader.words.t
    if is_known:
        note = t("The same hidden cards. One round, and it doesn't count.")
    else:
        note = t("Hidden cards are dealt at random. One round, and it doesn't count.")
    titles = level_titles(reader.words)
    choices = tuple(MenuChoice(titles[level], level.value, note) for level in LEVELS)
    return Menu(str(press), choices, t("Play on from here…"))
