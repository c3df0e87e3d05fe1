"""A step of a replay, and a position of Ask, are played on against a computer."""

import re
from typing import Any

import pytest

from bot.ui.custom_id import base36
from engine.game.actions import Resign
from engine.game.card_reader import parse_cards
from engine.game.cards import card_set
from engine.game.replay import watched
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, MatchCommand, MatchId
from tests.journeys.club import Club, Seen, Who, journey
from tests.journeys.played import play_round, play_until
from tests.keys import fresh
from tests.service.world import existing
from tests.worlds.tables import assert_fits

HAND = "5H 6H 7H 4C 4D 4S QS QD QC 7S K♦"


async def replay_of(who: Who, match: MatchId) -> Seen:
    done = await who.asks("replay", match=base36(match))
    assert_fits(done.stored.components)
    return done


def menus(view: Seen, word: str) -> list[dict[str, Any]]:
    return [one for one in view.menus if re.search(rf":{word}-", one["custom_id"])]


async def begun(club: Club, who: Who, view: Seen, word: str) -> LiveMatch:
    """The match that begins when the menu is used."""
    known = {one.id for one in await club.service.running()}
    await who.chooses("novice", view, menu=view.menus.index(menus(view, word)[0]))
    (live,) = (one for one in await club.service.running() if one.id not in known)
    return live


async def given_up(club: Club, match: MatchId) -> None:
    live, seat = await club.match(match), await club.seat_of(club.alice, match)
    command = MatchCommand(fresh(), match, club.alice.id, Resign(), live.revision(seat))
    assert isinstance(await club.service.act(command), Applied)
    await club.settle()


@pytest.mark.slow
@journey(people=3)
async def test_a_step_is_played_on_from_the_own_seat_or_the_one_that_acts(club: Club) -> None:
    await club.sits(3, rules="single")
    match = (await club.match()).id
    await play_round(club)
    assert not menus(await replay_of(club.alice, match), "playon"), "others may still draw on it"
    await given_up(club, match)
    record = existing(await club.service.record(match))
    source = await club.match(match)
    frame = watched(record).of(1, 0)[0]
    begun_ones = []
    for who in club.people:
        live = await begun(club, who, await replay_of(who, match), "playon")
        begun_ones.append(live)
        seat = await club.seat_of(who, live.id)
        acts = frame.table.players[existing(frame.table.to_act)]
        assert seat == (acts if who is club.carol else source.seat_of(who.id))
        assert live.view(seat).hand == frame.hands[frame.table.side_of(seat)]
        assert live.is_solitary
        assert "Single game, from a position" in "\n".join(one.text for one in club.room())
    await club.restart()
    live = await play_until(club, begun_ones[1].id, lambda now: now.is_over)
    assert len(live.public().played) == 1
    (await club.bob.asks("history")).says("Single game, from a position")
    (await replay_of(club.bob, live.id)).says("Single game")
    (await club.bob.asks("verify")).says("There is nothing to verify")


@journey(people=1)
async def test_an_asked_position_is_played_on(club: Club) -> None:
    view = await club.alice.asks("ask", hand=HAND, pile="9C 3D KC 2H 8S")
    live = await begun(club, club.alice, view, "askon")
    seat = await club.seat_of(club.alice, live.id)
    own = live.view(seat)
    assert own.hand == card_set(parse_cards(HAND))
    assert own.is_my_turn
    assert live.player(Seat(1 - seat)).level == "novice"
