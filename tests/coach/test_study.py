"""A whole match's luck: every round of every table, each side's points explained."""

from collections import Counter

import pytest

from engine.coach.luck import luck_of_match
from engine.game.seats import Seat
from tests.worlds.studied import recorded


@pytest.mark.parametrize(
    "preset", ["standard", "partnership_4", pytest.param("mahjong", marks=pytest.mark.slow)]
)
def test_every_round_is_explained_and_a_broken_one_is_not(preset: str) -> None:
    """Deal, draws and play add up to what the seat won less what it lost at its table."""
    record, match = recorded(preset, 5, 2)
    won: Counter[Seat] = Counter()
    for played in match.played:
        for table in played.tables:
            points = table.result.award.points
            for side, seat in enumerate(table.result.pair):
                won[seat] += points[side] - points[1 - side]
    found = luck_of_match(record)
    assert set(found) == {seat for party in match.parties for seat in party}
    for seat, share in found.items():
        assert share.rounds == 2
        assert share.luck.points == pytest.approx(won[seat])
        assert share.luck.luck + share.luck.skill == pytest.approx(won[seat])
    assert sum(share.luck.deal for share in found.values()) == pytest.approx(0)
    assert sum(share.luck.draws for share in found.values()) == pytest.approx(0)
