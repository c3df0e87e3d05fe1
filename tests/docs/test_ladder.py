"""The published ladder: its results are of the whole protocol and agree, and its page is theirs."""

import json
from typing import Any, Final

import pytest

from benchmarks.ladder import stored, winner
from benchmarks.ladder_page import RESULTS, page
from benchmarks.ladder_protocol import PROTOCOL
from benchmarks.sign_test import holm, in_digits, sign_test

FIGURES: Final = {
    *("pairs", "games", "games_won", "rounds", "pairs_won", "pairs_lost"),
    *("share", "share_off", "points", "points_off"),
}


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def test_the_results_are_of_this_protocol_played_to_its_end(published: dict[str, Any]) -> None:
    assert published["is_protocol"]
    assert published["is_clean"]
    assert published["protocol"] == stored(PROTOCOL)
    asked = [
        (player.name, opponent.name, opponent.pairs) for player, opponent in PROTOCOL.pairings()
    ]
    rows = published["pairings"]
    for (first, second, pairs), row in zip(asked, rows, strict=True):
        assert (row["first"], row["second"], row["pairs"]) == (first, second, 2 * pairs)
        assert [one["seed"] for one in row["by_seed"]] == list(PROTOCOL.seeds)
        assert [one["pairs"] for one in row["by_seed"]] == [pairs, pairs]


def test_every_result_has_its_figures_and_they_agree(published: dict[str, Any]) -> None:
    for name in ("date", "commit", "compiler", "flags", "cpu", "python", "open_spiel", "minutes"):
        assert published[name], name
    rows = published["pairings"]
    exact = [sign_test(row["pairs_won"], row["pairs_lost"]) for row in rows]
    for row, raw, corrected in zip(rows, exact, holm(exact), strict=True):
        assert (row["p"], row["p_holm"]) == (in_digits(raw), in_digits(corrected))
        halves = [(one["pairs_won"], one["pairs_lost"]) for one in row["by_seed"]]
        assert row["winner"] == winner(halves, corrected, PROTOCOL.level)
        assert row["games"] == 2 * row["pairs"]
        for figures in (row, *row["by_seed"]):
            assert set(figures) >= FIGURES
            assert abs(figures["games_won"] / figures["games"] - figures["share"]) < 1e-5
        for name in ("games", "games_won", "rounds", "pairs_won", "pairs_lost"):
            assert row[name] == sum(one[name] for one in row["by_seed"]), name


def test_the_page_names_every_result(published: dict[str, Any]) -> None:
    text = page(published)
    for row in published["pairings"]:
        assert f"| {row['pairs_won']}–{row['pairs_lost']} | {row['p']} |" in text
    with pytest.raises(ValueError, match="trial"):
        page({**published, "is_protocol": False})
