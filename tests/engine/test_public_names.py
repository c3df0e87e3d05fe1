"""Every name that a package says it exports is there."""

import importlib
import pkgutil

import pytest

import bot
import engine

PACKAGES = sorted(
    {
        one.name
        for root in (bot, engine)
        for one in (
            pkgutil.ModuleInfo(None, root.__name__, ispkg=True),  # type: ignore[arg-type]
            *pkgutil.walk_packages(root.__path__, f"{root.__name__}."),
        )
        if one.ispkg
    }
)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_can_be_imported(package: str) -> None:
    module = importlib.import_module(package)
    missing = [name for name in getattr(module, "__all__", ()) if not hasattr(module, name)]
    assert missing == []


def test_all_public_names_can_be_imported_at_once() -> None:
    found: dict[str, object] = {}
    exec("from engine import *", found)  # noqa: S102
    assert engine.__all__
    assert found.keys() >= set(engine.__all__)
