"""Two people play whole games by pressing what is offered; three viewers watch."""

import pytest

from engine.game.match import MatchPhase
from tests.journeys.club import Club, journey
from tests.seeds import seeds, times
from tests.worlds.tables import assert_fits

MAX_PRESSES = 2500


@pytest.mark.parametrize("seed", seeds(times(1)))
@pytest.mark.parametrize("in_words", [False, pytest.param(True, marks=pytest.mark.slow)])
@journey(people=3)
async def test_two_people_play_to_the_end(club: Club, seed: int, in_words: bool) -> None:
    people = club.people[:2]
    if in_words:
        for person in people:
            await person.reads_text()
    table = await club.sits(seed, rules="single", target=25)
    for _ in range(MAX_PRESSES):
        live = await club.match()
        view = live.public()
        for person in people:
            assert not (in_words and person.hand.pictures)
            assert_fits(person.hand.stored.components)
        assert_fits(table.stored.components)
        if view.phase is MatchPhase.OVER:
            break
        movers = [person for person in people if person.may_move]
        to_act = {live.player(seat).user_id for seat in view.to_act}
        assert {person.id for person in movers} == to_act
        await movers[0].take_turn()
    else:
        raise AssertionError("the game did not end")
    table.says("wins the match").offers("Rematch")
    board = await club.alice.asks("leaderboard")
    assert bool(board.pictures) is not in_words
    assert "won" in (board.text if in_words else board.pictures[0]["description"])
