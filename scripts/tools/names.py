"""``scripts/dev names``: names in engine and bot are plain, unique, and kept by imports.

Refuses the words that docs/design/glossary.md lists under "Not used in names" (stored columns are
excepted), a class name that stands twice in engine and bot, and imports that give our own modules
another name.
"""

import ast
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.store.schema import metadata

ROOT: Final = Path(__file__).resolve().parents[2]
GLOSSARY: Final = ROOT / "docs" / "design" / "glossary.md"
ROOMS: Final = ("engine", "bot")
_HEADING: Final = "## Not used in names"
_COLUMNS: Final = {column.name for table in metadata.tables.values() for column in table.columns}
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def refused_words(glossary: str) -> frozenset[str]:
    r"""Return the words in the first column of the table of words that are not used.

    >>> sorted(refused_words("## Not used in names\n| Not |\n|---|\n| a, b |"))
    ['a', 'b']
    """
    _, _, table = glossary.partition(_HEADING)
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    return frozenset(word.strip() for row in rows[2:] for word in row.split(","))


def modules() -> dict[str, Path]:
    """Return the modules of engine and bot by their names, without migrations."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).glob("**/*.py")):
            if "versions" not in path.parts:
                parts = path.relative_to(ROOT).with_suffix("").parts
                found[".".join(parts).removesuffix(".__init__")] = path
    return found


def refused_names(path: Path, refused: frozenset[str]) -> Iterator[str]:
    """Yield the names of a module that contain a refused word."""
    seen = set(_COLUMNS)
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.NAME and token.string not in seen:
            seen.add(token.string)
            words = {part.lower() for part in _PART.findall(token.string)} & refused
            if words:
                yield f"{path.relative_to(ROOT)}:{token.start[0]}: {token.string}"


def renaming_imports(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """Yield the imports that give one of our modules another name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                if name.asname and f"{node.module}.{name.name}" in known:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}: {name.name} as {name.asname}"


def classes_used_twice(known: dict[str, Path]) -> Iterator[str]:
    """Yield the public class names that stand in more than one module."""
    places = defaultdict(list)
    for name, path in known.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    for name, found in sorted(places.items()):
        if len(found) > 1:
            yield f"class {name}: {', '.join(found)}"


def main() -> int:
    """Print every fault; return 1 if there is one."""
    known = modules()
    refused = refused_words(GLOSSARY.read_text(encoding="utf-8"))
    faults = [fault for path in known.values() for fault in refused_names(path, refused)]
    faults += [fault for path in known.values() for fault in renaming_imports(path, known)]
    faults += classes_used_twice(known)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
