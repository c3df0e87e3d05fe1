"""How long it stays quiet, over midnight too."""

import pytest

from bot.match.turn_pings import quiet_minutes

NIGHT = (22 * 60, 7 * 60)
NOON = (12 * 60, 13 * 60)


@pytest.mark.parametrize(
    ("hours", "minute", "left"),
    [
        (NIGHT, 22 * 60, 540),
        (NIGHT, 23 * 60, 480),
        (NIGHT, 0, 420),
        (NIGHT, 7 * 60 - 1, 1),
        (NIGHT, 7 * 60, 0),
        (NIGHT, 22 * 60 - 1, 0),
        (NOON, 12 * 60 + 59, 1),
        (NOON, 13 * 60, 0),
        (NOON, 11 * 60, 0),
        ((60, 60), 60, 0),
    ],
)
def test_quiet_minutes(hours: tuple[int, int], minute: int, left: int) -> None:
    assert quiet_minutes(hours, minute) == left
