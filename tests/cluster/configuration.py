"""The configuration of the cluster as docs/host/cluster.md has it: what is documented runs."""

import re
from functools import cache
from pathlib import Path
from typing import Final

ADDRESSES: Final = ("10.77.0.11", "10.77.0.12", "10.77.0.13")
"""The nodes of the example in the documentation."""
DATABASE_PORT: Final = 6432
"""Where HAProxy listens in the example."""
PASSWORD: Final = "known-to-nobody"
ASYNCHRONOUS: Final = {"synchronous_mode: true": "synchronous_mode: false"}
"""A mistake that has to be found: the leader waits for nobody."""
_PAGE: Final = Path(__file__).parents[2] / "docs" / "host" / "cluster.md"


@cache
def documented(file: str) -> str:
    """Return the example of a configuration file, which names the file in its first line."""
    blocks: list[str] = re.findall(r"^```\w*\n(.*?)^```$", _PAGE.read_text("utf-8"), re.M | re.S)
    found = [block for block in blocks if block.startswith(f"# {file}")]
    if len(found) != 1:
        raise LookupError(f"{_PAGE.name} has {len(found)} examples of {file}")
    return found[0]


def filled(text: str, **values: str) -> str:
    """Return a configuration with the placeholders and folders of one node."""
    for old, new in values.items():
        text = text.replace(old, new)
    return text


def environment(text: str) -> dict[str, str]:
    """Return the variables of a file such as /etc/default/etcd."""
    lines = (line.partition("=") for line in text.splitlines() if not line.startswith("#"))
    return {name: value.strip('"') for name, equals, value in lines if equals}
