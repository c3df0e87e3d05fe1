"""The options of rules in words: values, conditions, differences, and their sentences."""

from typing import Final

from bot.ui.i18n import Translator
from bot.wording.options import NEED_WORDS, OPTION_WORDS, OptionPart
from engine.game.option_types import Choices, Option
from engine.game.options import OPTIONS, missing
from engine.game.rules import Rules

PER_PAGE: Final = 12


def pages() -> int:
    """Return the number of pages in the list of options."""
    return -(-len(OPTIONS) // PER_PAGE)


def value_text(value: Option) -> str:
    """Return a value in the form administrators write."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_text(name: str) -> str:
    """Return the values of an option in the form administrators write."""
    values = OPTIONS[name]
    if isinstance(values, Choices):
        return " · ".join(value_text(value) for value in values.values)
    span = f"{values.low}–{values.high}"
    return f"{span} · none" if values.or_none else span


def option_lines(words: Translator, rules: Rules, page: int) -> list[str]:
    """Return a page of the options with their values under these rules."""
    now = rules.options()
    names = list(OPTIONS)[page * PER_PAGE : (page + 1) * PER_PAGE]
    lines = []
    for name in names:
        need = missing(name, rules)
        lines.append(
            f"`{name}` **{value_text(now[name])}**  ·  {words.t(OPTION_WORDS[name].meaning)}"
        )
        about = words.t("Values: {values}", values=values_text(name))
        if need is not None:
            about = words.t("No effect here; needs {need}", need=words.t(NEED_WORDS[need]))
        lines.append(f"-# {about}")
    return lines


def differences(words: Translator, base: Rules, rules: Rules) -> tuple[str, ...]:
    """Return a phrase for every option in which ``rules`` differs from ``base``."""
    theirs = base.options()
    changed = rules.differences(base).items()
    return tuple(_difference(words, name, theirs[name], value) for name, value in changed)


def _difference(words: Translator, name: str, base: Option, value: Option) -> str:
    """Return the phrase for an option that is ``value`` instead of ``base``."""
    row = OPTION_WORDS[name]
    change = row.change if isinstance(row.change, str) else row.change[value]
    if row.off and value is None:
        change = row.off
    elif row.on and base is None:
        change = row.on
    return words.t(change, n=value, base=base)


def rule_lines(words: Translator, rules: Rules, part: OptionPart) -> list[str]:
    """Return the sentences of a part for the options that have an effect."""
    found = []
    for name, row in OPTION_WORDS.items():
        if row.part is part and missing(name, rules) is None:
            value = getattr(rules, name)
            rule = row.rule if isinstance(row.rule, str) else row.rule.get(value)
            if rule is not None and value is not None:
                found.append(words.t(rule, n=value))
    return found
