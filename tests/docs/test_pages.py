"""What the documentation names exists: commands, buttons, settings, code, links and pictures."""

import re
from pathlib import Path
from typing import Final

import pytest

from bot.ui.i18n import LANGUAGES
from engine.game.presets import PRESETS
from engine.players import Level
from scripts.tools.generated_docs import pages as generated_pages
from tests.docs.checks import CHECKS, WITH_LABELS, dead_commands_in
from tests.docs.pages import DOCS, ROOT, Page, english, pages

MOST_BYTES: Final = 180_000
NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
CITATION: Final = re.compile(
    r"[Rr]ulebook (?:section )?([0-9][0-9.]*(?:(?:, section |, | and |, and |-)[0-9][0-9.]*)*)"
)


def checked(kind: str) -> list[Page]:
    return [one for one in pages() if kind != "labels" or one.name.startswith(WITH_LABELS)]


@pytest.mark.parametrize("kind", CHECKS)
def test_what_the_pages_name_exists(kind: str) -> None:
    dead = {one.name: found for one in checked(kind) if (found := CHECKS[kind](one))}
    assert dead == {}


@pytest.mark.parametrize(
    ("kind", "mistake"),
    [
        ("commands", "Type `/gin chalenge @friend`."),
        ("commands", "Admins type `/gin-admin setup`."),
        ("commands", "Choose `presets: standard`."),
        ("labels", "Press **Next hand** when you have seen it."),
        ("labels", "It is under **More**, then **Take\nback**."),
        ("labels", "**Take back** asks your opponent."),
        ("settings", "Set `GIN_DATABASE_URI`."),
        ("settings", "```\nGIN_WEB_PORTS=8500\n```"),
        ("code", "It is in `bot/ui/dispatch.py`."),
        ("code", "`scripts/pictures` takes them."),
        ("code", "`tests/store/` and `tests/stores/`"),
        ("code", "Look at `committers.py`."),
        ("code", "`PanelUpdater.catch_up` compares versions."),
        ("code", "`engine.players.choose_best(view)` plays."),
        ("code", "`knocking_limit=0`"),
        ("links", "[Rules](docs/RULES.md)"),
        ("links", "[Rules](docs/rules/rulebook.md#114-cards)"),
        ("pictures", "![A hand](docs/pictures/hand.webp)"),
        ("pictures", "![](docs/pictures/turn.webp)"),
        ("steps", "| 1 | `bot/router.py` | `Router.router` | finds the handler |"),
        ("steps", "| 1 | `bot/routers.py` | `Router.route` | finds the handler |"),
    ],
)
def test_a_planted_mistake_is_found(kind: str, mistake: str) -> None:
    page = Page(ROOT / "README.md", f"# A page\n\n{mistake}\n")
    assert len(CHECKS[kind](page)) == 1


def test_commands_in_the_texts_of_the_program_exist() -> None:
    assert dead_commands_in(english()) == []
    planted = ["Ask an admin, who types `/gin-admin setup`.", "Type `/gin hand`."]
    assert dead_commands_in(planted) == ["/gin-admin setup"]


def test_every_citation_of_the_rulebook_has_its_number() -> None:
    book = (DOCS / "rules" / "rulebook.md").read_text(encoding="utf-8")
    numbers = set(re.findall(r"^#+ ([0-9.]+) ", book, re.MULTILINE))
    traps = re.findall(r"^(\d+)\. ", book[book.index("\n## 6 Traps") :], re.MULTILINE)
    numbers |= {f"6.{number}" for number in traps}
    missing = {}
    for folder in ("engine", "bot", "tests", "benchmarks"):
        for file in (ROOT / folder).rglob("*.py"):
            if file != Path(__file__) and (
                unknown := cited_in(file.read_text(encoding="utf-8")) - numbers
            ):
                missing[str(file.relative_to(ROOT))] = unknown
    assert missing == {}
    assert cited_in("(rulebook 1.8, 1.99 and 2.6-2.9)") - numbers == {"1.99"}


def cited_in(text: str) -> set[str]:
    return {number for cited in CITATION.findall(text) for number in NUMBER.findall(cited)}


def test_generated_pages_are_current() -> None:
    """``scripts/dev rules`` writes them."""
    stale = [str(file) for file, text in generated_pages().items() if file.read_text() != text]
    assert stale == []


def test_the_pages_are_not_longer_than_people_read() -> None:
    """Without research, records of decisions and generated tables."""
    left_out = {*generated_pages(), *(DOCS / "design" / "decisions").rglob("*")}
    left_out |= set((DOCS / "research").rglob("*"))
    assert sum(one.stat().st_size for one in set(DOCS.rglob("*.md")) - left_out) <= MOST_BYTES


def test_the_front_page_counts_right() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"**{len(PRESETS)} rulesets**" in readme
    assert f"{len(PRESETS) - 1} other rulesets" in readme
    assert len(Level) == 4
    assert "**Four computer players**" in readme
    spoken = re.search(r"^- (English, .+)$", readme, re.MULTILINE)
    assert spoken is not None
    assert len(spoken[1].split(", ")) == len({"en", *LANGUAGES.values()})


def test_the_front_page_names_the_two_commands_and_ci_calls_the_tests() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert {"scripts/run", "scripts/test"} <= set(re.findall(r"scripts/\w+", readme))
    assert "\nscripts/test " in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_tables_of_scripts_and_folders_are_complete() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([^`\s]+)`", text)) | set(re.findall(r"\]\((\w+)\)", text))
    scripts = {f"scripts/{one.name}" for one in (ROOT / "scripts").iterdir() if one.is_file()}
    assert scripts - {"scripts/__init__.py"} - named == set()
    tools = {
        one.stem
        for one in (ROOT / "scripts" / "tools").glob("[!_]*")
        if one.suffix == "" or f"scripts/dev {one.stem}" in one.read_text(encoding="utf-8")
    }
    assert tools == set(re.findall(r"^\| `scripts/dev ([\w-]+)` \|", text, re.MULTILINE))
    tops = {"engine", "bot", "tests", "benchmarks", "docs", "deploy", "requirements", "scripts"}
    assert tops <= named
    inner = {
        f"{top}/{one.name}/"
        for top in ("engine", "bot", "tests", "benchmarks")
        for one in (ROOT / top).iterdir()
        if one.is_dir() and not one.name.startswith(("_", "."))
    }
    assert inner - named == set()
