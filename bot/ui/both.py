"""The kinds of part for chat and page: a feature states them once, and chat shows them here."""

from collections.abc import Iterator, Sequence

from bot.ui.page_buttons import chat_button
from bot.ui.paging import paged
from bot.ui.parts.bars import Bar, BarsPart
from bot.ui.parts.cards import CardsPart
from bot.ui.parts.choices import ChoicesPart, NamedSetting
from bot.ui.parts.kinds import InChat, Listed
from bot.ui.parts.rows import RowsPart
from bot.ui.reader import Reader
from bot.ui.screen import Button, Menu, MenuChoice, Part, Row, Style, Text


def in_both(
    reader: Reader, part: RowsPart | CardsPart | BarsPart | ChoicesPart, head: str = ""
) -> tuple[Part, ...]:
    """Return a part with what chat shows in its place. ``head``: above its lines in chat."""
    if isinstance(part, ChoicesPart):
        return (part, *_settings(part.choices))
    if isinstance(part, BarsPart):
        return (part, *(shown for one in part.bars for shown in _bar(one)))
    if isinstance(part, RowsPart):
        return (part, *_listed(reader, part.chat, part.rows, head))
    cards = [card for group in part.groups for card in group.cards]
    return (part, *_listed(reader, part.chat, cards, head))


def _listed(
    reader: Reader, chat: InChat | None, listed: Sequence[Listed], head: str
) -> Iterator[Part]:
    lines = [one.words for one in listed if one.words]
    if head or lines:
        yield Text("\n".join([head, *lines] if head else lines))
    choices = tuple(one.choice for one in listed if one.choice is not None)
    if chat is not None and choices:
        yield paged(reader, Menu(chat.menu, choices, chat.placeholder))


def _settings(choices: Sequence[NamedSetting]) -> Iterator[Part]:
    """Return the switches in a row, and a menu for every other setting, named in its lines."""
    switches = [one for one in choices if one.on is not None]
    if switches:
        yield Row(tuple(map(_switch, switches)))
    for one in choices:
        if one.on is None:
            named = ((each, f"{one.title}: {each.label}") for each in one.values)
            lines = (MenuChoice(label, each.value, chosen=each.chosen) for each, label in named)
            yield Menu(one.press, tuple(lines))


def _switch(one: NamedSetting) -> Button:
    style, sign = (Style.SUCCESS, "☑️") if one.on else (Style.SECONDARY, "⬜")
    return Button(one.title, one.press, style, sign)


def _bar(one: Bar) -> Iterator[Part]:
    advice, *others = one.lines
    examples = [f"- {example.words}" for example in one.examples]
    yield Text("\n".join([f"### {one.title}", f"**{one.label}**", advice, *examples, *others]))
    buttons = [*(example.button for example in one.examples), one.button]
    yield Row(tuple(chat_button(button) for button in buttons if button is not None))
