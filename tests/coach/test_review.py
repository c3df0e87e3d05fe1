"""Reviews of real rounds, hints, and where the decisions of a round come from."""

from collections.abc import Callable

import pytest

from engine.coach import Grade, Why, accuracy, decisions_of, grade, grade_of, grade_round, hint
from engine.coach.review import Decision
from engine.game.actions import Discard, Draw, Pass, RoundAction
from engine.game.legal import Verb
from engine.game.match import Match, MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.record import RecordedMove
from engine.game.round import GinRound
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players.levels import Level, choose
from tests.engine.playing import new_match
from tests.players.contexts import casual_views
from tests.players.positions import hidden_moved
from tests.seeds import times

pytestmark = pytest.mark.usefixtures("few_deals")

Player = Callable[[SeatView, int], RoundAction]


def player(level: Level) -> Player:
    return lambda view, seed: choose(view, level, seed)


def thrower(view: SeatView, seed: int) -> RoundAction:
    """Draw from the stock and discard the card just drawn."""
    verbs = view.legal.verbs
    if Verb.DISCARD in verbs and view.drawn is not None:
        return Discard(view.drawn)
    if Verb.PASS in verbs:
        return Pass()
    return Draw() if Verb.DRAW in verbs else choose(view, Level.NOVICE, seed)


def played(seed: int, players: tuple[Player, Player]) -> tuple[list[Match], list[RecordedMove]]:
    """One round: every position and every move."""
    match, decks = new_match(PRESETS["standard"], 2, seed)
    positions = [match]
    moves: list[RecordedMove] = []
    while match.phase is MatchPhase.PLAYING:
        seat = match.to_act[0]
        action = players[seat](seat_view(match, seat), seed * 100 + len(moves))
        match = act(match, seat, action, decks).match
        positions.append(match)
        moves.append(RecordedMove(0, seat, action))
    return positions, moves


def decisions(seed: int, players: tuple[Player, Player], seat: Seat) -> list[Decision]:
    positions, moves = played(seed, players)
    return list(decisions_of(positions, moves, seat, 1))


def test_the_decisions_of_a_seat_are_its_moves_with_what_it_saw() -> None:
    positions, moves = played(3, (player(Level.CASUAL),) * 2)
    for seat in (Seat.ONE, Seat.TWO):
        found = list(decisions_of(positions, moves, seat, 1))
        assert [action for _, action in found] == [
            move.action for move in moves if move.seat is seat
        ]
        assert all(view.seat is seat and view.is_my_turn for view, _ in found)
    assert list(decisions_of(positions, moves, Seat.ONE, 2)) == []


@pytest.mark.slow
def test_better_players_are_graded_better() -> None:
    """Over the same deals the expert loses fewer points and is more accurate than the novice."""
    loss = {Level.NOVICE: 0.0, Level.EXPERT: 0.0}
    shares: dict[Level, list[float]] = {Level.NOVICE: [], Level.EXPERT: []}
    players = player(Level.NOVICE), player(Level.EXPERT)
    for seed in range(24):
        for seat, level in ((Seat.ONE, Level.NOVICE), (Seat.TWO, Level.EXPERT)):
            review = grade_round(decisions(seed, players, seat), seed)
            loss[level] += review.loss
            shares[level] += [] if review.accuracy is None else [review.accuracy]
    assert loss[Level.NOVICE] > 1.4 * loss[Level.EXPERT]
    mean = {level: sum(found) / len(found) for level, found in shares.items()}
    assert mean[Level.EXPERT] > mean[Level.NOVICE] + 5


def test_a_review_shows_the_costliest_decisions_first() -> None:
    review = grade_round(decisions(5, (player(Level.NOVICE), player(Level.CASUAL)), Seat.ONE), 5)
    assert review.graded
    assert len(review.costliest) <= 3
    losses = [one.loss for one in review.costliest]
    assert losses == sorted(losses, reverse=True)
    assert all(one.grade is not Grade.BEST for one in review.costliest)
    assert all(one.loss <= min(losses, default=0) for one in review.graded
               if one.grade is not Grade.BEST and one not in review.costliest)  # fmt: skip
    assert sum(review.count(grade) for grade in Grade) == len(review.graded)


def test_a_grade_depends_on_nothing_hidden() -> None:
    positions, moves = played(9, (player(Level.NOVICE),) * 2)
    moved = []
    for number, match in enumerate(positions):
        state = match.tables[0].round
        open_yet = isinstance(state, GinRound) and state.knock is None
        moved.append(hidden_moved(match, Seat.ONE, number) if open_yet else match)
    real = grade_round(decisions_of(positions, moves, Seat.ONE, 1))
    other = grade_round(decisions_of(moved, moves, Seat.ONE, 1))
    assert [one.loss for one in real.graded] == [one.loss for one in other.graded]


@pytest.mark.slow
def test_a_hint_is_what_the_master_plays_with_a_reason_and_the_same_again() -> None:
    match, decks = new_match(PRESETS["standard"], 2, 12)
    hinted = 0
    while match.phase is MatchPhase.PLAYING and hinted < 14:
        seat = match.to_act[0]
        view = seat_view(match, seat)
        found = hint(view, 4)
        assert hint(view, 4) == found
        assert found.action == choose(view, Level.MASTER, 4)
        assert isinstance(found.reason.why, Why)
        match = act(match, seat, found.action, decks).match
        hinted += 1
    assert hinted == 14


def test_forced_moves_are_not_graded() -> None:
    match, _ = new_match(PRESETS["oklahoma_match"], 2, 2)
    view = seat_view(match, match.to_act[0])
    action = next(view.legal.actions())
    assert grade_round([(view, action)]).graded == ()


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0.0, "best"), (0.74, "best"), (0.75, "inaccuracy"), (2.49, "inaccuracy"),
     (2.5, "mistake"), (5.99, "mistake"), (6.0, "blunder"), (40.0, "blunder")],
)  # fmt: skip
def test_grades_begin_where_the_documentation_says(loss: float, grade: str) -> None:
    assert grade_of(loss).value == grade


def test_accuracy_is_100_without_loss_and_falls_with_it() -> None:
    assert accuracy([]) is None
    assert accuracy([(0.0, 2.0), (0.0, 0.0)]) == accuracy([(0.0, 0.0)]) == 100
    values = [accuracy([(0.0, 3.0), (loss, 50.0)]) for loss in (1, 5, 50)]
    assert values == sorted(values, key=lambda value: -(value or 0))
    assert accuracy([(0.0, 3.0), (50.0, 50.0)]) == pytest.approx(100 / 3, abs=0.1)


@pytest.mark.slow
def test_easy_decisions_do_not_make_a_bad_player_accurate() -> None:
    """Whoever draws and throws the same card again, whatever it is, is far behind a novice."""
    mean = {}
    for name, plays in (("thrower", thrower), ("novice", player(Level.NOVICE))):
        shares = []
        for seed in range(16):
            both = plays, player(Level.CASUAL)
            review = grade_round(decisions(seed, both, Seat.ONE), seed)
            shares.append(review.accuracy or 0.0)
        mean[name] = sum(shares) / len(shares)
    assert mean["thrower"] < 50
    assert mean["novice"] > mean["thrower"] + 20


@pytest.mark.slow
def test_what_the_master_plays_is_never_faulted() -> None:
    searched = 0
    for number, (seed, view) in enumerate(casual_views("standard", times(4))):
        found = grade(view, choose(view, Level.MASTER, seed), number, seed=5)
        if found is not None:
            assert found.grade is Grade.BEST, (seed, number)
            searched += bool(found.played.results)
    assert searched > 10
