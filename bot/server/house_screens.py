"""The house rules builder: a menu of options, and then of an option's values."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.presses.admin import AdminPress, AdminVerb
from bot.presses.house import HousePress, HouseVerb
from bot.presses.rules import PLAY, RulesPress
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Choice, Menu, Part, Row, Screen, Style, Text, clipped
from bot.wording.rules import house_rules
from bot.wording.rules_options import MEANINGS, NEEDS, value_text, values_text
from engine.game.options import OPTIONS, Choices, missing
from engine.game.rules import Option, Rules

PER_MENU: Final = 25
NONE: Final = "none"


def houses_screen(reader: Reader, presets: Mapping[str, Rules | None]) -> Screen:
    """Return all house rules of a server, each with its editor; ``None``: they can't be played."""
    t = reader.words.t
    if not presets:
        text = t("This server has no house rules. Create some with `/gin-admin preset`.")
        return notice_screen(text, Accent.CALM)
    lines = [t("## House rules")]
    for name, rules in presets.items():
        said = t("can't be played in this version. Remove them, or save them again.")
        if rules is not None:
            said = "; ".join(house_rules(reader, "standard", rules))
        lines.append(f"**{name}**: {said}")
    parts: list[Part] = [Text(clipped("\n".join(lines), 3500))]
    playable = tuple(Choice(name, name) for name, rules in presets.items() if rules is not None)
    if playable:
        change = str(HousePress(HouseVerb.OPEN))
        parts.append(Menu(change, playable, t("Change house rules")))
    every = tuple(Choice(name, name) for name in presets)
    parts.append(Menu(str(AdminPress(AdminVerb.REMOVE)), every, t("Remove house rules")))
    return Screen(tuple(parts), Accent.CALM)


def house_screen(reader: Reader, name: str, rules: Rules, page: int, notice: str = "") -> Screen:
    """Return the differences from standard gin, and a menu of the options."""
    t = reader.words.t
    differs = house_rules(reader, "standard", rules) or (t("nothing"),)
    lines = [t("## House rules: {name}", name=name)]
    if notice:
        lines.append(notice)
    lines += [t("Differences from standard gin:"), *(f"- {line}" for line in differs)]
    lines.append(f"-# {t('Every change is saved at once and applies to new matches.')}")
    pages = -(-len(OPTIONS) // PER_MENU)
    page = min(max(page, 0), pages - 1)
    names = list(OPTIONS)[page * PER_MENU : (page + 1) * PER_MENU]
    menu = Menu(
        str(HousePress(HouseVerb.PICK, name=name)),
        tuple(_option(reader, one, rules) for one in names),
        t("Change an option ({page} of {pages})", page=page + 1, pages=pages),
    )
    turns = tuple(
        Button(label, str(HousePress(HouseVerb.PAGE, page=to, name=name)))
        for label, to in ((t("Back"), page - 1), (t("Next"), page + 1))
        if 0 <= to < pages
    )
    show = Button(t("Rules"), str(RulesPress(PLAY, name)))
    return Screen((Text(clipped("\n".join(lines), 3500)), menu, Row((*turns, show))), Accent.CALM)


def _option(reader: Reader, name: str, rules: Rules) -> Choice:
    label = f"{name}: {value_text(rules.options()[name])}"
    return Choice(label, name, clipped(reader.words.t(MEANINGS[name]), 100))


def option_screen(
    reader: Reader, name: str, option: str, rules: Rules, refused: str = ""
) -> Screen:
    """Return one option: its effect, its current value, and its possible values."""
    t = reader.words.t
    need = missing(option, rules)
    lines = [
        t("## House rules: {name}", name=name),
        f"`{option}`  ·  {t(MEANINGS[option])}",
        t("Now: {value}", value=f"**{value_text(rules.options()[option])}**"),
        t("Values: {values}", values=values_text(option)),
    ]
    if need is not None:
        lines.append(t("No effect here; needs {need}", need=t(NEEDS[need])))
    if refused:
        lines.append(f"⚠️ {refused}")
    page = list(OPTIONS).index(option) // PER_MENU
    back = Button(t("Back"), str(HousePress(HouseVerb.PAGE, page=page, name=name)))
    return Screen(
        (Text("\n".join(lines)), *_values(reader, name, option, rules, back)), Accent.CALM
    )


def _values(reader: Reader, name: str, option: str, rules: Rules, back: Button) -> Sequence[Part]:
    values, now = OPTIONS[option], rules.options()[option]

    def press(verb: HouseVerb) -> str:
        return str(HousePress(verb, option=option, name=name))

    if isinstance(values, Choices):
        choices = tuple(_value(value, now) for value in values.values)
        return (Menu(press(HouseVerb.SET), choices), Row((back,)))
    number = Button(reader.words.t("Enter a number"), press(HouseVerb.ASK), Style.PRIMARY)
    none = (Button(NONE, press(HouseVerb.NONE)),) if values.or_none else ()
    return (Row((number, *none, back)),)


def _value(value: Option, now: Option) -> Choice:
    return Choice(value_text(value), value_text(value), chosen=value == now)
