"""The rules of exactly one ruleset, in plain words generated from its options (rulebook 1-3).

What an option says is said where it has an effect, and nowhere else.
"""

from collections.abc import Sequence

from bot.presenter.preset_names import title_of
from bot.presenter.reader import Reader
from bot.presenter.rules_differences import differences
from bot.presenter.rules_play import Section, play_sections
from bot.presenter.rules_score import score_sections
from bot.presenter.rules_seats import seat_section
from bot.presenter.rules_words import in_short
from bot.screen import Accent, Divider, Screen, Text
from bot.words import Words
from engine.presets import PRESET_PLAYERS, PRESETS
from engine.rules import Rules


def sections(words: Words, rules: Rules, preset: str = "") -> tuple[Section, ...]:
    """Everything there is to know before playing. Some presets are for one number of players."""
    return (
        seat_section(words, rules, PRESET_PLAYERS.get(preset)),
        *play_sections(words, rules),
        *score_sections(words, rules),
    )


def rules_screen(reader: Reader, rules: Rules, preset: str) -> Screen:
    """The rules of a preset, as somebody asked for them."""
    words = reader.words
    head = words.t("## Rules: {preset}", preset=title_of(words, preset))
    parts = [f"{head}\n-# {in_short(words, rules)}"]
    for section in sections(words, rules, preset):
        parts.append("\n".join((f"**{section.title}**", *section.lines)))
    half = len(parts) - 2
    return Screen(
        (Text(_blocks(parts[:half])), Divider(), Text(_blocks(parts[half:]))),
        Accent.CALM,
    )


def _blocks(parts: Sequence[str]) -> str:
    """Parts below each other; a list is closed by an empty line, or what follows joins it."""
    lines: list[str] = []
    for line in "\n".join(parts).splitlines():
        if lines and lines[-1].startswith("- ") and not line.startswith("- "):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def house_rules(reader: Reader, preset: str, rules: Rules) -> tuple[str, ...]:
    """What differs from the named preset, so that nobody accepts it unseen.

    A server's own ruleset is compared with standard gin.
    """
    return differences(reader.words, PRESETS.get(preset, PRESETS["standard"]), rules)


def rules_document(words: Words) -> str:
    """All presets as Markdown, for the documentation."""
    t = words.t
    pages = [
        t("# The rules of every preset"),
        t(
            "Generated from the options that the game itself plays by: `scripts/rules` writes this"
            " file. In Discord `/gin rules` shows the same words."
        ),
        "\n".join(
            f"- [{title_of(words, preset)}](#{_anchor(title_of(words, preset))}) (`{preset}`)"
            for preset in PRESETS
        ),
    ]
    for preset, rules in PRESETS.items():
        pages.append(f"## {title_of(words, preset)}")
        pages.append(f"`{preset}` · {in_short(words, rules)}")
        for section in sections(words, rules, preset):
            pages += [f"### {section.title}", _paragraph(section)]
    return "\n\n".join(pages) + "\n"


def _anchor(title: str) -> str:
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -")
    return kept.replace(" ", "-")


def _paragraph(section: Section) -> str:
    """Sentences in one paragraph, list items below each other."""
    blocks: list[str] = []
    for line in section.lines:
        item = line.startswith("- ")
        if blocks and item == blocks[-1].startswith("- "):
            blocks[-1] += ("\n" if item else " ") + line
        else:
            blocks.append(line)
    return "\n\n".join(blocks)
