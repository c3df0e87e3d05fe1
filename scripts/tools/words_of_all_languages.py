"""``scripts/words``: keep the catalogues in step with the code, and pass texts to translators.

``check`` looks for broken translations; ``check --complete``, which main has to pass, also demands
that nothing is left to translate. ``missing LANGUAGE`` prints the texts that are untranslated, or
were translated from an earlier English text, as JSON: a list of ``{"context", "id", "plural",
"string"}``; ``fill LANGUAGE FILE`` takes the same list back with the strings (a list of forms where
there is a plural).
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog

from scripts.tools import catalogues


def main() -> int:
    """Run one of the commands; return 1 if a catalogue is not complete."""
    parser = argparse.ArgumentParser(prog="scripts/words", description=__doc__)
    parser.add_argument("command", choices=("update", "check", "missing", "fill"))
    parser.add_argument("language", nargs="?", choices=catalogues.languages())
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--complete", action="store_true", help="check: nothing is left to do")
    asked = parser.parse_args()
    if asked.command in ("missing", "fill") and asked.language is None:
        languages = ", ".join(catalogues.languages())
        parser.error(f"{asked.command} needs one of the languages {languages}")
    if asked.command == "fill" and asked.file is None:
        parser.error("fill needs the file that `missing` printed, with the translations")
    template = catalogues.texts(catalogues.commands())
    match asked.command:
        case "update":
            catalogues.update(template)
        case "check":
            return _check(template, is_complete=asked.complete)
        case "missing":
            print(json.dumps(_missing(asked.language), ensure_ascii=False, indent=0))
        case _:
            _fill(asked.language, json.loads(asked.file.read_text(encoding="utf-8")))
    return 0


def _check(template: Catalog, *, is_complete: bool) -> int:
    faults = 0
    for language in catalogues.languages():
        catalogue = catalogues.load(language)
        found, left = catalogues.faults(catalogue), catalogues.gaps(template, catalogue)
        if is_complete:
            found += left
        elif left:
            print(f"{language}: {len(left)} texts are left to whoever translates", file=sys.stderr)
        found += catalogues.misnomers(catalogue, catalogues.glossary_of(language))
        for fault in found:
            print(f"{language}: {fault}", file=sys.stderr)
            faults += 1
    return 1 if faults else 0


def _missing(language: str) -> list[dict[str, object]]:
    wanted: list[dict[str, object]] = []
    for message in catalogues.messages(catalogues.load(language)):
        if catalogues.is_current(message):
            continue
        one, plural = message.id if isinstance(message.id, tuple) else (message.id, None)
        found = {"context": message.context, "id": one, "plural": plural, "string": message.string}
        wanted.append({key: value for key, value in found.items() if value is not None})
    return wanted


def _fill(language: str, given: list[dict[str, Any]]) -> None:
    catalogue = catalogues.load(language)
    for one in given:
        message = catalogue.get(one["id"], one.get("context"))
        if message is None:
            print(f"not a text of the catalogue: {one['id']!r}", file=sys.stderr)
            continue
        string = one["string"]
        catalogues.translate(message, tuple(string) if isinstance(string, list) else string)
    catalogues.save(catalogue, language)


if __name__ == "__main__":
    sys.exit(main())
