"""Games, sessions and columns: every option that prices them (rulebook 1.11, 2.2-2.7)."""

from typing import Any

import pytest

from engine.game.round import ResultKind, RoundFacts, ShownHand
from engine.game.rules import Rules, rules_from
from engine.game.scoring import LineKind, ScoreLine, award
from engine.game.seats import Side
from engine.game.sheet import ScoreEntry, Settlement, settle, sheet

PLAIN: dict[str, Any] = {"box_bonus": 0, "game_bonus": 0, "shutout": "none"}


def entries(*hands: tuple[int | None, int], parties: int = 2, extra: int = 0) -> list[ScoreEntry]:
    """Rounds: who won how many points, each with ``extra`` boxes."""
    return [
        ScoreEntry(
            who,
            tuple(points if who == party else 0 for party in range(parties)),
            tuple(extra if who == party else 0 for party in range(parties)),
        )
        for who, points in hands
    ]


def amounts(settlement: Settlement, party: int) -> dict[LineKind, int]:
    return {line.kind: line.amount for line in settlement.lines[party]}


@pytest.mark.parametrize(
    ("shutout", "total"),
    [
        ("none", 110 + 100 + 75),
        ("double_points", 220 + 100 + 75),
        ("flat", 110 + 100 + 75 + 60),
        ("double_and_flat", 220 + 100 + 75 + 60),
        ("double_diff", 2 * (110 + 100 + 75)),
    ],
)
def test_a_shutout_is_paid_as_the_rules_say(shutout: str, total: int) -> None:
    rules = rules_from({"shutout": shutout, "shutout_flat": 60})
    result = settle(rules, (110, 0), (3, 0), 0)
    assert result.shutout
    assert result.totals == (total, 0)
    spoiled = settle(rules, (110, 4), (3, 1), 0)
    assert not spoiled.shutout
    assert spoiled.totals == (110 + 100 + 75, 4 + 25)


def test_extra_boxes_are_paid_to_both_sides() -> None:
    result = settle(rules_from({"shutout": "none"}), (110, 40), (2, 1), 0, (4, 1))
    assert result.totals == (110 + 6 * 25 + 100, 40 + 2 * 25)
    assert ScoreLine(LineKind.BOXES, 150, 6, 25) in result.lines[0]
    assert ScoreLine(LineKind.BOXES, 50, 2, 25) in result.lines[1]


def test_the_extra_boxes_of_a_games_rounds_are_paid_when_it_ends() -> None:
    rules = rules_from({"shutout": "none"})
    scores = sheet(rules, 2, entries((0, 60), (1, 20), (0, 45), extra=2))
    assert scores.totals == (105 + 6 * 25 + 100, 20 + 3 * 25)
    assert scores.games[0].extra_boxes == (4, 2)


def test_an_open_game_shows_the_points_so_far() -> None:
    scores = sheet(Rules(), 2, entries((0, 30), (1, 45)))
    assert not scores.finished
    assert scores.totals == (30, 45)
    assert scores.winner is None
    assert scores.starts_new_game is False
    assert sheet(Rules(), 2, []).games[0].rounds == ()


def test_the_highest_total_may_win_instead_of_the_first_at_the_target() -> None:
    played = entries((0, 99), *[(1, 10)] * 9, (0, 5))
    first = sheet(rules_from({"game_bonus": 0}), 2, played)
    highest = sheet(rules_from({"game_bonus": 0, "winner_rule": "highest_total"}), 2, played)
    assert first.totals == highest.totals == (104 + 50, 90 + 225)
    assert (first.winner, highest.winner) == (0, 1)


@pytest.mark.parametrize("match_format", ["single", "best_of", "multi_match", "hollywood"])
def test_boxes_count_toward_the_target_in_every_format(match_format: str) -> None:
    options: dict[str, Any] = {
        "match_format": match_format,
        "best_of": 1,
        "hollywood_columns": 1,
        "box_bonus": 10,
        "mm_round_bonus": 10,
        "session_target": 10,
    }
    played = entries((0, 60), (0, 25))
    assert not sheet(rules_from(options), 2, played).finished
    counted = sheet(rules_from({**options, "boxes_count_toward_target": True}), 2, played)
    assert counted.finished
    assert counted.winner == 0


def test_a_session_counts_its_own_bonus_and_not_the_box() -> None:
    options: dict[str, Any] = {"match_format": "multi_match", "boxes_count_toward_target": True}
    by_box = rules_from({**options, "box_bonus": 500, "mm_round_bonus": 0})
    by_session = rules_from({**options, "box_bonus": 0, "mm_round_bonus": 50})
    assert sheet(by_box, 2, entries((0, 60))).games[0].settlement is None
    assert sheet(by_session, 2, entries((0, 60))).games[0].settlement is not None


def test_the_bonuses_of_a_game_are_not_used_in_a_session() -> None:
    rules = rules_from({"match_format": "multi_match", "game_bonus": 999, "shutout": "flat"})
    scores = sheet(rules, 2, entries((0, 70), (0, 40)))
    assert scores.totals == (110 + 50 + 100 + 100, 0)
    assert scores.starts_new_game


def test_a_session_goes_on_while_level_and_ends_at_its_target() -> None:
    rules = rules_from(
        {
            "match_format": "multi_match",
            "session_target": 150,
            "mm_match_bonus": 0,
            "mm_round_bonus": 0,
            "mm_shutout_bonus": 0,
        }
    )
    level = entries((1, 50), (0, 100), (0, 50), (1, 100))
    assert not sheet(rules, 2, level[:2]).finished
    after_two = sheet(rules, 2, level)
    assert after_two.totals == (150, 150)
    assert not after_two.finished
    third = sheet(rules, 2, [*level, *entries((1, 100))])
    assert (third.winner, third.totals) == (1, (150, 250))
    assert third.games_won == (1, 2)


def test_exactly_fifty_ahead_forfeits_the_match_bonus_only() -> None:
    played = entries((1, 60), (0, 110))
    options: dict[str, Any] = {"match_format": "multi_match"}
    kept = sheet(rules_from(options), 2, played)
    lost = sheet(rules_from({**options, "exact_fifty_forfeit": True}), 2, played)
    assert kept.totals == (110 + 25 + 100, 60 + 25)
    assert lost.totals == (110 + 25, 60 + 25 + 100)
    assert (kept.games_won, lost.games_won) == ((1, 0), (0, 1))
    near = sheet(
        rules_from({**options, "exact_fifty_forfeit": True}), 2, entries((1, 60), (0, 111))
    )
    assert near.games_won == (1, 0)


def test_an_exact_fifty_shutout_pays_no_shutout_bonus() -> None:
    rules = rules_from({"match_format": "multi_match", "exact_fifty_forfeit": True, "target": 50})
    scores = sheet(rules, 2, entries((0, 50)))
    assert scores.totals == (50 + 25, 100)
    assert scores.games[0].settlement is not None
    assert not scores.games[0].settlement.shutout


def test_the_highest_total_may_win_a_match_of_a_session() -> None:
    options: dict[str, Any] = {
        "match_format": "multi_match",
        "mm_match_bonus": 0,
        "winner_rule": "highest_total",
    }
    played = entries((0, 99), *[(1, 10)] * 9, (0, 5))
    assert sheet(rules_from(options), 2, played).games_won == (0, 1)
    del options["winner_rule"]
    assert sheet(rules_from(options), 2, played).games_won == (1, 0)


def test_best_of_ends_with_the_majority_and_sums_its_games() -> None:
    rules = rules_from({**PLAIN, "match_format": "best_of", "best_of": 3, "target": 50})
    scores = sheet(rules, 2, entries((0, 60), (1, 55), (0, 20), (0, 40)))
    assert (scores.winner, scores.games_won) == (0, (2, 1))
    assert scores.totals == (120, 55)
    running = sheet(rules, 2, entries((0, 60), (1, 20)))
    assert not running.finished
    assert running.totals == (60, 20)


def test_a_set_number_of_rounds_ends_with_the_last_one_whatever_the_score() -> None:
    rules = rules_from({"match_format": "rounds", "rounds": 3, "target": 10})
    running = sheet(rules, 2, entries((0, 90), (1, 20)))
    assert (running.finished, running.winner, running.totals) == (False, None, (90, 20))
    assert not running.starts_new_game
    void = sheet(rules, 2, entries((0, 30), (None, 0), (1, 31)))
    assert (void.finished, void.winner) == (True, 1)
    assert void.totals == (30, 31), "a void round counts, and there are no bonuses"
    assert (void.games_won, void.games[0].settlement) == ((0, 1), None)
    level = sheet(rules, 2, entries((0, 30), (1, 20), (1, 10)))
    assert (level.finished, level.winner, level.games_won) == (True, None, (0, 0))


def test_hollywood_third_double_doubles_the_last_column_with_its_bonuses() -> None:
    options: dict[str, Any] = {"match_format": "hollywood", "hollywood_columns": 2}
    played = entries((0, 100), (0, 100))
    plain = sheet(rules_from(options), 2, played)
    double = sheet(rules_from({**options, "hollywood_third_double": True}), 2, played)
    assert double.columns[0] == plain.columns[0]
    last, before = double.columns[1].settlement, plain.columns[1].settlement
    assert last is not None
    assert before is not None
    assert last.totals == (2 * before.totals[0], 0)
    assert amounts(last, 0)[LineKind.COLUMN_DOUBLES] == before.totals[0]


def test_strict_entry_loses_what_falls_on_a_closed_column() -> None:
    played = entries((0, 60), (0, 60), (1, 30))
    options: dict[str, Any] = {"match_format": "hollywood"}
    late = sheet(rules_from(options), 2, played)
    strict = sheet(rules_from({**options, "hollywood_late_entry": "strict"}), 2, played)
    assert late.columns[1].points == (60, 30)
    assert [column.points[1] for column in strict.columns] == [0, 0, 0]


def test_extra_boxes_go_into_the_columns_entered() -> None:
    rules = rules_from({"match_format": "hollywood", "hollywood_columns": 2})
    scores = sheet(rules, 2, entries((0, 40), (0, 70), (0, 60), extra=2))
    assert [column.extra_boxes for column in scores.columns] == [(4, 0), (4, 0)]
    assert scores.columns[0].settlement is not None
    assert amounts(scores.columns[0].settlement, 0)[LineKind.BOXES] == (2 + 4) * 25


def test_level_columns_are_decided_by_their_number_and_else_drawn() -> None:
    rules = rules_from({**PLAIN, "match_format": "hollywood", "hollywood_columns": 1})
    assert sheet(rules, 2, entries((0, 100))).winner == 0
    two = rules_from({**PLAIN, "match_format": "hollywood", "hollywood_columns": 2})
    drawn = sheet(two, 2, entries((0, 100), (1, 100)))
    assert drawn.finished
    assert drawn.totals == (100, 100)
    assert drawn.winner is None
    open_sheet = sheet(two, 2, entries((0, 100), (None, 0)))
    assert not open_sheet.finished
    assert open_sheet.totals == (100, 0)


def test_a_column_may_go_to_the_highest_total() -> None:
    options: dict[str, Any] = {
        "match_format": "hollywood",
        "hollywood_columns": 1,
        "game_bonus": 0,
    }
    played = entries((0, 99), *[(1, 10)] * 9, (0, 5))
    assert sheet(rules_from(options), 2, played).columns[0].winner == 0
    highest = rules_from({**options, "winner_rule": "highest_total"})
    assert sheet(highest, 2, played).columns[0].winner == 1


def test_level_at_the_target_another_round_is_played() -> None:
    rules = rules_from({**PLAIN, "game_kind": "mahjong", "target": 100})
    level = ScoreEntry(0, (120, 120), (0, 0))
    assert not sheet(rules, 2, [level]).finished
    assert sheet(rules, 2, [level, ScoreEntry(1, (-5, 40), (0, 0))]).winner == 1
    both = sheet(rules, 2, [ScoreEntry(0, (120, 130), (0, 0))])
    assert both.winner == 1, "the higher total wins, whoever went gin"


def test_three_parties_share_no_shutout_when_one_of_them_won() -> None:
    rules = rules_from({"table_format": "rotation"})
    scores = sheet(rules, 3, entries((0, 60), (1, 20), (0, 50), parties=3))
    assert scores.totals == (110 + 50 + 100, 45, 0)


# -- one round --------------------------------------------------------------------------------


def facts(kind: ResultKind, winner: Side | None, deadwood: tuple[int, int], m: int) -> RoundFacts:
    hands = ShownHand((), 0, deadwood[0]), ShownHand((), 0, deadwood[1])
    return RoundFacts(kind, winner, Side.NON_DEALER, hands, m)


@pytest.mark.parametrize(
    ("kind", "winner", "boxes"),
    [
        (ResultKind.KNOCK, 0, 0),
        (ResultKind.GIN, 0, 2),
        (ResultKind.BIG_GIN, 0, 2),
        (ResultKind.UNDERCUT, 1, 1),
        (ResultKind.TIE, None, 0),
        (ResultKind.VOID, None, 0),
    ],
)
@pytest.mark.parametrize("multiplier", [1, 2])
def test_extra_boxes_by_result_doubled_only_by_option(
    kind: ResultKind, winner: int | None, boxes: int, multiplier: int
) -> None:
    options: dict[str, Any] = {"gin_extra_boxes": 2, "undercut_extra_boxes": 1}
    side = None if winner is None else Side(winner)
    round_facts = facts(kind, side, (4, 4), multiplier)
    single = award(rules_from(options), round_facts)
    assert single.extra_boxes == boxes
    doubled = award(rules_from({**options, "spade_doubles_boxes": True}), round_facts)
    whole = 0 if winner is None else (1 + boxes) * multiplier - 1
    assert doubled.extra_boxes == whole
    assert doubled.points == single.points
    assert single.winner_points == max(single.points)


@pytest.mark.parametrize("match_format", ["single", "best_of", "hollywood"])
def test_exactly_fifty_ahead_loses_a_game_in_every_format(match_format: str) -> None:
    options: dict[str, Any] = {"match_format": match_format, "hollywood_columns": 1}
    played = entries((1, 60), (0, 110))
    kept = sheet(rules_from(options), 2, played)
    lost = sheet(rules_from({**options, "exact_fifty_forfeit": True}), 2, played)
    assert (kept.games_won, lost.games_won) == ((1, 0), (0, 1))
    assert kept.totals == (110 + 25 + 100, 60 + 25)
    assert lost.totals == (110 + 25, 60 + 25 + 100)


def test_a_forfeit_at_fifty_is_not_given_back_by_the_highest_total() -> None:
    rules = rules_from(
        {"exact_fifty_forfeit": True, "winner_rule": "highest_total", "game_bonus": 0}
    )
    assert sheet(rules, 2, entries((1, 60), (0, 110))).winner == 1


def test_columns_that_are_open_have_points_and_boxes_but_no_winner_yet() -> None:
    rules = rules_from({"match_format": "hollywood"})
    scores = sheet(rules, 2, entries((0, 30), (1, 45), (0, 20), extra=1))
    assert (scores.finished, scores.winner, scores.games_won) == (False, None, (0, 0))
    first, second, third = scores.columns
    assert (first.points, second.points, third.points) == ((50, 45), (20, 0), (0, 0))
    assert (first.extra_boxes, second.extra_boxes) == ((2, 1), (1, 0))
    assert [len(party) for party in first.entries] == [2, 1]
    assert all(column.settlement is None for column in scores.columns)


def test_exactly_fifty_ahead_gives_the_game_to_the_best_of_the_others() -> None:
    rules = rules_from({"table_format": "cutthroat", "exact_fifty_forfeit": True, **PLAIN})
    rounds = entries((1, 20), (2, 60), (0, 60), (0, 50), parties=3)
    assert sheet(rules, 3, rounds).winner == 2
    assert sheet(rules, 3, [*rounds[:3], *entries((0, 51), parties=3)]).winner == 0


def test_every_line_of_a_match_in_a_session() -> None:
    bonuses = {"mm_round_bonus": 10, "mm_match_bonus": 50, "mm_shutout_bonus": 30}
    rules = rules_from({"match_format": "multi_match", **bonuses})
    first = sheet(rules, 2, entries((0, 60), (0, 50))).games[0].settlement
    assert first is not None
    assert first.shutout
    assert first.lines == (
        (
            ScoreLine(LineKind.HAND_POINTS, 110),
            ScoreLine(LineKind.BOXES, 20, 2, 10),
            ScoreLine(LineKind.MATCH_BONUS, 50),
            ScoreLine(LineKind.MATCH_SHUTOUT, 30),
        ),
        (ScoreLine(LineKind.HAND_POINTS, 0),),
    )


def test_every_line_of_a_game_with_a_shutout_that_doubles_and_pays() -> None:
    options: dict[str, Any] = {"shutout": "double_and_flat", "shutout_flat": 60}
    won = settle(rules_from(options), (110, 7), (3, 0), 0, (1, 0))
    assert won.lines == (
        (
            ScoreLine(LineKind.HAND_POINTS, 110),
            ScoreLine(LineKind.SHUTOUT_DOUBLES, 110),
            ScoreLine(LineKind.BOXES, 100, 4, 25),
            ScoreLine(LineKind.GAME_BONUS, 100),
            ScoreLine(LineKind.SHUTOUT_FLAT, 60),
        ),
        (ScoreLine(LineKind.HAND_POINTS, 7),),
    )
    ahead = settle(rules_from({"shutout": "double_diff"}), (110, 7), (3, 0), 0)
    assert ahead.lines[0][-1] == ScoreLine(LineKind.SHUTOUT_DIFFERENCE, 278, 278)
    assert ahead.totals == (285 + 278, 7)
