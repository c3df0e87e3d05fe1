"""The kinds of part for chat and page: a feature states them once, and chat shows them here."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.ui.page_buttons import chat_button
from bot.ui.paging import paged
from bot.ui.parts.bars import Bar, BarsPart
from bot.ui.parts.cards import CardGroup, CardsPart
from bot.ui.parts.choices import ChoicesPart, NamedSetting, Value
from bot.ui.parts.kinds import InChat, Listed
from bot.ui.parts.rows import RowsPart
from bot.ui.reader import Reader
from bot.ui.screen import Button, Menu, MenuChoice, Part, Row, Style, Text, clipped

MOST_CHARACTERS: Final = 3600
"""The most characters of all groups of cards; what else a message says needs the rest."""

MOST_LETTERS: Final = 100
"""Of a line of a menu."""


def in_both(
    reader: Reader, part: RowsPart | CardsPart | BarsPart | ChoicesPart, head: str = ""
) -> tuple[Part, ...]:
    """Return a part with what chat shows in its place. ``head``: above its lines in chat."""
    if isinstance(part, ChoicesPart):
        return (part, *_settings(reader, part.choices))
    if isinstance(part, BarsPart):
        return (part, *(shown for one in part.bars for shown in _bar(one)))
    if isinstance(part, RowsPart):
        return (part, *_listed(head, part.rows), *_menu(reader, part.chat, part.rows))
    cards = [card for group in part.groups for card in group.cards]
    return (part, *_grouped(head, part.groups), *_menu(reader, part.chat, cards))


def _grouped(head: str, groups: Sequence[CardGroup]) -> Iterator[Part]:
    """Return the lines of each group below its title, those of the first below the head, too."""
    for group in groups:
        lines = [one.words for one in group.cards if one.words]
        above = [f"**{group.title}**"] if group.title and lines else []
        if text := "\n".join([*([head] if head else ()), *above, *lines]):
            yield Text(clipped(text, MOST_CHARACTERS // len(groups)))
        head = ""


def _listed(head: str, listed: Sequence[Listed]) -> Iterator[Part]:
    lines = [one.words for one in listed if one.words]
    if head or lines:
        yield Text("\n".join([head, *lines] if head else lines))


def _menu(reader: Reader, chat: InChat | None, listed: Sequence[Listed]) -> Iterator[Part]:
    choices = tuple(one.choice for one in listed if one.choice is not None)
    if chat is not None and choices:
        yield paged(reader, Menu(chat.menu, choices, chat.placeholder))


def _settings(reader: Reader, choices: Sequence[NamedSetting]) -> Iterator[Part]:
    """Return the switches in a row, a menu for every other setting, and the forms in a row."""
    switches = [one for one in choices if one.on is not None]
    if switches:
        yield Row(tuple(map(_switch, switches)))
    for one in choices:
        if one.values:
            lines = tuple(_line(one, each) for each in one.values)
            yield paged(reader, Menu(one.press, lines, "" if _has_chosen(one) else one.title))
    entries = [one.entry for one in choices if one.entry is not None]
    if entries:
        yield Row(tuple(Button(one.button, one.press, emoji=one.emoji) for one in entries))


def _has_chosen(one: NamedSetting) -> bool:
    return any(each.chosen for each in one.values)


def _line(one: NamedSetting, each: Value) -> MenuChoice:
    label = each.words or f"{one.title}: {each.label}"
    note = clipped(each.note, MOST_LETTERS)
    return MenuChoice(clipped(label, MOST_LETTERS), each.value, note, chosen=each.chosen)


def _switch(one: NamedSetting) -> Button:
    style, sign = (Style.SUCCESS, "☑️") if one.on else (Style.SECONDARY, "⬜")
    return Button(one.title, one.press, style, sign)


def _bar(one: Bar) -> Iterator[Part]:
    advice, *others = one.lines
    examples = [f"- {example.words}" for example in one.examples]
    yield Text("\n".join([f"### {one.title}", f"**{one.label}**", advice, *examples, *others]))
    buttons = [*(example.button for example in one.examples), one.button]
    yield Row(tuple(chat_button(button) for button in buttons if button is not None))
