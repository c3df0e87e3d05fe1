"""What a stranger has: the page about fair deals, with its test vectors and its verifier."""

import json
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "play" / "fair-deals.md"
Case = dict[str, object]


def _block(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n```\w+\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def vectors() -> list[Case]:
    """Return the test vectors of the page."""
    cases: list[Case] = json.loads(_block("vectors"))
    return cases


def wrong(cases: list[Case], folder: Path) -> list[str]:
    """Return the labels of the cases that the page's verifier calls wrong."""
    program, file = folder / "check.py", folder / "cases.json"
    program.write_text(_block("verifier"), "utf-8")
    file.write_text(json.dumps(cases), "utf-8")
    command = [sys.executable, "-I", str(program), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=250)
    lines = done.stdout.splitlines()
    assert len(lines) == len(cases)
    return [line.removesuffix(" is WRONG") for line in lines if line.endswith(" is WRONG")]
