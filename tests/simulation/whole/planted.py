"""Mistakes that the bot could have made."""

from collections.abc import Callable
from typing import Final

import pytest

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: Final[dict[str, Plant]] = {}
