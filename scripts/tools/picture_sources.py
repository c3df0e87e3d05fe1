"""What each picture of the documentation shows, and whether that has changed since it was taken.

``docs/pictures.json`` names the sources of every picture and has a digest of them, written when the
picture is taken. Comments, docstrings and the layout of the source do not count.
"""

import ast
import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final, TypedDict

ROOT: Final = Path(__file__).parents[2]
PICTURES: Final = ROOT / "docs" / "pictures"
MANIFEST: Final = ROOT / "docs" / "pictures.json"
_COMMENT: Final = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)


class Entry(TypedDict):
    """A picture: the globs of what it shows, and their digest when it was taken."""

    sources: list[str]
    digest: str


def manifest() -> dict[str, Entry]:
    """Return the entries by the names of the pictures' files."""
    found: dict[str, Entry] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return found


def files_of(globs: Iterable[str]) -> list[Path]:
    """Return the files that match; LookupError where a glob matches none."""
    files = set[Path]()
    for glob in globs:
        found = [file for file in ROOT.glob(glob) if file.is_file()]
        if not found:
            raise LookupError(f"nothing matches {glob}")
        files.update(found)
    return sorted(files)


def digest(globs: Iterable[str]) -> str:
    """Return the digest of what these sources show."""
    total = hashlib.sha256()
    for file in files_of(globs):
        text = file.read_text(encoding="utf-8")
        total.update(str(file.relative_to(ROOT)).encode())
        total.update((_bare(text) if file.suffix == ".py" else _without_comments(text)).encode())
    return total.hexdigest()[:16]


def note_taken(name: str) -> None:
    """Write the digest of a picture that has just been taken."""
    entries = manifest()
    entries[name]["digest"] = digest(entries[name]["sources"])
    text = json.dumps(entries, indent=2, sort_keys=True)
    MANIFEST.write_text(f"{text}\n", encoding="utf-8")


def _bare(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [one for one in body if not _is_docstring(one)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def _is_docstring(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _without_comments(text: str) -> str:
    return "".join(_COMMENT.sub("", text).split())
