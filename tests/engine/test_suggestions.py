"""Which layouts of a knock are worth a question."""

from dataclasses import replace

import pytest

from engine.game.actions import Draw, Pass
from engine.game.cards import card
from engine.game.match import act, start
from engine.game.rules import Rules
from engine.game.view import equal_layouts, seat_view
from tests.worlds.fixed_deals import Fixed


@pytest.mark.parametrize(("layoff_on_gin", "layouts"), [(False, 1), (True, 2)])
def test_gin_has_several_layouts_only_where_cards_are_laid_off_on_it(
    layoff_on_gin: bool, layouts: int
) -> None:
    """The diamonds are a run with a five, with an eight, or with both."""
    decks = Fixed("5S 5H 5D 5C 8S 8H 8D 8C 6D 7D", "KC QS JD TC 9S 2D 6H TS JC 9C", "QH KD")
    match = start(replace(Rules(), layoff_on_gin=layoff_on_gin), 2, 0, decks)
    for action in (Pass(), Pass(), Draw()):
        match = act(match, match.to_act[0], action, decks).match
    found = equal_layouts(seat_view(match, match.to_act[0]), card("KD"))
    assert [one.deadwood for one in found] == [0] * layouts
