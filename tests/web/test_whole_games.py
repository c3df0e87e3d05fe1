"""Whole games on pages, by what the pages offer."""

import random
from pathlib import Path
from typing import Any

import pytest

from bot.web.protocol.base import id_number
from engine.game.actions import RoundAction
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.view import SeatView
from engine.players import Level, choose
from engine.service import MatchId
from tests.seeds import SEED, times
from tests.web.pages import running_web
from tests.web.table_players import play_on
from tests.worlds.pages import begun as begun_match

LEAST_MOVES, MOST_MOVES = 5, 4000
ROUNDS = times(1)


class Here:
    """Computers that think in the test's own process."""

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        return choose(view, Level.NOVICE, seed)


def adds_up(view: dict[str, Any]) -> None:
    """The lines of a round's points are the points."""
    for table in view["tables"]:
        result = table["result"]
        if result is not None and result["winner"] is not None:
            winner = table["seats"].index(result["winner"])
            assert sum(line["points"] for line in result["score"]) == result["points"][winner]


@pytest.mark.slow
@pytest.mark.parametrize("preset", sorted(PRESETS))
async def test_every_preset_is_played_by_what_the_page_offers(tmp_path: Path, preset: str) -> None:
    chance = random.Random(SEED)
    async with running_web(tmp_path, people=1, chooser=Here()) as web:
        page = await web.page(0)
        begun = await page.ask("start", what="practice", preset=preset, level="novice")
        assert begun["outcome"] == "applied", begun
        match = begun["match"]
        await page.follow(match)
        moves = 0
        while moves < MOST_MOVES:
            view = page.tables[match]["view"]
            # Whoever sits out a round of three moves little in it.
            if view["round"] > ROUNDS and moves >= LEAST_MOVES:
                break
            adds_up(view)
            if await play_on(match, [page], chance) is None:
                break
            moves += 1
        view = page.tables[match]["view"]
        outcome = view["outcome"]
        assert outcome is None or outcome["reason"] == "finished", outcome
        assert outcome is not None or view["round"] > ROUNDS
        # A gin against a bad hand is a hundred points, which end a match in few moves.
        assert moves >= LEAST_MOVES or outcome is not None


@pytest.mark.slow
async def test_two_people_play_a_whole_match_on_pages(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    async with running_web(tmp_path, people=3) as web:
        match, alice, bob = await begun_match(web, preset="single")
        carol = await web.page(2)
        await carol.follow(match)
        for _ in range(MOST_MOVES):
            adds_up(carol.tables[match]["view"])
            if await play_on(match, [alice, bob], chance) is None:
                break
        for page in (alice, bob, carol):
            await page.until(lambda page=page: page.tables[match]["view"]["phase"] == "over")  # type: ignore[misc]
        view = carol.tables[match]["view"]
        winner = view["outcome"]["winner"]
        totals = view["sheet"]["totals"]
        assert totals[winner] == max(totals)
        live = await web.world.service.load(MatchId(id_number(match)))
        assert live is not None
        assert live.public().phase is MatchPhase.OVER
