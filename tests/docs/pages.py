"""The pages of the documentation, and what they may name: commands, labels, settings, code."""

import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from discord import app_commands

from bot.settings_reference import described_settings
from engine.game.options import OPTIONS
from engine.game.presets import PRESETS
from scripts.tools import catalogues

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
FRONT: Final = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")),
)
_CODE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_SOURCES: Final = (".py", ".ts", ".tsx", ".css", ".toml", ".yml", ".yaml", ".c", ".h", ".mjs")


@dataclass(frozen=True)
class Page:
    """A page: its file, its whole text, and the text without blocks of code."""

    file: Path
    text: str

    @property
    def prose(self) -> str:
        return _CODE.sub("", self.text)

    @property
    def name(self) -> str:
        return str(self.file.relative_to(ROOT))

    def quoted(self) -> list[str]:
        """What stands in backticks, blocks of code left out."""
        return re.findall(r"`([^`\n]+)`", self.prose)


def pages() -> list[Page]:
    """Return every page that people read."""
    files = [*FRONT, *sorted(DOCS.rglob("*.md"))]
    return [Page(file, file.read_text(encoding="utf-8")) for file in files]


def _tracked() -> list[str]:
    found = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [name for name in found.stdout.splitlines() if (ROOT / name).exists()]


@cache
def files() -> frozenset[str]:
    """Return every file and folder of the repository."""
    found = set[str]()
    for name in _tracked():
        path = Path(name)
        found.add(name)
        found.update(f"{folder}/" for folder in path.parents if folder != Path())
    return frozenset(found)


@cache
def words_of_the_code() -> frozenset[str]:
    """Return every word of the program, its tests and scripts, and of documented files."""
    found = set[str]()
    for page in pages():
        for block in _CODE.findall(page.text):
            found.update(re.findall(r"\w+", block))
    for name in _tracked():
        path = ROOT / name
        is_source = path.suffix in _SOURCES or name.startswith((".ci/", "scripts/", "deploy/"))
        if is_source and not name.startswith(("bot/web/static/", "mkdocs", "tests/docs/")):
            found.update(re.findall(r"\w+", path.read_text(encoding="utf-8")))
        found.update(re.findall(r"\w+", name))
    return frozenset(found)


@cache
def commands() -> dict[str, frozenset[str]]:
    """Return the options of every slash command, such as ``/gin rules``."""
    found: dict[str, frozenset[str]] = {}
    for top in catalogues.commands():
        if isinstance(top, app_commands.Group):
            found[f"/{top.name}"] = frozenset()
            for one in top.commands:
                assert isinstance(one, app_commands.Command)
                options = frozenset(str(option.display_name) for option in one.parameters)
                found[f"/{top.name} {one.name}"] = options
    return found


@cache
def english() -> frozenset[str]:
    """Return every English text of the catalogue, without emojis before it."""
    found = set[str]()
    for message in catalogues.texts(catalogues.commands()):
        texts = message.id if isinstance(message.id, tuple | list) else (message.id,)
        for text in texts:
            found.update((text, re.sub(r"^\W+ (?=\w)", "", text)))
    return frozenset(found)


@cache
def settings() -> frozenset[str]:
    """Return the variables that somebody reads: settings, and those of scripts and Compose."""
    found = {name for name, _, _ in described_settings()}
    for name in _tracked():
        is_read = name.startswith(("scripts/", ".ci/", "tests/", "bot/", "engine/", "deploy/"))
        if (is_read or name == "compose.yaml") and not name.startswith("tests/docs/"):
            path = ROOT / name
            if path.suffix in (".py", "", ".sh", ".yaml", ".service"):
                found.update(re.findall(r"\bGIN_[A-Z_]+\b", path.read_text(encoding="utf-8")))
    return frozenset(found)


@cache
def definitions(file: str) -> frozenset[str]:
    """Return the functions, methods (``Class.method``) and classes of a module."""
    return frozenset(_defined(ast.parse((ROOT / file).read_text(encoding="utf-8")), ""))


def _defined(node: ast.AST, within: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{within}{child.name}"
            if isinstance(child, ast.ClassDef):
                yield from _defined(child, f"{within}{child.name}.")


def anchors(file: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    text = file.read_text(encoding="utf-8")
    return {
        re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", title).lower()).strip().replace(" ", "-")
        for title in re.findall(r"^#+ (.+)$", _CODE.sub("", text), re.MULTILINE)
    }


def known_values() -> frozenset[str]:
    """Return the names that rules give: options, presets."""
    return frozenset(OPTIONS) | frozenset(PRESETS)
