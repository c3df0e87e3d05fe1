"""The same journey by gateway and by webhook: a challenge, accepted, and a round by presses."""

from pathlib import Path

import pytest

from tests.bot.webhook.running import reached
from tests.wire.messages import Message
from tests.worlds.either_way import (
    MOST_PRESSES,
    named,
    play,
    seated,
)

pytestmark = pytest.mark.slow


def round_is_over(panels: dict[int, Message]) -> bool:
    return any(named(panel, "Ready for") is not None for panel in panels.values())


@pytest.mark.parametrize(
    ("gateway", "by_webhook"),
    [pytest.param(True, False, marks=pytest.mark.night), (False, True)],
    ids=["gateway", "webhook alone"],
)
async def test_a_round_is_played_through_either_way(
    tmp_path: Path, gateway: bool, by_webhook: bool
) -> None:
    async with reached(tmp_path, gateway=gateway, by_webhook=by_webhook) as bot:
        panels = await seated(bot)
        made: list[str] = []
        while not round_is_over(panels):
            assert len(made) < MOST_PRESSES, made
            made += await play(bot, panels)
        actions = [one.rpartition(":")[2] for one in made if one.startswith("g1:p:")]
        assert "s" in actions, "somebody drew from the stock"
        assert any(action.startswith("d") for action in actions), "somebody discarded"
        assert bool(bot.discord.gateway.identifies) is gateway
