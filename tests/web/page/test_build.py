"""The built page is what its sources make, and light enough for a slow line."""

import gzip
import re
import subprocess
from pathlib import Path

import pytest

from bot.web.files import SENTENCES
from scripts.tools import page_icons
from scripts.tools.page_faces import PALETTE, SUITS, palette_css, suits_ts
from tests.browser.playground_page import ROOT

PAGE = ROOT / "bot" / "web" / "page"
STATIC = ROOT / "bot" / "web" / "static"
MOST_BYTES = 150_000


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.slow
def test_the_committed_page_is_what_its_sources_make(tmp_path: Path) -> None:
    subprocess.run([ROOT / "scripts" / "page", tmp_path / "static"], check=True, timeout=280)
    built, kept = contents(tmp_path / "static"), contents(STATIC)
    assert built.keys() == kept.keys()
    assert [name for name in built if built[name] != kept[name]] == []


def test_the_page_is_at_most_150_kilobytes_without_pictures() -> None:
    files = [STATIC / "index.html", *STATIC.glob("assets/*.js"), *STATIC.glob("assets/*.css")]
    assert len(files) >= 4
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= MOST_BYTES


def test_the_page_asks_for_nothing_elsewhere_and_has_no_inline_code() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert addresses
    assert all((STATIC / address).is_file() for address in addresses)
    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    assert not any(re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL))
    for style in STATIC.glob("assets/*.css"):
        assert "//" not in re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"))


def test_the_sentence_for_old_browsers_and_the_docs_name_the_versions_that_are_built_for() -> None:
    build = (PAGE / "build.mjs").read_text(encoding="utf-8")
    built_for = re.findall(r'"(?:chrome|firefox|safari)([0-9.]+)"', build)
    assert len(built_for) == 3
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    [sentence] = [one for one in SENTENCES if "too old" in one]
    assert sentence in page
    page_of_reasons = ROOT / "docs" / "design" / "decisions" / "card-table.md"
    for text in (sentence, page_of_reasons.read_text(encoding="utf-8")):
        found = re.search(
            r"Chrome and Edge .*?([0-9.]+), Firefox .*?([0-9.]+), Safari .*?([0-9.]+[0-9])", text
        )
        assert found is not None
        assert list(found.groups()) == built_for


def test_the_lock_names_no_registry_and_holds_a_hash_of_every_package() -> None:
    lock = (PAGE / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assert lock.count('"node_modules/') == lock.count('"integrity"') > 0


def test_cards_have_the_colours_and_suits_of_the_pictures_in_chat() -> None:
    note = "write them with `scripts/dev page_faces`"
    assert PALETTE.read_text(encoding="utf-8") == palette_css(), note
    assert SUITS.read_text(encoding="utf-8") == suits_ts(), note


def test_the_icons_are_the_sign_of_the_page(tmp_path: Path) -> None:
    page_icons.main(tmp_path)
    drawn = contents(tmp_path)
    assert sorted(drawn) == ["icon-192.png", "icon-512.png", "icon-maskable-512.png"]
    for name, data in drawn.items():
        assert data == (PAGE / "pictures" / name).read_bytes(), "run scripts/dev page_icons"


def test_the_worker_keeps_the_files_of_the_first_load() -> None:
    worker = (STATIC / "sw.js").read_text(encoding="utf-8")
    shell = re.findall(r'"(assets/[^"]+)"', worker)
    assert all((STATIC / name).is_file() for name in shell)
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    first = set(re.findall(r'(?:src|href)="(assets/[^"]*[.](?:js|css|woff2))"', page))
    assert first <= set(shell)
    assert not any("discord" in name for name in shell), "the SDK is loaded in Discord only"
