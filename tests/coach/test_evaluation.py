"""A round's evaluation: exact at its end, the coach's own grades, and no word of hidden cards."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

from engine.coach import evaluation
from engine.coach.evaluation import RoundEvaluation, evaluate_round
from engine.coach.luck import study
from engine.game.actions import AllowBack, AskBack, Discard
from engine.game.cards import Card, cards_of
from engine.game.errors import GinError
from engine.game.record import MatchRecord, RecordedMove, sealed
from engine.game.replay import Frame, watched
from engine.game.seats import Seat, Side
from tests.worlds.records import recorded

pytestmark = pytest.mark.usefixtures("few_deals")


@lru_cache
def evaluated(preset: str, number: int = 1) -> RoundEvaluation:
    found = evaluate_round(recorded(preset)[0], number)
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("preset", ["standard", "oklahoma_match", "tedesco"])
def test_there_is_a_value_for_every_step_and_the_last_one_is_the_result(
    preset: str, number: int
) -> None:
    record, states = recorded(preset)
    found, frames = evaluated(preset, number), watched(record).of(number, 0)
    assert len(found.values) == len(found.judged) == len(frames)
    played = next(one for one in states[-1].played if one.number == number)
    points = played.tables[0].result.award.points
    assert found.values[-1] == points[0] - points[1]
    for side in Side:
        assert found.known_to(side)[-1] == found.values[-1]


@pytest.mark.slow
def test_a_figure_is_the_same_whenever_it_is_asked_for() -> None:
    assert evaluate_round(recorded("standard")[0], 1) == evaluated("standard")


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_the_grades_are_those_of_the_coach(number: int) -> None:
    record, frames = recorded("standard")[0], watched(recorded("standard")[0]).of(number, 0)
    for seat in (Seat.ONE, Seat.TWO):
        side = frames[0].table.side_of(seat)
        found = study(record, number, seat)
        assert found is not None
        judged = [one for one in evaluated("standard", number).judged if one and one.side is side]
        assert [one.grade for one in judged] == [one.grade for one in found.review.graded]
        assert [one.expected for one in judged] == [
            one.played.points for one in found.review.graded
        ]


def test_a_grade_stands_at_the_step_of_the_player_who_moved() -> None:
    frames = watched(recorded("standard")[0]).of(1, 0)
    judged = evaluated("standard").judged
    assert judged[0] is None
    for frame, one in zip(frames, judged, strict=True):
        assert one is None or frame.seat is frame.table.players[one.side]


def swapped(record: MatchRecord, one: Card, other: Card) -> MatchRecord:
    """The record with two cards of its first deal exchanged."""
    exchanged = {one: other, other: one}
    deal = record.deals[0]
    deck = tuple(exchanged.get(card, card) for card in deal.deck)
    return sealed(replace(record, deals=(deal._replace(deck=deck), *record.deals[1:])))


def with_other_hidden_cards(record: MatchRecord, side: Side) -> Iterator[MatchRecord]:
    """Records whose first round looks the same to ``side`` until it is over or someone knocks."""
    frames = watched(record).of(1, 0)
    hidden = frames[0].hands[side.other] & frames[-1].hands[side.other]
    seen = frames[-1].hands[0] | frames[-1].hands[1]
    for frame in frames:
        seen |= frame.hands[0] | frame.hands[1]
        seen |= sum(1 << event.card for event in frame.table.events if event.card is not None)
    unseen = [card for card in range(52) if not seen >> card & 1]
    for card in cards_of(hidden):
        for other in unseen:
            found = swapped(record, card, other)
            try:
                watched(found)
            except GinError:
                continue
            yield found


def quiet(frames: tuple[Frame, ...]) -> int:
    """The number of steps before a knock."""
    return sum(frame.table.knock is None and frame.table.facts is None for frame in frames)


@pytest.mark.slow
@pytest.mark.parametrize("side", list(Side))
def test_what_one_player_could_know_does_not_depend_on_the_other_hand(side: Side) -> None:
    record = first_round(recorded("standard")[0])
    steps = quiet(watched(record).of(1, 0))
    honest = evaluate_round(record, 1)
    assert honest is not None
    compared = 0
    for found in list(with_other_hidden_cards(record, side))[:6]:
        other = evaluate_round(found, 1)
        assert other is not None
        assert other.known_to(side)[:steps] == honest.known_to(side)[:steps]
        own = [
            [one for one in round_.judged[:steps] if one is not None and one.side is side]
            for round_ in (honest, other)
        ]
        assert own[0] == own[1]
        # With all cards open it is another round.
        compared += other.values[:steps] != honest.values[:steps]
    assert compared


def first_round(record: MatchRecord) -> MatchRecord:
    """The record until its first round is over."""
    number = sum(1 for frame in watched(record).of(1, 0) if frame.action is not None)
    return sealed(replace(record, moves=record.moves[:number], deals=record.deals[:1]))


@pytest.mark.slow
def test_a_move_that_was_taken_back_has_no_grade() -> None:
    record, _ = recorded("standard")
    discarded = next(n for n, move in enumerate(record.moves) if isinstance(move.action, Discard))
    move = record.moves[discarded]
    assert move.seat is not None
    again = (
        move._replace(action=AskBack()),
        RecordedMove(move.at_ms, Seat(1 - move.seat), AllowBack()),
        move,
    )
    moves = (*record.moves[: discarded + 1], *again, *record.moves[discarded + 1 :])
    changed = sealed(replace(record, moves=moves))
    found, plain = evaluate_round(changed, 1), evaluated("standard")
    assert found is not None
    assert len(found.values) == len(watched(changed).of(1, 0)) == len(plain.values) + 2
    undone, taken_back = discarded + 1, discarded + 2
    assert found.judged[undone] is found.judged[taken_back] is None
    assert found.judged[taken_back + 1 :] == plain.judged[undone:]
    assert found.values[taken_back + 1 :] == plain.values[undone:]


@pytest.mark.parametrize(
    ("preset", "number"),
    [("partnership_4", 1), ("three_handed", 1), ("standard", 9), ("mahjong", 9)],
)
def test_only_a_finished_round_between_two_is_evaluated(preset: str, number: int) -> None:
    assert evaluate_round(recorded(preset)[0], number) is None


def test_a_round_that_is_not_over_is_not_evaluated() -> None:
    record, _ = recorded("standard")
    assert evaluate_round(sealed(replace(record, moves=record.moves[:6])), 1) is None


def test_a_round_prolonged_without_end_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = len(evaluated("standard").values)
    monkeypatch.setattr(evaluation, "MOST_STEPS", steps - 1)
    assert evaluate_round(recorded("standard")[0], 1) is None
