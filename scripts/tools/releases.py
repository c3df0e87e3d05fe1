"""Whether a release is in order, and what it publishes besides its packages."""

import argparse
import fnmatch
import re
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
_TAG = re.compile(r"v(\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?)")


def faults(tag: str, root: Path = ROOT) -> list[str]:
    """Return a sentence for everything that speaks against a release under this tag."""
    found = _TAG.fullmatch(tag)
    if found is None:
        return [f"The tag {tag} is not v and a version, such as v1.0.0 or v1.0.0rc1."]
    version = found[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    package = (root / "bot" / "__init__.py").read_text(encoding="utf-8")
    own = re.search(r'^__version__ = "(.*)"$', package, re.MULTILINE)
    versions = {"pyproject.toml": project["version"], "bot/__init__.py": own[1] if own else "none"}
    wrong = [
        f"{place} has the version {other}, and the tag is {tag}."
        for place, other in versions.items()
        if other != version
    ]
    entry, log = _entry(version, root), root / "CHANGELOG.md"
    if entry is None:
        wrong.append(f"{log.name} has no heading '## [{version}] - YYYY-MM-DD'.")
    elif not entry:
        wrong.append(f"{log.name} says nothing below the heading of {version}.")
    if _entry("Unreleased", root):
        wrong.append(f"{log.name} still lists changes as unreleased; move them to {version}.")
    return wrong


def _entry(version: str, root: Path) -> str | None:
    """Return the changelog's text for a version, ``None`` if it has no heading with its date."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    date = "" if version == "Unreleased" else r" - \d{4}-\d\d-\d\d"
    found = re.search(
        rf"^## \[{re.escape(version)}\]{date}$(.*?)(?=^## |^\[|\Z)", text, re.MULTILINE | re.DOTALL
    )
    return None if found is None else found[1].strip()


_NEEDED: Final = (
    "bot/web/static/*.html",
    "bot/assets/*",
    "bot/locales/*.po",
    "engine/*.py",
    "*.dist-info/licenses/LICENSE",
)
_FOLDERS: Final = ("bot/*", "engine/*", "*.dist-info/*")
_NEEDLESS: Final = ("bot/web/page/*", "*/glossary.toml")


def faults_of_wheel(wheel: Path) -> list[str]:
    """Return a sentence for each part that a wheel lacks or should not have."""
    names = zipfile.ZipFile(wheel).namelist()
    wrong = [
        f"{wheel.name} lacks {pattern}."
        for pattern in _NEEDED
        if not fnmatch.filter(names, pattern)
    ]
    for name in names:
        is_ours = any(fnmatch.fnmatchcase(name, one) for one in _FOLDERS)
        if not is_ours or any(fnmatch.fnmatchcase(name, one) for one in _NEEDLESS):
            wrong.append(f"{wheel.name} holds {name}, which nothing runs.")
    return wrong


def with_addresses(project: str, repository: str) -> str:
    """Return a ``pyproject.toml`` with the addresses of the repository that releases it."""
    places = {
        "Homepage": "",
        "Documentation": "/tree/main/docs",
        "Changelog": "/blob/main/CHANGELOG.md",
        "Issues": "/issues",
        "Source": "",
    }
    lines = [f'{name} = "{repository}{path}"\n' for name, path in places.items()]
    return project.replace(
        "[project.scripts]\n", f"[project.urls]\n{''.join(lines)}\n[project.scripts]\n"
    )


def for_strangers(compose: str, image: str) -> str:
    """Return a ``compose.yaml`` that pulls an image where none is set, and needs no clone."""
    return compose.replace("    build: .\n", "").replace(
        "${GIN_IMAGE:-gin-rummy-bot}", f"${{GIN_IMAGE:-{image}}}"
    )


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("check", "notes", "wheel", "urls", "compose"))
    parser.add_argument("what", help="the tag, the file of a wheel, an address, or an image")
    given = parser.parse_args()
    match given.command:
        case "notes":
            print(_entry(given.what.removeprefix("v"), ROOT) or "")
            return 0
        case "urls":
            file = ROOT / "pyproject.toml"
            text = with_addresses(file.read_text(encoding="utf-8"), given.what)
            file.write_text(text, encoding="utf-8")
            return 0
        case "compose":
            text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
            print(for_strangers(text, given.what), end="")
            return 0
    is_wheel = given.command == "wheel"
    wrong = faults_of_wheel(Path(given.what)) if is_wheel else faults(given.what)
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
