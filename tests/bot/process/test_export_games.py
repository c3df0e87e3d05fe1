"""`gin-bot export-games`: the file of open games, read by the ten lines of the documentation."""

import contextlib
import gzip
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game.presets import PRESETS
from engine.service.preferences import Prefs
from tests.service.world import ANN, BOB, World, open_world, sqlite_url
from tests.worlds.commands import ended, sentence_of
from tests.worlds.project import ROOT

pytestmark = pytest.mark.slow


async def played(url: str) -> World:
    """Two people publish a match that is over, in a world that stays open."""
    world = await open_world(url)
    for person in (ANN, BOB):
        await world.service.set_prefs(world.press(), person, Prefs(open_games=True))
    match = await world.match(rules=replace(PRESETS["standard"], target=10))
    await world.play(match, lambda now: now.is_over)
    return world


async def test_the_reader_of_the_documentation_reads_what_is_written_during_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await played(sqlite_url(tmp_path))
    file = tmp_path / "games.jsonl.gz"
    done = ended(tmp_path, "export-games", str(file))
    await world.service.close()
    assert done.returncode == 0, done.stderr
    assert f"{file}: 1 match (" in done.stdout
    assert [one.name for one in tmp_path.glob("gin-export-*")] == []
    page = (ROOT / "docs/host/open-games.md").read_text(encoding="utf-8")
    (reader,) = re.findall(r"```python\n(.+?)```", page, re.DOTALL)
    assert len(reader.strip().splitlines()) <= 10
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(reader, "reader", "exec"), {})  # noqa: S102 - the reader is ours
    assert re.search(r"^1 \('\d', '\d'\) \d+ ", printed.getvalue())


async def test_on_postgresql_too(tmp_path: Path, url: str) -> None:
    world = await played(url)
    file = tmp_path / "games.jsonl.gz"
    done = ended(tmp_path, "export-games", str(file), GIN_DATABASE_URL=url)
    await world.service.close()
    assert done.returncode == 0, done.stderr
    assert len(gzip.decompress(file.read_bytes()).splitlines()) == 2


async def test_a_file_that_is_there_and_one_that_cannot_be_are_refused(tmp_path: Path) -> None:
    await (await played(sqlite_url(tmp_path))).service.close()
    taken = tmp_path / "taken.gz"
    taken.write_bytes(b"mine")
    assert "is there already" in sentence_of(ended(tmp_path, "export-games", str(taken)), 3)
    assert taken.read_bytes() == b"mine"
    nowhere = tmp_path / "nowhere" / "games.gz"
    assert "cannot be written" in sentence_of(ended(tmp_path, "export-games", str(nowhere)), 3)
