"""A step of a replay, and a position of Ask, are played on against a computer."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.ui.custom_id import base36
from engine.game.actions import Resign
from engine.game.card_reader import parse_cards
from engine.game.cards import card_set
from engine.game.replay import watched
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, MatchCommand, MatchId, UserId
from tests.journeys.paths import ask
from tests.journeys.played import play_round, play_until
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.service.world import existing
from tests.worlds.tables import assert_fits, live_match, seated

HAND = "5H 6H 7H 4C 4D 4S QS QD QC 7S K♦"


async def replay_of(world: World, match: MatchId, who: int) -> Shown:
    done = await world.slash(world.members[who], "replay", match=base36(match))
    assert_fits(done.response.components)
    return shown(done.response, done.response.components)


def menus(view: Shown, word: str) -> list[dict[str, Any]]:
    return [one for one in view.menus if re.search(rf":{word}-", one["custom_id"])]


async def begun(world: World, who: int, view: Shown, word: str) -> LiveMatch:
    """The match that begins when the menu is used."""
    known = {one.id for one in await world.service.running()}
    custom_id = menus(view, word)[0]["custom_id"]
    await world.members[who].select(view.message, ["novice"], custom_id=custom_id)
    await world.settle()
    (live,) = (one for one in await world.service.running() if one.id not in known)
    return live


async def given_up(world: World, match: MatchId) -> None:
    live = await world.service.load(match)
    assert live is not None
    user = UserId(world.members[0].id)
    seat = live.seat_of(user)
    assert seat is not None
    command = MatchCommand(fresh(), match, user, Resign(), live.revision(seat))
    assert isinstance(await world.service.act(command), Applied)
    await world.settle()


@pytest.mark.slow
async def test_a_step_is_played_on_from_the_own_seat_or_the_one_that_acts(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        await seated(world, 3, rules="single")
        match = await live_match(world)
        await play_round(world)
        assert not menus(await replay_of(world, match, 0), "playon"), "others may still draw on it"
        await given_up(world, match)
        record = existing(await world.service.record(match))
        source = existing(await world.service.load(match))
        frame = watched(record).of(1, 0)[0]
        begun_ones = []
        for who in (0, 1, 2):
            user = UserId(world.members[who].id)
            live = await begun(world, who, await replay_of(world, match, who), "playon")
            begun_ones.append(live)
            seat = live.seat_of(user)
            assert seat is not None
            acts = frame.table.players[existing(frame.table.to_act)]
            assert seat == (acts if who == 2 else source.seat_of(user))
            assert live.view(seat).hand == frame.hands[frame.table.side_of(seat)]
            assert live.is_solitary
            assert "Single game, from a position" in "\n".join(one.text for one in world.public())
        await world.restart()
        live = await play_until(world, begun_ones[1].id, lambda now: now.is_over)
        assert len(live.public().played) == 1
        history = (await world.slash(world.members[1], "history")).response
        assert "Single game, from a position" in shown(history, history.components).text
        view = await replay_of(world, live.id, 1)
        assert "Single game" in view.text
        verified = (await ask(world, world.members[1], "verify")).response
        assert "There is nothing to verify" in shown(verified, verified.components).text


async def test_an_asked_position_is_played_on(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        done = await world.slash(world.members[0], "ask", hand=HAND, pile="9C 3D KC 2H 8S")
        view = shown(done.response, done.response.components)
        live = await begun(world, 0, view, "askon")
        seat = live.seat_of(UserId(world.members[0].id))
        assert seat is not None
        own = live.view(seat)
        assert own.hand == card_set(parse_cards(HAND))
        assert own.is_my_turn
        assert live.player(Seat(1 - seat)).level == "novice"
