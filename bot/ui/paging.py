"""Menus of more choices than Discord shows: one page of them, and choices that turn the page.

A choice that turns the page answers like any other, with the press of its menu. Its handler shows
the same screen again (:attr:`bot.ui.context.Context.turns_a_page`), which then has that page.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.ui.i18n import Translator
from bot.ui.reader import MenuPage, Reader
from bot.ui.screen import MAX_CHOICES, Menu, MenuChoice

MARK: Final = "page:"
"""What the values of choices that turn the page begin with; no other value has a colon."""
PER_PAGE: Final = MAX_CHOICES - 2
"""How many choices of its own a page has, besides those that lead to the pages around it."""
MAX_PLACEHOLDER: Final = 150


def page_in(values: Sequence[str]) -> int | None:
    """Return the page that a choice turns to; ``None`` for any other choice."""
    number = values[0].removeprefix(MARK) if len(values) == 1 else ""
    return int(number) if number.isdecimal() and values[0].startswith(MARK) else None


def paged(reader: Reader, menu: Menu) -> Menu:
    """Return a menu with those of its choices that the reader has turned to.

    At first it is the page with the present choice. A menu that fits is returned as it is; that of
    a longer one says which of how many choices it shows.
    """
    count = len(menu.choices)
    if count <= MAX_CHOICES:
        return menu
    last = (count - 1) // PER_PAGE
    page = min(_page(reader.turned, menu), last)
    around = {page - 1: "⬅️", page + 1: "➡️"}
    before, after = (
        [_turn(reader.words, mark, one, count)] if 0 <= one <= last else []
        for one, mark in around.items()
    )
    shown = menu.choices[page * PER_PAGE : (page + 1) * PER_PAGE]
    part = extent(reader.words, page * PER_PAGE, PER_PAGE, count)
    title = f"{menu.placeholder} · {part}" if menu.placeholder else part
    return replace(menu, choices=(*before, *shown, *after), placeholder=title[:MAX_PLACEHOLDER])


def extent(words: Translator, start: int, length: int, count: int) -> str:
    """Return which of ``count`` lines are shown: ``length`` of them at most, after ``start``."""
    return words.t(
        "{first}–{last} of {all}", first=start + 1, last=min(start + length, count), all=count
    )


def _page(turned: MenuPage | None, menu: Menu) -> int:
    if turned is not None and turned.press == menu.press:
        return turned.number
    chosen = (index for index, one in enumerate(menu.choices) if one.chosen)
    return next(chosen, 0) // PER_PAGE


def _turn(words: Translator, mark: str, page: int, count: int) -> MenuChoice:
    label = extent(words, page * PER_PAGE, PER_PAGE, count)
    return MenuChoice(f"{mark} {label}", f"{MARK}{page}")
