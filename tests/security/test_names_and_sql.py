"""Names cannot format, ping or hide; SQL is never put together from text."""

import ast
import unicodedata
from pathlib import Path

import discord
import pytest

from bot.ui.markup import (
    MAX_WIDTH,
    MOST_ACCENTS,
    NAMELESS,
    disc_of,
    plain_name,
    safe_name,
    safe_words,
)
from bot.ui.screen import clipped, graphemes

ROOT = Path(__file__).parents[2]
NAMES = (
    "@everyone",
    "<@123456789012345678>",
    "**bold** _and_ `code` ~~gone~~ ||spoiler||",
    "[link](https://example.org)",
    "# heading",
    "> quote",
    "-# small",
    "<t:0:R>",
    "<:emoji:1234>",
    "\u202eesrever\u202c",
    "a\u200bb\u2060c\ufeff",
    "two\nlines\ttabs",
    "漢字" * 40,
    "Ẑ̸͇̬̪a͚̭l̷̫g̘o̴",
    "",
    "   ",
    "\u200b",
    "\x00\x07",
    "\u3164",
    " \u2800\uffa0\u1160",
)


@pytest.mark.parametrize(
    "invisible",
    ["\u034f", "\ufe00", "\ufe0f", "\U000e0100", "\u17b4", "\u180b", "\U0001d159", "\u200d"],
)
def test_what_shows_nothing_is_no_name(invisible: str) -> None:
    assert safe_name(invisible) == safe_name(invisible * 3) == NAMELESS
    assert safe_name(f"A{invisible}nn") == "Ann"
    assert safe_words(f" {invisible}") == ""


EMOJIS = (
    *("❤\ufe0f", "1\ufe0f\u20e3", "👍🏽", "🇩🇪", "👩\u200d🚀", "👩🏽\u200d🚀", "🐈\u200d⬛"),
    *("🏳\ufe0f\u200d🌈", "🏴\u200d☠\ufe0f", "❤\ufe0f\u200d🔥", "🏳\ufe0f\u200d⚧\ufe0f"),
    *(
        "👨\u200d👩\u200d👧\u200d👦",
        "👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿",
        "🧑\u200d🧑\u200d🧒\u200d🧒",
    ),
    *(
        "🙂\u200d↔\ufe0f",
        "🙂\u200d↕\ufe0f",
        "🏃🏽\u200d♀\ufe0f\u200d➡\ufe0f",
        "👁\ufe0f\u200d🗨\ufe0f",
    ),
)
"""One character each: with a selector, a keycap, a skin, as a flag, joined, and all of it."""


@pytest.mark.parametrize("emoji", EMOJIS)
def test_an_emoji_stays_whole(emoji: str) -> None:
    assert safe_name(f"Ann {emoji}") == safe_words(f"Ann {emoji}") == f"Ann {emoji}"


@pytest.mark.parametrize("emoji", EMOJIS)
@pytest.mark.parametrize("length", range(MAX_WIDTH - 4, MAX_WIDTH + 2))
def test_a_name_is_cut_between_emojis(emoji: str, length: int) -> None:
    name = safe_name("A" * length + emoji * 5)
    assert name.endswith("…")
    assert set(graphemes(name)) <= {"A", emoji, "…"}
    label = clipped("A" * length + emoji * 5, length + 3)
    assert set(graphemes(label)) <= {"A", emoji, "…"}
    assert len(label) <= length + 3


@pytest.mark.parametrize("emoji", EMOJIS)
def test_a_disc_shows_a_whole_emoji(emoji: str) -> None:
    assert disc_of(f"{emoji}Ann {emoji}", 1).initials == emoji * 2


@pytest.mark.parametrize("raw", NAMES)
def test_a_name_is_only_a_name(raw: str) -> None:
    safe = safe_name(raw)
    plain = plain_name(safe)
    assert plain.strip()
    assert not any(unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp") for one in safe)
    wide = sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in plain)
    marks = sum(unicodedata.category(one).startswith("M") for one in plain)
    assert wide - marks <= MAX_WIDTH + 2
    for start in ("<@", "<t:", "<:", "]("):
        assert start not in safe
    unescaped = discord.utils.remove_markdown(safe.replace("\\\\", ""))
    assert "\n" not in unescaped
    formatting = [one for at, one in enumerate(safe) if one in "*_~|`#>[@" and safe[at - 1] != "\\"]
    assert formatting == []


@pytest.mark.parametrize("raw", ["\u3164", "\u2800 \u115f", "\u200b", ""])
def test_a_name_that_shows_nothing_has_a_visible_placeholder(raw: str) -> None:
    assert safe_name(raw) == NAMELESS


def test_a_blank_letter_inside_a_name_is_left_out() -> None:
    assert safe_name("A\u3164nn") == "Ann"


WHOLE_TABLES = ROOT / "engine" / "store" / "move"
"""It names the tables and indexes of the schema, which no parameter can, and no value."""


@pytest.mark.slow
def test_no_statement_is_put_together_from_text() -> None:
    found = []
    for file in [*(ROOT / "engine").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]:
        if file.parent == WHOLE_TABLES:
            continue
        found += [f"{file.name}:{line}" for line in made_of_text(file.read_text())]
    assert found == []


def made_of_text(source: str) -> list[int]:
    """The lines where something else than a plain text becomes SQL."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        statement = node.args[0]
        if name == "exec_driver_sql" or (name == "text" and _is_sql(node)):
            plain = isinstance(statement, ast.Constant)
            if not plain and isinstance(statement, ast.JoinedStr | ast.BinOp):
                lines.append(node.lineno)
    return lines


def _is_sql(call: ast.Call) -> bool:
    """``text(…)`` of SQLAlchemy, imported as a function or called on its module."""
    return isinstance(call.func, ast.Name) or getattr(call.func.value, "id", "") in ("sa",)  # type: ignore[attr-defined]


def test_the_search_finds_what_it_is_for() -> None:
    assert made_of_text('connection.exec_driver_sql(f"SELECT {name}")') == [1]
    assert made_of_text('text("SELECT " + name)') == [1]
    assert made_of_text('sa.text(f"{a}")') == [1]
    assert made_of_text('text("SELECT 1")') == []


@pytest.mark.parametrize(
    "name", ["Zoë Nguyễn", "हिन्दी ज्ञानी", "ภาษาไทยกำลัง", "עִבְרִית", "a\u0331n\u0331"]
)
def test_a_name_carries_few_accents_and_all_marks_of_its_script(name: str) -> None:
    assert safe_name(name) == unicodedata.normalize("NFC", name)
    stacked = "".join(f"{letter}\u0337\u0334" for letter in "Gloomy")
    assert sum(map(unicodedata.combining, safe_name(stacked))) > 0
    assert len([one for one in safe_name(stacked) if unicodedata.combining(one)]) == MOST_ACCENTS
