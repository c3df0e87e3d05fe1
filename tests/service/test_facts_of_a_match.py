"""Each fact of a match is declared in one place, from which others take it."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from engine.service.match_setup import MatchSetup, TableMessage
from tests.worlds.project import ROOT

FACTS: Final = {field.name for of in (MatchSetup, TableMessage) for field in fields(of)}
MOST: Final = 5
"""What an event, an interaction or a screen needs of them for itself."""


def declared() -> Iterator[tuple[str, set[str]]]:
    """Yield the name of every class, with the facts that are its fields or its properties."""
    for path in (*(ROOT / "engine/service").rglob("*.py"), *(ROOT / "bot").rglob("*.py")):
        for one in ast.walk(ast.parse(path.read_text())):
            if isinstance(one, ast.ClassDef):
                names = {name for line in one.body for name in _names(line)}
                yield one.name, FACTS & {name.removesuffix("_id").strip("_") for name in names}


def _names(line: ast.stmt) -> Iterator[str]:
    match line:
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.FunctionDef(name=name, decorator_list=[ast.Name(id="property")]):
            yield name


def test_no_other_type_declares_them_again() -> None:
    found = dict(declared())
    assert found.pop("MatchSetup") | found.pop("TableMessage") == FACTS
    assert {name: facts for name, facts in found.items() if len(facts) > MOST} == {}
