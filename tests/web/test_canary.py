"""No frame of a socket tells its reader a card that they may not know."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from bot.match.page import public, seat
from bot.ui.custom_id import parse_custom_id
from bot.web.protocol.base import id_number
from engine.game.cards import Card, card, card_text
from engine.service import MatchId
from tests.journeys.cards_seen import cards_in, strings
from tests.security.listening import Listener
from tests.seeds import SEED
from tests.web.pages import WebWorld, running_web
from tests.web.table_players import play_on
from tests.worlds.pages import begun

_CARD = re.compile(r"[A2-9TJQK][CDHS]")
_ACTION = re.compile(r"[a-zA-Z]?[0-9]?([A2-9TJQK][CDHS][0-9/:]*)+")
MOVES = 60


def told(frame: str) -> set[Card]:
    """Every card that a frame names: in words, with signs, in notation, in custom ids."""
    named: set[Card] = set()
    for text in strings(json.loads(frame)):
        named |= cards_in(text)
        press = parse_custom_id(text)
        action = text if press is None else press.what
        if press is not None or _ACTION.fullmatch(action):
            named |= {card(found) for found in _CARD.findall(action)}
    return named


async def judged(web: WebWorld, preset: str) -> tuple[list[str], int]:
    """What was told that should not be, and how many frames were searched."""
    chance = random.Random(SEED)
    match, alice, bob = await begun(web, preset=preset)
    carol = await web.page(2)
    await carol.follow(match)
    listener = Listener(web.world, MatchId(id_number(match)))
    searched, leaks = 0, []
    for _ in range(MOVES):
        if await play_on(match, [alice, bob], chance) is None:
            break
        version = alice.tables[match]["version"]
        await carol.until(lambda version=version: carol.tables[match]["version"] >= version)  # type: ignore[misc]
        await listener.listen()
        new, web.frames[:] = list(web.frames), []
        live = await web.world.service.load(listener.match)
        assert live is not None
        if live.is_over or any(table.facts is not None for table in live.public().tables):
            continue  # its hands lie open
        for who, frame in new:
            searched += 1
            stray = told(frame) - listener.may_know(web.user(who))
            if stray:
                leaks.append(f"{who} is told {sorted(stray)}")
    return leaks, searched


@pytest.mark.parametrize("preset", ["single", pytest.param("mahjong", marks=pytest.mark.slow)])
async def test_no_frame_tells_a_hidden_card(tmp_path: Path, preset: str) -> None:
    async with running_web(tmp_path, people=3) as web:
        leaks, searched = await judged(web, preset)
        assert leaks == []
        assert searched > MOVES


@pytest.mark.slow
async def test_a_public_view_with_a_hand_in_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = public.match_state

    def leaking(reader: Any, board: Any, live: Any) -> Any:
        hand = seat.seat_state(reader, board, live, live.players[0].seat).hand
        return honest(reader, board, live).model_copy(update={"title": card_text(hand[0])})

    monkeypatch.setattr("bot.web.connection.match_state", leaking)
    async with running_web(tmp_path, people=3) as web:
        leaks, _ = await judged(web, "single")
        assert leaks
