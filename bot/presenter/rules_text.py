"""The rules of exactly one ruleset, in plain words generated from its options (rulebook 1-3)."""

from bot.presenter.reader import Reader
from bot.presenter.rules_words import rules_in_short
from bot.screen import Accent, Screen, Text
from engine.rules import PRESETS, Rules


def rules_screen(reader: Reader, rules: Rules, preset: str) -> Screen:
    """The rules of a preset."""
    t = reader.words.t
    return Screen(
        (Text(t("## Rules: {preset}", preset=preset) + "\n" + rules_in_short(reader, rules)),),
        Accent.CALM,
    )


def house_rules(reader: Reader, preset: str, rules: Rules) -> tuple[str, ...]:
    """What differs from the named preset, so that nobody accepts it unseen."""
    base = PRESETS.get(preset)
    if base is None:
        base = PRESETS["standard"]
    return tuple(f"{name}: {value}" for name, value in rules.differences(base).items())
