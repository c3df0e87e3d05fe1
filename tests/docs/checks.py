"""What is looked for on each page. Every check returns what it objects to."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from tests.docs.pages import (
    DOCS,
    ROOT,
    Page,
    anchors,
    commands,
    definitions,
    english,
    files,
    known_values,
    settings,
    words_of_the_code,
)

_COMMAND: Final = re.compile(r"/(?:gin-admin|gin)\b(?: [a-z][a-z-]*)?")
_LABEL: Final = re.compile(r"\*\*([^*]+)\*\*(.?)")
_DISCORDS: Final = frozenset({"Add App", "Add to my apps"})
"""Labels of Discord itself, which people press in bold."""
_ENDING: Final = (
    *(".py", ".ts", ".tsx", ".md", ".css", ".svg", ".webp", ".sh", ".service", ".z", ".txt"),
    *(".toml", ".yml", ".yaml", ".json", ".mjs", ".c", ".h", ".example"),
)
_PATH: Final = re.compile(r"^[\w.-]+(?:/[\w.-]+)*/?$")
_NAME: Final = re.compile(r"^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(.*\))?$")
_FOLDERS: Final = ("scripts/", "tests/", "bot/", "engine/", "docs/", "benchmarks/", ".ci/")
_FOREIGN: Final = frozenset(
    {
        *(".env", "gin.db", "gin.env"),  # files that people have
        *("DynamicItem", "USE_EXTERNAL_APPS", "on_interaction"),  # discord.py's and Discord's
        *("innerHTML", "sessionStorage", "localStorage"),  # a browser's
        *("ignore_startup_parameters", "pg_basebackup", "pg_backend_pid()", "pg_dump"),
        "process_virtual_memory_bytes",  # the Prometheus client's
        *("msgid_plural", "_italics_", "like_this=value"),
    }
)
"""What is not of this repository."""


def dead_commands(page: Page) -> list[str]:
    """Slash commands that do not exist, and options that no command has."""
    options = frozenset().union(*commands().values())
    found = []
    for quoted in page.quoted():
        for command in _COMMAND.findall(quoted):
            if quoted.startswith("/") and command not in commands():
                found.append(command)
        option = re.match(r"^([a-z_]+):(?: \w.*)?$", quoted)
        if option and page.name.startswith(WITH_OPTIONS) and option[1] not in options:
            found.append(quoted)
    return found


def dead_commands_in(texts: Iterable[str]) -> list[str]:
    """Slash commands in the catalogue's texts that do not exist."""
    found = [command for text in texts for command in re.findall(r"`(/gin[a-z -]*)", text)]
    return [one for one in found if " ".join(one.split()[:2]) not in commands()]


def dead_labels(page: Page) -> list[str]:
    """Bold buttons and menus that the program does not have.

    Bold text that begins a line or a cell and explains itself (``**Gin**: …``, ``**Note.** …``), or
    fills its cell, is a lead-in, and what begins with a small letter is a term.
    """
    found = []
    for match in _LABEL.finditer(page.prose):
        text, after = " ".join(match[1].split()), match[2]
        is_lead = _line_before(match).strip(" -*|0123456789.") == "" and (
            after in (":", "(", ",") or text.endswith((".", "?", ":")) or _fills_cell(match)
        )
        if text[0].isalpha() and text[0].isupper() and not is_lead:
            found += [] if text in english() | _DISCORDS else [text]
    return found


def _line_before(match: re.Match[str]) -> str:
    """Return what stands before a match, from the beginning of its line or cell."""
    line = match.string[: match.start()].rpartition("\n")[2]
    return line.rpartition("|")[2]


def _fills_cell(match: re.Match[str]) -> bool:
    rest = match.string[match.end(2) - len(match[2]) :].partition("\n")[0]
    return rest.lstrip().startswith("|")


def dead_settings(page: Page) -> list[str]:
    """Environment variables that nobody reads."""
    named = re.findall(r"\b(?:GIN|DISCORD)_[A-Z_]*[A-Z]\b", page.text)
    return [name for name in named if name not in settings() and f"{name}_" not in page.text]


def dead_code(page: Page) -> list[str]:
    """Files, folders, tests, modules, functions and options in backticks that do not exist."""
    return [quoted for quoted in page.quoted() if _is_dead(quoted)]


def _is_dead(quoted: str) -> bool:
    first = quoted.split(" ", maxsplit=1)[0]
    if first in _FOREIGN or re.search(r"(?:^|/)[A-Z]{3,}(?:/|$)", first):
        return False
    if re.match(r"^[a-z_]+=\w", first):
        return first.partition("=")[0] not in known_values() | words_of_the_code()
    file, _, test = first.partition("::")
    if test.startswith("test_"):
        return (bool(file) and not _is_file(file)) or test not in words_of_the_code()
    if not _PATH.match(first):
        return bool(_NAME.match(quoted)) and _is_code(quoted) and not _is_known(quoted)
    if first.startswith(_FOLDERS):
        return not _is_file(first)
    if first.endswith(_ENDING) and " " not in quoted:
        return not _is_file(first)
    return bool(_NAME.match(quoted)) and _is_code(quoted) and not _is_known(quoted)


def _is_known(name: str) -> bool:
    """Whether each part of a name occurs in the code, in a setting, or in a documented file."""
    known = words_of_the_code() | settings()
    parts = name.partition("(")[0].split(".")
    return all(part in known or part.removesuffix("_total") in known for part in parts)


def _is_code(text: str) -> bool:
    """Whether a name is one of the code: with an underscore, a capital inside, or called."""
    return "_" in text or text.endswith(")") or bool(re.search(r"[a-z][A-Z]", text))


def _is_file(name: str) -> bool:
    tail = f"/{name}"
    return (
        name in files()
        or f"{name}/" in files()
        or any(one.endswith((tail, f"{tail}/")) for one in files())
    )


def dead_links(page: Page) -> list[str]:
    """Links to files and headings that are not there."""
    found = []
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", page.prose)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.file.parent / name).resolve() if name else page.file
        # The site holds docs/ only, so its pages link to nothing else.
        leaves = page.file.is_relative_to(DOCS) and not file.is_relative_to(DOCS)
        if not file.exists() or leaves or (anchor and anchor not in anchors(file)):
            found.append(target)
    return found


def dead_pictures(page: Page) -> list[str]:
    """Pictures that are not there, or have no words for those who do not see them."""
    shown = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", page.prose)
    return [to for words, to in shown if not words or not (page.file.parent / to).exists()]


def dead_steps(page: Page) -> list[str]:
    """Rows of a table with a file and a function that the file does not have."""
    rows = re.findall(r"^\| \d+ \| `([^`]+)` \| `([^`]+)` \|", page.text, re.MULTILINE)
    found = []
    for file, function in rows:
        if not (ROOT / file).is_file() or function not in definitions(file):
            found.append(f"{file}: {function}")
    return found


CHECKS: Final[dict[str, Callable[[Page], list[str]]]] = {
    "commands": dead_commands,
    "labels": dead_labels,
    "settings": dead_settings,
    "code": dead_code,
    "links": dead_links,
    "pictures": dead_pictures,
    "steps": dead_steps,
}
WITH_LABELS: Final = ("docs/play/", "docs/host/", "docs/rules/", "README.md", ".github/")
"""Where bold text quotes what people press; elsewhere it stresses."""
WITH_OPTIONS: Final = ("docs/play/", "docs/rules/", "README.md")
"""Where `rules: standard` is typed after a command; elsewhere it may be the line of a file."""
