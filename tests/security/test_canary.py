"""Matches on the real bot: nobody is sent, and nothing writes down, a card they may not know."""

import logging
import os
from pathlib import Path

import pytest

from bot.match import board as tables
from bot.match.hand import handlers
from bot.ui.screen import Screen, Text
from bot.wording.cards import short
from engine.game.cards import cards_of
from engine.service import LiveMatch
from tests.journeys.people import Person
from tests.journeys.world import World, running_world
from tests.security.listening import Listener
from tests.worlds.tables import live_match, seated

PRESETS = (
    "single",
    pytest.param("oklahoma", marks=pytest.mark.slow),
    pytest.param("mahjong", marks=pytest.mark.slow),
)
MATCHES = int(os.environ.get("GIN_CANARY_MATCHES", "1"))
"""Matches of each preset; `scripts/dev canary` plays more of them."""
PRESSES = int(os.environ.get("GIN_CANARY_PRESSES", "30"))


async def played(
    world: World, preset: str, presses: int, caplog: pytest.LogCaptureFixture
) -> Listener:
    """So many presses of two people, a third watching, with everything listened to."""
    people, table = await seated(world, 11, rules=preset)
    await world.press(world.members[2], table, "Watch")
    listener = Listener(world, await live_match(world))
    await listener.listen()
    logged = len(caplog.records)
    for _ in range(presses):
        movers = [one for one in people if one.may_move]
        live = await world.service.load(listener.match)
        if live is None or live.is_over or not movers:
            break
        await _do(movers[0])
        await listener.listen()
        for record in caplog.records[logged:]:
            if record.name.startswith(("bot", "engine", "sqlalchemy")):
                listener.judge_text(f"log {record.name}", record.getMessage())
        logged = len(caplog.records)
    listener.judge_text("metrics", world.bot.parts.messenger.metrics.text().decode())
    return listener


async def _do(person: Person) -> None:
    await person.take_turn()


@pytest.mark.slow
@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("preset", PRESETS)
async def test_no_payload_and_no_log_line_tells_a_hidden_card(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, preset: str, number: int
) -> None:
    caplog.set_level(logging.DEBUG)
    async with running_world(tmp_path, people=3) as world:
        listener = await played(world, preset, PRESSES, caplog)
        assert listener.leaks == []
        assert listener.heard > 30
        found = await world.members[2].autocomplete(world.channel, "gin rules", "rules", "o")
        listener.judge_text("autocomplete", str(found))
        assert listener.leaks == []


async def test_a_panel_that_shows_the_opponents_hand_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = tables.panel_of

    def leaking(
        reader: object, board: object, live: LiveMatch, seat: int, *rest: object, **more: object
    ) -> Screen:
        screen = honest(reader, board, live, seat, *rest, **more)  # type: ignore[arg-type]
        other = next(player.seat for player in live.players if player.seat != seat)
        cards = " ".join(short(one) for one in cards_of(live.view(other).hand))
        return Screen((*screen.parts, Text(cards)), screen.accent)

    monkeypatch.setattr(handlers, "panel_of", leaking)
    async with running_world(tmp_path, people=3) as world:
        listener = await played(world, "single", 4, caplog)
    assert listener.leaks


async def test_a_log_line_with_a_drawn_card_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = handlers.show_panel
    caplog.set_level(logging.DEBUG)

    async def talking(
        chat: object, ctx: object, live: LiveMatch, *rest: object, **more: object
    ) -> None:
        seat = live.public().seats[0]
        hand = " ".join(short(one) for one in cards_of(live.view(seat).hand))
        logging.getLogger("bot.match.hand.handlers").debug("showing %s", hand)
        await honest(chat, ctx, live, *rest, **more)  # type: ignore[arg-type]

    for module in (handlers, handlers):
        monkeypatch.setattr(module, "show_panel", talking)
    async with running_world(tmp_path, people=3) as world:
        listener = await played(world, "single", 3, caplog)
    assert any(leak.startswith("log bot") for leak in listener.leaks)
