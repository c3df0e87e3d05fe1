"""What the last night found is mended before anything else is merged."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import night


def test_no_failure_of_the_last_night_is_open() -> None:
    assert [one.name for one in night.open_failures()] == []


def test_what_fails_is_run_again_until_it_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure of a test and one of a long run are written with what repeats them."""
    monkeypatch.setattr(night, "RESULT", tmp_path / "night.json")
    flag = tmp_path / "mended"
    broken = night.Failure("broken", ("-c", f"open({str(flag)!r})"))
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="tests.it" name="test_a[1]"><failure/>'
        '</testcase><testcase classname="tests.it" name="test_b"/></testsuite></testsuites>'
    )
    assert night.failed_tests(report) == ["tests/it.py::test_a[1]"]
    night.write([broken])
    assert night.main(["--again"]) == 1
    assert night.open_failures() == [night.Failure("broken", list(broken.arguments))]
    flag.touch()
    assert night.main(["--again"]) == 0
    assert night.open_failures() == []


def test_the_parts_of_a_night_are_the_whole_night_and_share_nothing() -> None:
    whole, parts = night.Part(), [night.Part.read(f"{number}/6") for number in range(1, 7)]
    assert "tests/test_night.py" in whole.paths
    assert sorted(path for one in parts for path in one.paths) == sorted(whole.paths)
    long_runs = [each.name for one in parts for each in one.long_runs]
    assert sorted(long_runs) == sorted(night.LONG_RUNS)


@pytest.mark.parametrize("text", ["0/6", "7/6", "2", "2/", "a/6"])
def test_a_part_that_there_is_not_is_refused(text: str) -> None:
    with pytest.raises(SystemExit):
        night.main(["--part", text])


def test_a_part_keeps_what_failed_in_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(night, "RESULT", tmp_path / "night.json")
    monkeypatch.setattr(night, "LONG_RUNS", {"mine": ("-c", ""), "another's": ("-c", "")})
    part = night.Part.read("1/2")
    mine, others = (f"{night.Part.read(text).paths[0]}::test_a" for text in ("1/2", "2/2"))
    asked: list[Sequence[str]] = []

    def all_pass(_: int, paths: Sequence[str]) -> list[night.Failure]:
        asked.append(paths)
        return []

    monkeypatch.setattr(night, "all_tests", all_pass)
    night.write([night.Failure(name, ["-c", ""]) for name in (mine, others, "mine", "another's")])
    assert night.main(["--part", "1/2"]) == 1
    assert [one.name for one in night.open_failures()] == [others, "another's"]
    assert asked == [part.paths]
