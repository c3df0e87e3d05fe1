"""What the last night found is mended before anything else is merged."""

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
