"""Two people at one table, each in a browser."""

from typing import Any

from tests.web.page.conftest import Opener
from tests.web.page.window import Window

Sizes = tuple[tuple[int, int], tuple[int, int]]


Names = tuple[str, str]


def sit_down_together(
    opened: Opener, sizes: Sizes, preset: str, names: Names = ("Alice", "Bob"), **options: Any
) -> tuple[Window, Window]:
    """One member challenges another in the lobby, and both go to their table."""
    first, second = (
        opened(name, size=size, **options) for name, size in zip(names, sizes, strict=True)
    )
    first.challenge(names[1], preset)
    second.accept()
    first.arrive()
    assert first.match() == second.match()
    return first, second
