"""The page's types are those of the protocol."""

from scripts.tools.web_types import FILE, typescript


def test_the_types_of_the_page_are_those_of_the_protocol() -> None:
    assert FILE.read_text(encoding="utf-8") == typescript(), (
        "write them with `scripts/dev web_types`"
    )
