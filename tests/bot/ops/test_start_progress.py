"""How long the start takes is said until it is over, also where there is no terminal."""

import time

import pytest

from bot.ops import start_progress
from bot.ops.start_progress import StartProgress


@pytest.mark.real_time
def test_lines_are_written_until_the_start_is_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start_progress, "LINE_S", 0.01)
    said = StartProgress("Starting Gin")
    said.start()
    written = ""
    while written.count("\n") < 3:
        time.sleep(0.01)
        written += capsys.readouterr().err
    assert written.startswith("Starting Gin ...\n")
    said.stop()
    said.stop()
    capsys.readouterr()
    time.sleep(0.05)
    assert capsys.readouterr().err == ""


def test_nothing_is_written_where_nobody_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    StartProgress("Starting Gin").stop()
    assert capsys.readouterr().err == ""
