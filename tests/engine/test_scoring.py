"""What a round is worth, line by line and for which side."""

import pytest

from engine.game.cards import parse_set
from engine.game.round import ResultKind, RoundFacts, ShownHand
from engine.game.rules import Rules, rules_from
from engine.game.scoring import LineKind, ScoreLine, award
from engine.game.seats import Side

N, D = Side.NON_DEALER, Side.DEALER
RULES = rules_from({"gin_bonus": 20, "big_gin_bonus": 31, "undercut_bonus": 10})


def hand(deadwood: int) -> ShownHand:
    return ShownHand((), 0, deadwood)


def ended(
    kind: ResultKind, winner: Side | None, knocker: Side, *deadwood: int, multiplier: int = 1
) -> RoundFacts:
    mine, theirs = map(hand, deadwood)
    hands = (mine, theirs) if knocker is N else (theirs, mine)
    return RoundFacts(kind, winner, knocker, hands, multiplier)


@pytest.mark.parametrize("knocker", list(Side))
@pytest.mark.parametrize(
    ("kind", "deadwood", "lines"),
    [
        (ResultKind.KNOCK, (6, 21), [ScoreLine(LineKind.DIFFERENCE, 15, 21, 6)]),
        (
            ResultKind.GIN,
            (0, 34),
            [ScoreLine(LineKind.GIN_BONUS, 20), ScoreLine(LineKind.DEADWOOD, 34, 34)],
        ),
        (
            ResultKind.BIG_GIN,
            (0, 34),
            [ScoreLine(LineKind.BIG_GIN_BONUS, 31), ScoreLine(LineKind.DEADWOOD, 34, 34)],
        ),
        (
            ResultKind.UNDERCUT,
            (9, 4),
            [ScoreLine(LineKind.UNDERCUT_BONUS, 10), ScoreLine(LineKind.DIFFERENCE, 5, 9, 4)],
        ),
    ],
)
def test_the_lines_of_the_winner_add_up_to_the_points(
    knocker: Side, kind: ResultKind, deadwood: tuple[int, int], lines: list[ScoreLine]
) -> None:
    winner = knocker.other if kind is ResultKind.UNDERCUT else knocker
    priced = award(RULES, ended(kind, winner, knocker, *deadwood))
    assert priced.winner is winner
    assert list(priced.lines[winner]) == lines
    assert priced.lines[winner.other] == ()
    assert priced.points[winner] == priced.winner_points == sum(line.amount for line in lines)
    assert priced.points[winner.other] == 0


@pytest.mark.parametrize("multiplier", [2, 3])
def test_a_doubling_is_a_line_that_tells_what_it_multiplies(multiplier: int) -> None:
    priced = award(RULES, ended(ResultKind.GIN, D, D, 0, 30, multiplier=multiplier))
    doubled = 50 * (multiplier - 1)
    assert priced.lines[D][-1] == ScoreLine(LineKind.SPADE_DOUBLES, doubled, multiplier, 50)
    assert priced.points == (0, 50 * multiplier)
    assert sum(line.amount for line in priced.lines[D]) == 50 * multiplier


@pytest.mark.parametrize("kind", [ResultKind.TIE, ResultKind.GIN_TIED, ResultKind.VOID])
def test_a_round_without_a_winner_has_no_lines_and_no_boxes(kind: ResultKind) -> None:
    priced = award(rules_from({"gin_extra_boxes": 2}), ended(kind, None, N, 7, 7, multiplier=2))
    assert (priced.winner, priced.points, priced.winner_points) == (None, (0, 0), 0)
    assert (priced.extra_boxes, priced.lines) == (0, ((), ()))


@pytest.mark.parametrize(
    ("kind", "multiplier", "extra"),
    [
        (ResultKind.KNOCK, 1, 0),
        (ResultKind.KNOCK, 2, 1),
        (ResultKind.GIN, 1, 2),
        (ResultKind.BIG_GIN, 1, 2),
        (ResultKind.GIN, 2, 5),
        (ResultKind.UNDERCUT, 1, 3),
        (ResultKind.UNDERCUT, 2, 7),
    ],
)
def test_boxes_beside_the_one_of_every_round_won(
    kind: ResultKind, multiplier: int, extra: int
) -> None:
    rules = rules_from(
        {"gin_extra_boxes": 2, "undercut_extra_boxes": 3, "spade_doubles_boxes": True}
    )
    priced = award(rules, ended(kind, N, N, 0, 9, multiplier=multiplier))
    assert priced.extra_boxes == extra


@pytest.mark.parametrize("winner", list(Side))
def test_mahjong_gin_splits_each_score_into_table_hand_and_bonus(winner: Side) -> None:
    """The winner has 30 on the table and gin; the other 24 on the table and 11 in hand."""
    rules = rules_from({"game_kind": "mahjong", "mahjong_gin_bonus": 40})
    gone, held = hand(0), ShownHand((), parse_set("AC TD"), 11)
    first, scores = ((gone, held), (70, 13)) if winner is N else ((held, gone), (13, 70))
    facts = RoundFacts(ResultKind.MAHJONG_GIN, winner, winner, first, mahjong_scores=scores)
    priced = award(rules, facts)
    assert (priced.winner, priced.points, priced.extra_boxes) == (winner, scores, 0)
    assert priced.lines[winner] == (
        ScoreLine(LineKind.MAHJONG_TABLE, 30, 30),
        ScoreLine(LineKind.MAHJONG_HAND, 0, 0),
        ScoreLine(LineKind.MAHJONG_GIN_BONUS, 40),
    )
    assert priced.lines[winner.other] == (
        ScoreLine(LineKind.MAHJONG_TABLE, 24, 24),
        ScoreLine(LineKind.MAHJONG_HAND, -11, 11),
    )


def test_the_bonuses_are_those_of_the_rulebook_where_nothing_else_is_agreed() -> None:
    gin = award(Rules(), ended(ResultKind.GIN, N, N, 0, 1))
    undercut = award(Rules(), ended(ResultKind.UNDERCUT, D, N, 5, 5))
    assert (gin.points, undercut.points) == ((26, 0), (0, 25))


def test_big_gin_may_be_worth_nothing_but_the_deadwood() -> None:
    big = award(rules_from({"big_gin_bonus": 0}), ended(ResultKind.BIG_GIN, N, N, 0, 30))
    assert big.points == (30, 0)
